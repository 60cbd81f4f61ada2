import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tryUpdate } from '../../scripts/try-update.ts'
import { onTestsDate } from '../support/child-date.ts'
import { runningClock } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { MAIN, seededDataDir, STAND_IN, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'

describeInChromium(
  'the script that tries an update',
  STARTS,
  ({ endpoint }) => {
    test('takes an older AppImage to a newer one by a feed, and the newer comes up on the folder that the older had', async () => {
      const date = onTestsDate(runningClock())
      const place = tempDir()
      const standIn = (version: string) => JSON.stringify({ browser: endpoint(), isPackaged: true, version })
      const program = [process.execPath, STAND_IN, MAIN]

      // An AppImage is one file that starts the app; so is this one.
      const [feed, pids] = [tempDir(), join(place, 'pids')]
      const quoted = program.map((word) => `'${word}'`).join(' ')
      const newer = join(feed, 'Waybill-1.1.0.AppImage')
      writeFileSync(
        newer,
        `#!/bin/sh\necho $$ >> '${pids}'\nexport WAYBILL_STAND_IN='${standIn('1.1.0')}'\nexec ${quoted} "$@"\n`,
      )
      const sha512 = createHash('sha512').update(readFileSync(newer)).digest('base64')
      const file = `Waybill-1.1.0.AppImage\n    sha512: ${sha512}\n    size: ${statSync(newer).size}`
      writeFileSync(
        join(feed, process.arch === 'arm64' ? 'latest-linux-arm64.yml' : 'latest-linux.yml'),
        `version: 1.1.0\nfiles:\n  - url: ${file}\npath: Waybill-1.1.0.AppImage\nsha512: ${sha512}\n`,
      )
      const appImage = join(place, 'Waybill.AppImage')
      writeFileSync(appImage, 'the older one')
      chmodSync(appImage, 0o755)

      onTestFinished(async () => {
        for (const pid of readFileSync(pids, 'utf8').trim().split('\n').map(Number)) {
          process.kill(pid, 'SIGKILL')
          await until('the newer one to be gone', () => (isThere(pid) ? null : true))
        }
      })
      const said: string[] = []
      const env = {
        ...process.env,
        ...date.env,
        APPIMAGE: appImage,
        XDG_CACHE_HOME: tempDir(),
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        WAYBILL_STAND_IN: standIn('1.0.0'),
      }
      await tryUpdate(feed, program, seededDataDir(), (line) => said.push(line), env)
      expect(said).toEqual([
        'finds and loads 1.1.0',
        'ends, and installs it',
        'the newer one comes up, on the same records',
      ])
      expect(readFileSync(appImage, 'utf8')).toContain('1.1.0')
    })
  },
  process.platform === 'linux',
)

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
