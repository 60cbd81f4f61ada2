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
/** Of what is booked here, in the morning. */
const PICKUP_DAY = '2026-11-23T15:00:00.000Z'

describe.skipIf(why !== '')(
  `Track for a whole hall ${why}`.trim(),
  full('tests/renderer and tests/shipments prove what is shown'),
  () => {
    it('tells on the wall what needs a person, what is to be packed and how printers are, and what changes by itself', async () => {
      const opened = await openApp(await testSandbox({ samples: true, clock: runningClock(PICKUP_DAY) }))
      const { page, station } = opened
      await station.run('tracking.sync', {})
      const quote = await station.run('quotes.request', palletsToChicago())
      const { bookingId, carrierName } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
      await station.until('the label', async () => {
        const { hasLabel } = await station.run('bookings.get', { bookingId })
        return hasLabel ? true : null
      })
      await station.run('settings.update', {
        cutoffs: [{ carrier: carrierName, time: '16:00', place: 'door 3' }],
      })
      await opened.goTo(text('rail.track'))
      await page.getByRole('button', { name: text('rail.wall') }).click()
      const trucks = page.getByRole('region', { name: /to pack today$/ })
      await trucks.getByText('0 of 1').waitFor()
      // Nothing of the frame is around it.
      expect(await page.getByRole('link', { name: text('rail.pack'), exact: true }).count()).toBe(0)
      expect(await page.getByRole('combobox').count()).toBe(0)
      const { open } = await station.run('inbox.list', {})
      const people = page.getByRole('region', { name: new RegExp(`^${text('rail.inbox')}`) })
      await people.getByRole('heading', { name: `${text('rail.inbox')} ${open}` }).waitFor()
      await page
        .getByRole('region', { name: text('printers.title') })
        .getByText(text('builtInPrinter.Virtual printer'))
        .waitFor()
      // The same numbers as on Track's tiles.
      const { exceptions } = await station.run('shipments.tiles', {})
      const counts = page.getByRole('region', { name: text('track.tiles') })
      await counts
        .locator('div', { hasText: text('track.tile.exceptions') })
        .last()
        .getByText(String(exceptions), { exact: true })
        .waitFor()
      expect(await findings(page)).toEqual([])
      await opened.picture('wall')

      // What happens elsewhere comes by itself.
      await station.run('inbox.notify', { kind: 'note', text: 'Door 3 is stuck' })
      await people.getByText('Door 3 is stuck').waitFor()
      await people.getByText(String(open + 1), { exact: true }).waitFor()
      await station.run('pack.scan', { code: 'PO-1' })
      await trucks.getByText('1 of 1').waitFor()
      await trucks.getByText(text('work.all')).waitFor()

      // Large enough for five metres on a screen of the usual size, in every language and theme.
      await page.setViewportSize({ width: 1920, height: 1080 })
      await station.run('settings.update', { theme: 'dark', language: 'es' })
      await page.getByText('por empacar hoy').waitFor()
      await page.getByText('Impresora virtual').waitFor()
      expect(await findings(page, { only: 'colors' })).toEqual([])
      const size = await page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('main section li strong')).fontSize)",
      )
      expect(size).toBeGreaterThanOrEqual(26)
      await page.getByRole('link', { name: 'Volver a Rastreo' }).click()
      await page.getByRole('grid').waitFor()
      expect(opened.complaints).toEqual([])
    })

    it('shows on a map where all is that is under way, takes circles apart, and leads to each shipment', async () => {
      const opened = await openApp(await testSandbox({ samples: true }))
      const { page, station } = opened
      await station.run('tracking.sync', {})
      const { places } = await station.run('shipments.places', {})
      const total = places.reduce((sum, { count }) => sum + count, 0)
      await opened.goTo(text('rail.track'))
      await page.getByRole('button', { name: text('track.view.map'), exact: true }).click()
      const side = page.getByRole('complementary', { name: text('map.places') })
      await side.getByText(`${text('map.title')}: ${total}`).waitFor()
      const circles = page.locator('.sheet button')
      const numbers = (await circles.allTextContents()).map(Number)
      expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(total)
      expect(await findings(page)).toEqual([])
      await opened.picture('track-map')

      // A place's shipments are as many as its number, and each is a click away.
      const [first] = places
      await side.getByRole('button', { name: new RegExp(`^${first?.city ?? ''}`) }).click()
      await expect.poll(() => side.getByRole('link').count()).toBe(first?.count)
      expect(await findings(page)).toEqual([])
      await side.getByRole('button', { name: /^Show all places/ }).click()
      await side.getByText(`${text('map.title')}: ${total}`).waitFor()
      await side.getByRole('button').first().click()
      await side.getByRole('link').first().click()
      await page.getByRole('complementary', { name: text('book.shipment') }).waitFor()
      expect(opened.complaints).toEqual([])
    })
  },
)
