import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPage } from './api-page.ts'
import { projectRoot } from './project.ts'

/** `npm run api-page`: writes docs/api.md from the command table. */
const path = join(projectRoot, 'docs', 'api.md')
writeFileSync(path, await apiPage(path))
