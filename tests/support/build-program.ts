import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../../scripts/project.ts'
import { nodeBuild, startedByOthers } from '../../vite.node.config.ts'

const CACHE = join(projectRoot, 'node_modules', '.cache', 'waybill-test')

/**
 * Builds a program of the tests as the app is built, for a figure that would be another one where types are stripped first.
 * @param beside a folder in which, or above which, the packages are found
 * @returns the file to start, and what removes it
 */
export async function buildProgram(program: string, beside = CACHE): Promise<{ file: string; remove: () => void }> {
  mkdirSync(beside, { recursive: true })
  const folder = mkdtempSync(join(beside, 'program-'))
  await build({
    ...nodeBuild([program, ...startedByOthers()], folder),
    ...{ root: projectRoot, configFile: false, logLevel: 'warn' },
  })
  return {
    file: join(folder, program.replace(/\.ts$/, '.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
