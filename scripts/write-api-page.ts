import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { answerTypesFile } from './answer-types.ts'
import { apiPage } from './api-page.ts'
import { clientTypes } from './client-types.ts'
import { projectRoot } from './project.ts'

const USAGE = `npm run api-page -- [--check]

Writes what follows from the command table: the types of the API's answers, docs/api.md, the types of the TypeScript client.

  --check  writes nothing, and fails where a file is not what it would write`

const { flags } = programArguments(USAGE, z.object({ check: z.boolean().default(false) }))
const page = join(projectRoot, 'docs/api.md')

/** In their order: the client's types are made of the document, which reads the types of the answers. */
const FILES = [
  { path: join(projectRoot, 'src-main/integrations/command-answers.json'), content: answerTypesFile },
  { path: page, content: () => apiPage(page) },
  { path: join(projectRoot, 'clients/typescript/api-types.d.mts'), content: clientTypes },
]

for (const { path, content } of FILES) {
  const text = await content()
  if (!flags.check) {
    writeFileSync(path, text)
  } else if (text !== readFileSync(path, 'utf8')) {
    console.error(`${path} is stale: npm run api-page`)
    process.exitCode = 1
    break
  }
}
