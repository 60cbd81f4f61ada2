import { describe, expect, it } from 'vitest'
import { PLACES, type Place } from '../../src-renderer/screens/settings/places.ts'
import { formatRoute, SCREENS, type Screen } from '../../src-renderer/frame/route.ts'
import { full } from '../support/full.ts'
import { batchCells, batchCsv, handIn } from '../support/batch-files.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { text } from '../support/text.ts'
import { openApp } from './app.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

/** Where each screen is left for; one whose places are named; and one that asks nothing at a station without a site. */
const LEFT_OUT: readonly Screen[] = ['rehearsal', 'settings', 'site']
/** Shown from what the page knows already. */
const ASKING_NOTHING: readonly Place[] = ['station', 'carriers', 'about']

describe.skipIf(why !== '')(`an answer that comes when its screen was left ${why}`.trim(), () => {
  it(
    'is read without a complaint, on every screen',
    full(
      'every screen, left in the middle of its questions; the other journeys go through most of them with no complaint',
    ),
    async () => {
      const { page, station, complaints } = await openApp(await testSandbox())
      const quote = await station.run('quotes.request', palletsToChicago())
      const { bookingId } = await station.run('bookings.submit', bookingOf(quote))
      const { shipmentId } = await station.until('the shipment', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return booking.shipmentId === null || !booking.hasLabel ? null : { shipmentId: booking.shipmentId }
      })
      await station.run('orders.add', { orders: [{ ...palletsToChicago(), reference: 'SO-1' }] })
      const { batch } = await handIn(station.run, batchCsv([batchCells('SO-2')]))

      let holds: { promise: Promise<void>; resolve: () => void } | null = null
      const waiting = new Set<object>()
      await page.route('**/command/**', async (route) => {
        waiting.add(route)
        await holds?.promise
        await route.continue()
        await route.request().response()
        waiting.delete(route)
      })
      const elsewhere = text('rail.rehearsal')
      const heading = page.locator('main h1').first()
      const go = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
      const leave = async () => {
        await go(formatRoute({ screen: 'rehearsal', params: {} }))
        await heading.filter({ hasText: elsewhere }).waitFor()
      }
      await leave()
      for (const hash of [
        ...SCREENS.filter((screen) => !LEFT_OUT.includes(screen)).map((screen) => formatRoute({ screen, params: {} })),
        ...PLACES.filter((place) => !ASKING_NOTHING.includes(place)).map((section) =>
          formatRoute({ screen: 'settings', params: { section } }),
        ),
        formatRoute({ screen: 'batch', params: { batch: batch.batchId } }),
        formatRoute({ screen: 'book', params: { booking: bookingId } }),
        formatRoute({ screen: 'track', params: { shipment: shipmentId } }),
        formatRoute({ screen: 'documents', params: { shipment: shipmentId } }),
      ]) {
        await expect.poll(() => waiting.size).toBe(0)
        holds = Promise.withResolvers()
        await go(hash)
        await heading.filter({ hasNotText: elsewhere }).waitFor()
        await expect.poll(() => waiting.size, { message: hash }).toBeGreaterThan(0)
        await leave()
        holds.resolve()
        holds = null
      }
      await expect.poll(() => waiting.size).toBe(0)
      expect(complaints).toEqual([])
    },
  )
})
