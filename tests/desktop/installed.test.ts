import { expect, test } from 'vitest'
import { tryInstalled } from '../../scripts/try-installed.ts'
import { onTestsDate } from '../support/child-date.ts'
import { runningClock } from '../support/running-clock.ts'
import { MAIN, seededDataDir, STAND_IN, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'

describeInChromium('the script that tries an installed Waybill', STARTS, ({ endpoint }) => {
  test('takes the built app in the stand-in through its first minutes', async () => {
    const date = onTestsDate(runningClock())
    const env = {
      ...date.env,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      WAYBILL_STAND_IN: JSON.stringify({ browser: endpoint(), isPackaged: true }),
    }
    const said: string[] = []
    await tryInstalled([process.execPath, STAND_IN, MAIN], seededDataDir(), (line) => said.push(line), env)
    expect(said).toHaveLength(7)
  })

  test('fails by the first step that does not go', async () => {
    const no = ['-e', 'console.log("no such thing"); process.exit(3)', '--']
    await expect(tryInstalled([process.execPath, ...no], seededDataDir(), () => undefined)).rejects.toThrow(
      'quote ended with 3: no such thing',
    )
  })
})
