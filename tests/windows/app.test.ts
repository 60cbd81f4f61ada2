import { describe, expect, it, onTestFinished } from 'vitest'
import { EXIT } from '../../src-main/cli/exit.ts'
import { doMainJob } from '../desktop/main-job.ts'
import { browserPath, newContext, sharedBrowser } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { onWindows, windowsForTests } from './wine.ts'

const noBrowser = browserPath() === null ? 'skipped: no Chrome, Chromium or Edge' : ''
/** The first start imports every postal code, under Wine. */
const OPENS_WITHIN = { giveUpMs: 240_000, everyMs: 100 }
const DATA = 'C:\\users\\Public\\Waybill'

describe(...onWindows('the app in the browser on Windows'), () => {
  const windows = windowsForTests()

  it.skipIf(noBrowser !== '')(
    `quotes, books, scans and prints with a service of its own, and a second program reaches it by its pipe ${noBrowser}`.trim(),
    async () => {
      const { home, startNode, waybill } = windows()
      const main = `${home}\\out\\src-main\\shell\\browser\\main.js`
      const shell = startNode([main, '--data', DATA, '--no-open'])
      onTestFinished(() => shell.kill())
      const url = await until('its address', () => /is open at (\S+)/.exec(shell.said())?.[1] ?? null, OPENS_WITHIN)
      const call = async (name: string, input: object): Promise<unknown> => {
        const { code, out, said } = await waybill(['call', name, '--json', JSON.stringify(input), '--data', DATA])
        expect([code, said]).toEqual([EXIT.done, ''])
        return { ok: true, value: JSON.parse(out) as unknown }
      }
      const context = await newContext(await sharedBrowser(), { viewport: { width: 1280, height: 800 } })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(url)
      await doMainJob(page, await virtualZebra(), call)

      const again = await startNode([main, '--data', DATA, '--no-open']).ended
      expect(again.out).toContain('This Waybill is running already.')
      await shell.terminate()
      // Its service has ended with it: nothing else has the folder open, and the booking is there.
      const { value } = (await call('bookings.list', {})) as { value: { state: string }[] }
      expect(value).toMatchObject([{ state: 'BOOKED' }])
    },
    900_000,
  )
})
