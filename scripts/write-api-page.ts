import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { apiPage } from './api-page.ts'
import { projectRoot } from './project.ts'

/** `npm run api-page`: writes docs/api.md from the command table. */
programArguments(`npm run api-page: writes docs/api.md from the command table`, z.object({}))
const path = join(projectRoot, 'docs', 'api.md')
writeFileSync(path, await apiPage(path))
