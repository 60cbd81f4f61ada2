import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const MONDAY = '2026-11-23'
/** At the station, wherever it is. */
const MORNING = new Date(`${MONDAY}T09:00:00`).toISOString()

describe.skipIf(why !== '')(
  `pickups on screen ${why}`.trim(),
  full('tests/renderer/screens/pickup and tests/booking prove the days'),
  () => {
    it('stand by day and carrier, lead to their list, and tell when the truck leaves and whom to call', async () => {
      const sandbox = await testSandbox({ clock: runningClock(MORNING) })
      const opened = await openApp(sandbox)
      const { page, station, complaints } = opened
      const { run, until } = station
      const quote = await run('quotes.request', palletsToChicago())
      for (const [reference, rate, pickupDate] of [
        ['PO-1', 0, MONDAY],
        ['PO-2', 1, MONDAY],
        ['PO-3', 1, MONDAY],
        ['PO-4', 0, '2026-11-25'],
      ] as const) {
        const rateId = quote.rates[rate]?.rateId ?? ''
        await run('bookings.submit', bookingOf(quote, { reference, rateId, pickupDate }))
      }
      const booked = await until('four bookings', async () => {
        const bookings = await run('bookings.list', {})
        return bookings.every(({ state, hasLabel }) => state === 'BOOKED' && hasLabel) ? bookings : null
      })
      const carrier = booked.find(({ reference }) => reference === 'PO-2')?.carrierName ?? ''

      // Whom to call is set where trucks are.
      await opened.goToSettings(text('settings.place.carriers'))
      await page.getByRole('button', { name: text('cutoff.add') }).click()
      const trucks = page.locator('form', { has: page.getByLabel(text('cutoff.time')) })
      await trucks.getByLabel(text('shipment.carrier')).fill(carrier)
      await trucks.getByLabel(text('cutoff.time')).fill('16:00')
      await trucks.getByLabel(text('address.phone')).fill('956-555-0199')
      await trucks.getByRole('button', { name: text('common.save') }).click()
      await until('the truck', async () => (await run('station.state', {})).settings.cutoffs?.[0] ?? null)

      await opened.goTo(text('rail.pack'))
      await page.getByText('956-555-0199').waitFor()

      await opened.goTo(text('rail.endofday'))
      await page.getByRole('button', { name: text('pickups.title') }).click()
      const week = page.getByRole('region', { name: text('pickups.title') })
      await week.getByText(text('endofday.today')).waitFor()
      await week.getByText('Holiday: US').waitFor()
      expect(await week.getByText(text('pickups.weekend')).count()).toBe(2)
      // Every number is as long as the list that it leads to.
      const numbers = await week.getByRole('link').all()
      const ways = (await Promise.all(numbers.map((link) => link.getAttribute('id')))).filter((id) => id !== null)
      expect(ways).toHaveLength(5)
      const lists = page.getByRole('region', { name: /\d+ pickups?$/ })
      expect(await week.locator('tfoot .count').allTextContents()).toEqual(['3', '1'])
      for (const id of ways) {
        const link = page.locator(`[id="${id}"]`)
        const count = Number((await link.locator('.count').textContent()) ?? '')
        await link.click()
        await page.locator(`[id="${id}"][aria-current="true"]`).waitFor()
        await lists.getByText(`${count} pickup`, { exact: false }).waitFor()
        await until('the list', async () => ((await lists.getByRole('listitem').count()) === count ? true : null))
      }
      expect(await findings(page)).toEqual([])
      await opened.picture('pickups')

      // Another week has its own numbers, and today's is one press away.
      await page.getByRole('button', { name: text('pickups.weekAfter') }).click()
      await page.getByText(text('pickups.none')).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: text('endofday.toToday') }).click()
      await week.getByRole('link').first().waitFor()

      // By keys alone: an arrow to the next number, Enter opens its list.
      await page.locator(`[id="pickup ${MONDAY} ${carrier}"]`).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: text('pickups.all'), exact: false }).waitFor()
      await lists.getByRole('link', { name: 'PO-2' }).focus()
      await page.keyboard.press('Enter')

      const card = page.getByRole('region', { name: text('shipment.pickup'), exact: true })
      await card.getByText('Nov 23, 4:00 PM CST').waitFor()
      await card.getByText('956-555-0199').waitFor()
      await card.getByText(text('pickup.fixed')).waitFor()
      expect(await findings(page)).toEqual([])

      await run('settings.update', { theme: 'dark', language: 'es' })
      await page.getByRole('region', { name: 'Recolección', exact: true }).getByText('Hora límite').waitFor()
      await page.locator('html[data-theme="dark"]').waitFor()
      expect(await findings(page, { only: 'colors' })).toEqual([])
      expect(complaints).toEqual([])
    })

    it('get another day while they wait to be sent', async () => {
      const sandbox = await testSandbox({ clock: runningClock(MORNING) })
      const opened = await openApp(sandbox)
      const { page, station } = opened
      const quote = await station.run('quotes.request', palletsToChicago())
      const input = bookingOf(quote, { reference: 'PO-9', pickupDate: '2026-11-25', holdUntil: '2026-11-24' })
      const { bookingId } = await station.run('bookings.submit', input)
      await page.goto(`${page.url().split('#')[0]}#/book?booking=${bookingId}`)
      const card = page.getByRole('region', { name: text('shipment.pickup'), exact: true })
      await card.getByText('Wed, Nov 25').waitFor()
      await card.getByRole('button', { name: text('bulk.pickup.do') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text('book.pickup')).fill('2026-11-27')
      await dialog.getByRole('button', { name: text('bulk.pickup.do') }).click()
      await dialog.getByText(text('bulk.pickup.done')).waitFor()
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()
      await card.getByText('Fri, Nov 27').waitFor()
      await page.getByText(text('change.what.pickup', { day: 'Fri, Nov 27' })).waitFor()
      expect((await station.run('bookings.get', { bookingId })).pickupDate).toBe('2026-11-27')
      expect(await findings(page)).toEqual([])
      expect(opened.complaints).toEqual([])
    })
  },
)
