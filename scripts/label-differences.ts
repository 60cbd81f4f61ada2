import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { labelDifferences, labelDifferencesPage } from './label-differences-page.ts'
import { projectRoot } from './project.ts'

/** `npm run label-differences`: writes docs/label-differences.md, the dots in which the two languages' drawings differ. */
programArguments(
  `npm run label-differences: writes docs/label-differences.md, the dots in which the two languages' drawings differ`,
  z.object({}),
)
const path = join(projectRoot, 'docs', 'label-differences.md')
const page = labelDifferencesPage(await labelDifferences())
writeFileSync(path, await format(page, { ...(await resolveConfig(path)), filepath: path }))
