import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { fetchedElectron } from './electron-program.ts'
import { projectRoot } from './project.ts'

/** `npm run test:electron`: the drivers of the stand-in against Electron's own program, where there is one. */

programArguments(
  `npm run test:electron: the stand-in's main job in Electron's own program, where there is one`,
  z.object({}),
)
if (fetchedElectron() === null) {
  console.log('skipped: no Electron binary')
} else {
  const test = join(projectRoot, 'scripts', 'test.ts')
  process.exitCode = spawnSync(process.execPath, [test, 'tests/electron'], { stdio: 'inherit' }).status ?? 1
}
