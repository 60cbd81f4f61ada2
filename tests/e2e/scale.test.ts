import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { nciScale, noPty, serialDevice } from '../support/pty.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp, type App } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const withoutPty = noPty()

/** A browser's `navigator.hid` with one scale that was allowed before; `window.report(bytes)` is a report of it. */
const FAKE_HID = `(() => {
  const scale = new EventTarget()
  Object.assign(scale, {
    opened: false,
    collections: [{ usagePage: 0x8d, usage: 1 }],
    open: async () => { scale.opened = true },
  })
  const hid = new EventTarget()
  Object.assign(hid, { getDevices: async () => [scale], requestDevice: async () => [scale] })
  Object.defineProperty(navigator, 'hid', { value: hid })
  window.report = (bytes) => {
    const event = new Event('inputreport')
    Object.assign(event, { reportId: 3, data: new DataView(Uint8Array.from(bytes).buffer) })
    scale.dispatchEvent(event)
  }
  window.unplug = () => hid.dispatchEvent(Object.assign(new Event('disconnect'), { device: scale }))
})()`

describe.skipIf(why !== '')(`the scale ${why}`.trim(), full('tests/packing proves the scales'), () => {
  /** Two pallets of 500 lb, booked under this reference. */
  async function book({ station }: App, reference: string): Promise<void> {
    const quote = await station.run('quotes.request', palletsToChicago())
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
    await station.until('the label', async () =>
      (await station.run('bookings.get', { bookingId })).hasLabel ? true : null,
    )
  }

  it('by USB weighs for Quote, asks in Pack before a label of another weight, and tells what that weight costs', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, goToSettings, complaints } = app
    await page.addInitScript(FAKE_HID)
    await page.reload()
    const report = (bytes: number[]) => page.evaluate(`report(${JSON.stringify(bytes)})`)

    await goToSettings(text('settings.place.scale'))
    await page.getByLabel(text('scale.connection')).click()
    await page.getByRole('option', { name: text('scale.connection.hid') }).click()
    await page.getByLabel(text('scale.tare')).fill('x')
    await page.getByRole('button', { name: text('common.save') }).click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    await page.getByLabel(text('scale.tare')).fill('40')
    await page.getByRole('button', { name: text('common.save') }).click()
    await page.getByText(text('scale.status.waiting')).waitFor()
    // 1,240.0 lb, of which 40 are the pallet.
    await report([4, 0x0c, 0xff, 0x70, 0x30])
    await page.getByText('1,200 lb').waitFor()
    await expectUsable({ page, station })

    await goTo(text('rail.quote'))
    await page.getByRole('button', { name: text('cargo.fromScale', { weight: '1,200 lb' }) }).click()
    await expect.poll(() => page.getByLabel(text('cargo.weight')).inputValue(), { timeout: 20_000 }).toBe('1200')
    await report([3, 0x0c, 0xff, 0x70, 0x30])
    await page.getByRole('button', { name: text('scale.status.motion') }).waitFor()
    expect(await page.getByRole('button', { name: text('scale.status.motion') }).isDisabled()).toBe(true)
    await report([6, 0x0c, 0xff, 0, 0])
    await page.getByRole('button', { name: text('scale.status.over') }).waitFor()

    await book(app, 'PO-1')
    await goTo(text('rail.pack'))
    await report([4, 0x0c, 0xff, 0x70, 0x30])
    await page.getByText(text('banner.ready')).first().waitFor()
    await scan(page, 'PO-1')
    await page.getByText('Scale reads 1,200 lb, booked at 1,000 lb').first().waitFor()
    expect((await station.run('jobs.list', {})).length).toBe(0)
    await page.getByText('200 lb over the booked weight (20%)').waitFor()
    await page.getByRole('button', { name: text('weight.price') }).click()
    await page.getByText('Now at 1,200 lb').waitFor()
    await page.getByText(text('weight.notPaid'), { exact: false }).waitFor()
    expect((await station.run('bookings.list', {})).length).toBe(1)
    await page.getByRole('button', { name: text('weight.tell') }).click()
    await page.getByText(text('weight.told')).first().waitFor()
    // The scale goes on moving; the yes is to the weight that was asked about.
    await report([4, 0x0c, 0xff, 0x80, 0x30])
    await page.locator('body').press('1')
    await page.getByText(text('banner.printed'), { exact: true }).first().waitFor()

    await page.evaluate('unplug()')
    await page.getByText(text('scale.status.away')).waitFor()
    expect(complaints).toEqual([])
  })

  it.skipIf(withoutPty !== null)(
    `on a serial port weighs beside a serial scanner, whose codes print ${withoutPty ?? ''}`.trim(),
    async () => {
      const app = await openApp(await testSandbox())
      const { page, station, goTo, goToSettings, complaints } = app
      const scale = await nciScale({ text: ' 1010.0lb', status: '00' })
      const scanner = await serialDevice(() => undefined)
      await goToSettings(text('settings.place.scale'))
      await page.getByLabel(text('scale.connection')).click()
      await page.getByRole('option', { name: text('scale.connection.serial') }).click()
      await page.getByLabel(text('scale.port'), { exact: true }).fill(scale.device.path)
      await page.getByRole('checkbox', { name: text('scanner.on') }).check()
      await page.getByLabel(text('scale.port'), { exact: true }).last().fill(scanner.path)
      await page.getByRole('button', { name: text('common.save') }).click()
      await page.getByText('1,010 lb').waitFor()
      await page.getByText(text('scanner.line.open')).waitFor()
      // A test scan shows what came in, and saves that this scanner types a US keyboard layout.
      await page.getByLabel(text('scanTest.field')).focus()
      await scan(page, 'PO-1')
      await page.getByText(/PO-1 · .*Enter/).waitFor()
      await page.getByRole('checkbox', { name: text('scanTest.us') }).check()
      await station.until('the layout', async () =>
        (await station.run('preferences.list', {}))['pack.scannerLayout'] === 'us' ? true : null,
      )
      expect(await findings(page)).toEqual([])
      await book(app, 'PO-7')
      await goTo(text('rail.pack'))
      await page.getByText(text('banner.ready')).first().waitFor()
      scanner.send('PO-7\r')
      await page.getByText(text('banner.printed'), { exact: true }).first().waitFor()
      await page.getByText(text('weight.fits')).waitFor()
      scale.status = '10'
      await page.getByText(text('scale.status.motion')).waitFor()
      expect((await station.run('jobs.list', {})).length).toBe(1)
      expect(complaints).toEqual([])
    },
  )
})
