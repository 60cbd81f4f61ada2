import { describe, expect, it } from 'vitest'
import { dayAt } from '../../src-shared/station/day.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
describe.skipIf(why !== '')(`the end of the day on screen ${why}`.trim(), () => {
  it('prints what is missing, closes the carriers, and prints, shows and takes back a manifest', async () => {
    const sandbox = await testSandbox()
    const app = await openApp(sandbox)
    const { page, station, complaints } = app
    const { run, until } = station
    const quote = await run('quotes.request', palletsToChicago())
    const day = dayAt(sandbox.clock.now())
    for (const [reference, rate] of [
      ['PO-1', 0],
      ['PO-2', 1],
      ['PO-3', 1],
    ] as const) {
      const rateId = quote.rates[rate]?.rateId ?? ''
      await run('bookings.submit', bookingOf(quote, { reference, rateId, pickupDate: day }))
    }
    await until('three labels', async () => {
      const bookings = await run('bookings.list', {})
      return bookings.every(({ state, hasLabel }) => state === 'BOOKED' && hasLabel) ? bookings : null
    })
    await run('pack.scan', { code: 'PO-1' })
    const carrierName = (await run('bookings.list', { text: 'PO-1' }))[0]?.carrierName ?? ''

    await page.getByRole('link', { name: text('rail.endofday') }).click()
    await page.getByRole('button', { name: 'Print label: PO-2' }).waitFor()
    await app.picture('endofday')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Print 2 labels' }).click()
    await page.getByText(text('endofday.allReady')).waitFor()

    const last = page.getByLabel(text('endofday.choose', { reference: 'PO-3' }))
    await last.uncheck()
    // Past midnight the day that is being closed stays, with what was left out.
    await page.clock.setSystemTime(new Date(sandbox.clock.now().getTime() + 24 * 60 * 60 * 1000))
    const toToday = page.getByRole('button', { name: text('endofday.toToday') })
    await toToday.waitFor()
    expect(await last.isChecked()).toBe(false)
    await page.clock.setSystemTime(sandbox.clock.now())
    await toToday.waitFor({ state: 'detached' })
    expect(await last.isChecked()).toBe(false)
    await page.getByRole('button', { name: text('endofday.closeAll', { carriers: 2, shipments: 2 }) }).click()
    await page.getByRole('button', { name: text('endofday.closeConfirm', { count: 2 }) }).click()
    await page.getByRole('heading', { name: text('office.title') }).waitFor()
    await page.getByLabel(text('office.screen')).check()
    await page.getByRole('button', { name: text('printerCheck.useThis') }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const manifests = await until('two manifests on paper', async () => {
      const jobs = (await run('jobs.list', {})).filter(({ purpose }) => purpose === 'office')
      const isOut = jobs.length === 2 && jobs.every(({ state }) => state === 'PRINTED')
      return isOut ? (await run('endofday.get', { day })).manifests : null
    })
    const number = manifests[0]?.number ?? ''

    await page.getByRole('button', { name: `Show: ${number}` }).click()
    await page.getByRole('img', { name: `${number}, page 1 of 1` }).waitFor()
    await expectUsable({ page, station })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: text('viewer.download') }).click()
    expect((await downloading).suggestedFilename()).toBe(`${number}.pdf`)
    await page.getByRole('button', { name: text('endofday.void') }).click()
    await page.getByLabel(text('endofday.voidReason')).fill('The trailer was full')
    await page
      .getByRole('button', { name: text('endofday.void') })
      .first()
      .click()
    await page.getByText(text('endofday.voidedBecause', { reason: 'The trailer was full' })).waitFor()
    await page.getByRole('button', { name: text('endofday.closeAll', { carriers: 1, shipments: 1 }) }).waitFor()

    const canceled = (await run('bookings.list', { text: 'PO-3' }))[0]
    await run('bookings.requestChange', {
      ...{ submissionId: 'cancel-po-3', shipmentId: canceled?.shipmentId ?? '' },
      change: { kind: 'cancel', reason: 'Not needed', refundRequested: true },
    })
    await page.getByRole('button', { name: text('figures.title') }).click()
    const tile = (name: string) => page.locator('dl div').filter({ has: page.getByText(name, { exact: true }) })
    await tile(text('figures.canceled')).getByText('1', { exact: true }).waitFor()
    // The canceled one is among those that were booked: spend counts it too.
    expect(await tile(text('figures.shipments')).locator('dd').innerText()).toBe('3')
    const { spend, net } = await run('endofday.figures', { day })
    expect(spend[0]?.minor).toBeGreaterThan(net[0]?.minor ?? 0)
    await app.picture('figures')
    await expectUsable({ page, station })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: text('figures.save') }).click()
    expect((await saving).suggestedFilename()).toBe(`${day} summary.pdf`)
    await page.getByRole('button', { name: text('figures.print') }).click()
    await until('the summary on paper', async () => {
      const jobs = await run('jobs.list', {})
      return jobs.some(({ title, state }) => title === `${day} summary` && state === 'PRINTED') || null
    })

    await page.getByRole('button', { name: text('endofday.dayBefore') }).click()
    await page.getByText(text('figures.none')).waitFor()
    const byDay = page.getByRole('group', { name: text('figures.byDay') })
    await byDay.getByRole('link').click()
    await page.getByRole('button', { name: `Show: ${number}` }).waitFor()
    const byCarrier = page.getByRole('group', { name: text('figures.byCarrier') })
    await byCarrier.getByRole('link', { name: carrierName }).click()
    await page.getByRole('group', { name: text('outbox.narrow') }).waitFor()
    await page.getByRole('link', { name: /PO-1/ }).waitFor()
    expect(await page.getByRole('link', { name: /PO-2/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
