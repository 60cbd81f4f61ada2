import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
describe.skipIf(why !== '')(`Spend on screen ${why}`.trim(), full('tests/spend proves the sums'), () => {
  it('tells what was spent, takes invoices in, disputes a difference and notes a refund', async () => {
    const sandbox = await testSandbox({ settings: { fates: 'smooth' } })
    const app = await openApp(sandbox)
    const { page, station, goTo, picture, complaints } = app
    const { run, until } = station
    const clean = async (place: string) => {
      await expectUsable({ page, station }, place)
      await picture(place)
    }
    await goTo(text('rail.spend'))
    await page.getByText(text('spend.empty')).waitFor()

    const quote = await run('quotes.request', palletsToChicago())
    for (const [reference, rate] of [
      ['PO-1', 0],
      ['PO-2', 1],
      ['PO-3', 2],
    ] as const) {
      await run('bookings.submit', bookingOf(quote, { reference, rateId: quote.rates[rate]?.rateId ?? '' }))
    }
    const booked = await until('three booked', async () => {
      const bookings = await run('bookings.list', {})
      return bookings.length === 3 && bookings.every(({ state, hasLabel }) => state === 'BOOKED' && hasLabel)
        ? bookings
        : null
    })
    const [one, two, three] = ['PO-1', 'PO-2', 'PO-3'].map((name) => booked.find(({ reference }) => reference === name))
    if (!one?.total || !two?.total || !three) throw new Error('not booked')
    const row = page.getByRole('row').filter({ hasText: one.carrierName })
    await row.first().waitFor()
    await run('bookings.requestChange', {
      submissionId: 'cancel-3',
      bookingId: three.bookingId,
      change: { kind: 'cancel', reason: 'Order withdrawn', refundRequested: true },
    })
    await until('the refund', async () => ((await run('spend.refunds', {})).length === 1 ? true : null))
    await page.reload()
    await row.first().waitFor()
    await clean('spend-report')
    const { totals, rows } = await run('spend.report', { by: 'carrier', from: '2026-01-01', until: '2027-12-31' })
    expect(totals[0]).toMatchObject({ bookings: 3, cancelled: 1 })
    expect(rows.reduce((sum, { charged }) => sum + charged, 0)).toBe(totals[0]?.charged)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text('spend.export') }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(`${one.carrierName},USD,1,`)

    await page.getByRole('button', { name: text('spend.view.invoices') }).click()
    await page.getByText(text('spend.noLines')).waitFor()
    const major = (minor: number) => (minor / 100).toFixed(2)
    const file = [
      'Invoice,PRO Number,Total,Date,Carrier,Accessorials',
      `INV-1,${one.proNumber ?? ''},${major(one.total.minor)},2026-11-23,${one.carrierName},`,
      `INV-1,${two.proNumber ?? ''},${major(two.total.minor + 8_500)},2026-11-23,${two.carrierName},DETENTION:85.00`,
      `INV-1,PRO-NOBODY,12.00,2026-11-23,${two.carrierName},`,
      `INV-1,${three.proNumber ?? ''},twelve,2026-11-23,${two.carrierName},`,
      '',
    ].join('\n')
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByText(text('spend.imported', { added: 3, known: '0' })).waitFor()
    await page.getByText('Row 5, amount', { exact: false }).waitFor()
    const line = page.getByRole('listitem').filter({ hasText: two.proNumber ?? '' })
    await line.getByText('$85.00, not quoted', { exact: false }).waitFor()
    await clean('spend-invoices')
    await line.getByRole('button', { name: text('spend.dispute') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('spend.note')).fill('No detention was asked for')
    await dialog.getByRole('button', { name: text('spend.dispute') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${text('spend.state.disputed')} 1` }).click()
    await line.getByText('No detention was asked for').waitFor()
    await page.getByRole('button', { name: `${text('spend.state.unmatched')} 1` }).click()
    await page.getByText('PRO-NOBODY').waitFor()

    await page.getByRole('button', { name: text('spend.view.refunds') }).click()
    const refund = page.getByRole('listitem').filter({ hasText: 'PO-3' })
    await refund.getByText('due', { exact: true }).waitFor()
    await clean('spend-refunds')
    await refund.getByRole('button', { name: text('spend.noteReceived') }).click()
    await refund.getByText('received', { exact: true }).waitFor()
    const after = await run('spend.report', { by: 'consignee', from: '2026-01-01', until: '2027-12-31' })
    expect(after.totals[0]).toMatchObject({ refundDue: 0, disputed: two.total.minor + 8_500, unquoted: 8_500 })

    await page.getByRole('button', { name: text('spend.view.onTime') }).click()
    await page.getByText(text('spend.onTime.empty')).waitFor()
    const DAY = 24 * 60 * 60 * 1000
    await sandbox.jump(60 * DAY)
    const reported = await until('deliveries', async () => {
      await run('tracking.sync', {})
      const { total } = await run('spend.onTime', { by: 'carrier', from: '2026-01-01', until: '2027-12-31' })
      return total.delivered >= 2 ? total : null
    })
    const choose = async (label: string, option: string) => {
      await page.getByLabel(label).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose(text('spend.by'), text('spend.onTime.by.carrier-lane'))
    await choose(text('track.insight.period'), text('track.range.own'))
    await page.getByLabel(text('quote.from'), { exact: true }).fill('2026-01-01')
    await page.getByLabel(text('track.insight.until'), { exact: true }).fill('2027-12-31')
    await page.getByRole('row').filter({ hasText: two.carrierName }).filter({ hasText: 'Chicago, IL' }).waitFor()
    await clean('spend-on-time')
    const lanes = page.waitForEvent('download')
    await page.getByRole('button', { name: text('spend.export') }).click()
    const csv = readFileSync(await (await lanes).path(), 'utf8')
    expect(csv).toContain(`Total,,${reported.delivered},${reported.promised},${reported.onTime}`)

    await run('settings.update', { language: 'es' })
    await page.getByRole('link', { name: 'Gasto' }).click()
    await page.getByRole('heading', { name: 'Gasto' }).waitFor()
    await page.getByRole('button', { name: 'A tiempo' }).click()
    await page.getByText('por fecha de entrega', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Facturas' }).click()
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByText('Fila 5, Importe (amount): «twelve» no es un importe.', { exact: false }).waitFor()
    expect(complaints).toEqual([])
  }, 240_000)
})
