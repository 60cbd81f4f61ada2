import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { labelCommandsPage } from './label-commands-page.ts'
import { projectRoot } from './project.ts'

/** `npm run label-commands`: writes docs/label-commands.md from the command tables. */
programArguments(`npm run label-commands: writes docs/label-commands.md from the command tables`, z.object({}))
const path = join(projectRoot, 'docs', 'label-commands.md')
writeFileSync(path, await labelCommandsPage(path))
