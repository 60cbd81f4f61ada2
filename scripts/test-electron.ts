import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchedElectron } from './electron-program.ts'
import { projectRoot } from './project.ts'

/** `npm run test:electron`: the drivers of the stand-in against Electron's own program, where there is one. */

if (fetchedElectron() === null) {
  console.log('skipped: no Electron binary')
} else {
  const test = join(projectRoot, 'scripts', 'test.ts')
  process.exitCode = spawnSync(process.execPath, [test, 'tests/electron'], { stdio: 'inherit' }).status ?? 1
}
