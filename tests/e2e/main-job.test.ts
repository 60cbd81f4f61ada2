import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { startRawPort } from '../support/raw-port.ts'
import { bookFirstRate, openApp } from './app.ts'
import { findings } from './findings.ts'
import { askForQuotes, openPalette, scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const DAY = 24 * 60 * 60 * 1000
const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the main job on screen ${why}`.trim(), () => {
  const open = async (sandbox: TestSandbox, dataDir?: string) =>
    await openApp(sandbox, dataDir === undefined ? {} : { dataDir })

  it('quotes, books, prints and tracks, with a restart in between', async () => {
    const sandbox = await testSandbox({ samples: true })
    const first = await open(sandbox)
    await first.goTo(text('rail.track'))
    await first.page.getByText('24 shipments').waitFor()
    await first.picture('track')

    await first.goTo(text('rail.quote'))
    await askForQuotes(first.page)
    await first.page.keyboard.press('ArrowRight')
    await first.picture('quote')
    await bookFirstRate(first.page, 'PO-48213')
    await first.page.getByRole('heading', { name: text('booking.BOOKED') }).waitFor()

    // The same order once more: Enter does not pay again, and a reference that is too long is told, not cut.
    await first.goTo(text('rail.quote'))
    await first.page.locator('tr[data-rate]').first().focus()
    await first.page.keyboard.press('Enter')
    // Who is billed, and what is left of the daily limit, where there is one.
    const { spent, perDay } = await first.station.run('spend.today', {})
    const usd = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    const left = first.page.getByText(text('orders.leftAfter'))
    await left.waitFor()
    // The rate is the one that was booked first: it is taken off twice.
    await first.page.getByText(usd(perDay - (2 * (spent?.minor ?? 0)) / 100), { exact: true }).waitFor()
    await first.page.getByText(text('book.billed')).waitFor()
    // The carrier as on Quote: with its SCAC.
    expect(await first.page.getByRole('heading', { level: 2 }).first().innerText()).toMatch(/^\S.* [A-Z]{4} · /)
    await first.picture('book-confirm')
    await first.station.run('settings.update', { spendLimits: { perBatch: 0, perDay: 0 } })
    await first.page.reload()
    await first.page.getByText(text('book.billed')).waitFor()
    await expect.poll(() => left.count()).toBe(0)
    const reference = first.page.getByLabel(text('shipment.reference'), { exact: true })
    await reference.fill('PO-48213')
    await reference.press('Enter')
    await first.page.getByText(text('book.referenceUsed', { reference: 'PO-48213' }), { exact: true }).waitFor()
    await first.page.getByText(text('error.REFERENCE_USED')).waitFor()
    expect(await first.page.getByLabel(text('book.referenceAgain', { reference: 'PO-48213-2' })).isChecked()).toBe(
      false,
    )
    expect(await findings(first.page)).toEqual([])
    // With another reference it is not booked already: neither the error nor the question is left.
    await reference.fill('PO-48214')
    await first.page.getByText(text('error.REFERENCE_USED')).waitFor({ state: 'detached' })
    await first.page.getByText(text('book.referenceUsed', { reference: 'PO-48213' })).waitFor({ state: 'detached' })
    await expect.poll(() => first.page.getByText(text('quote.problems', { count: 1 })).count()).toBe(0)
    await reference.fill('P'.repeat(58))
    await first.page.getByText(text('book.referenceLength', { typed: '58', most: '48' })).waitFor()
    expect(await first.station.run('bookings.list', {})).toHaveLength(1)

    await first.goTo(text('rail.pack'))
    await scan(first.page, 'PO-48213')
    await first.page.getByText('confirmed by the printer', { exact: false }).first().waitFor()
    await first.page.getByText(text('banner.printed'), { exact: true }).waitFor()
    await first.page.locator('img[src^="data:image/png"]').first().waitFor()
    await first.picture('pack')
    expect(first.complaints).toEqual([])
    const { dataDir } = first.station
    await first.close()

    const second = await open(sandbox, dataDir)
    await second.goTo(text('rail.pack'))
    await scan(second.page, 'PO-48213')
    await second.page.getByText(text('banner.alreadyPrinted'), { exact: true }).waitFor()
    await second.goTo(text('rail.book'))
    await second.page.getByText('PO-48213').first().waitFor()

    await sandbox.jump(60 * DAY)
    await second.goTo(text('rail.track'))
    await second.page.getByRole('button', { name: text('track.refresh') }).click()
    await openPalette(second.page)
    await scan(second.page, 'PO-48213')
    const detail = second.page.getByRole('complementary')
    await detail
      .getByText(/Delivered|Returned/)
      .first()
      .waitFor()
    await second.goTo(text('rail.settings'))
    expect(second.complaints).toEqual([])
    expect(await second.station.run('jobs.list', {})).toHaveLength(1)
    expect(await second.station.run('bookings.list', {})).toHaveLength(1)
  })

  it(
    'asks what came out when the printer broke off, and takes the answer',
    full('tests/printing proves it at the queue'),
    async () => {
      const sandbox = await testSandbox()
      const { page, station, goTo, picture } = await open(sandbox)
      const hardware = await startRawPort({ breakAfter: { bytes: 300, how: 'RST' } })
      const printer = await station.run('printers.save', {
        name: 'ZD421 Bench 4',
        language: 'ZPL',
        dpi: 203,
        media: { widthIn: 4, heightIn: 6 },
        connection: { kind: 'tcp', uri: hardware.uri },
      })
      await station.run('printers.setDefault', { printerId: printer.printerId })
      await goTo(text('rail.quote'))
      await askForQuotes(page)
      await bookFirstRate(page, 'PO-99')
      await page.getByRole('heading', { name: text('booking.BOOKED') }).waitFor()
      await goTo(text('rail.pack'))
      await scan(page, 'PO-99')
      await page.getByText(text('banner.unknown')).first().waitFor()
      await picture('pack-did-it-print')
      await page
        .getByRole('button', { name: text('job.printAgain') })
        .first()
        .click()
      await station.until('the second try to break off', async () => {
        const jobs = await station.run('jobs.list', {})
        return jobs.length === 2 && jobs[0]?.state === 'UNKNOWN' ? true : null
      })
      await page.getByText(text('banner.unknown')).first().waitFor()
      await page
        .getByRole('button', { name: text('jobAction.printed') })
        .first()
        .click()
      await page.getByText('confirmed by you', { exact: false }).first().waitFor()
      await hardware.close()
    },
  )
})
