import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { pressByHand, scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
/** Of what is booked here, in the morning at the station. */
const PICKUP_DAY = new Date('2026-11-23T09:00:00').toISOString()

describe.skipIf(why !== '')(
  `what is to be packed ${why}`.trim(),
  full('tests/renderer/screens/pack proves the list, pack.test.ts the screen'),
  () => {
    it('is listed by truck and printed with one key an order', async () => {
      const opened = await openApp(await testSandbox({ clock: runningClock(PICKUP_DAY) }))
      const { page, station } = opened
      let carrier = ''
      for (const reference of ['PO-1', 'PO-2', 'PO-3']) {
        const quote = await station.run('quotes.request', palletsToChicago())
        const booked = await station.run('bookings.submit', bookingOf(quote, { reference }))
        carrier = booked.carrierName
        await station.until('the label', async () => {
          const { hasLabel } = await station.run('bookings.get', { bookingId: booked.bookingId })
          return hasLabel ? true : null
        })
      }

      // When its truck leaves is set once.
      await opened.goToSettings(text('settings.place.carriers'))
      await page.getByRole('button', { name: text('cutoff.add') }).click()
      const trucks = page.locator('form', { has: page.getByLabel(text('cutoff.time')) })
      await trucks.getByLabel(text('shipment.carrier')).fill(carrier)
      await trucks.getByLabel(text('cutoff.time')).fill('16:00')
      await trucks.getByLabel(text('cutoff.place')).fill('door 3')
      await trucks.getByRole('button', { name: text('common.save') }).click()
      await station.until(
        'the truck',
        async () => (await station.run('station.state', {})).settings.cutoffs?.[0] ?? null,
      )
      expect(await findings(page)).toEqual([])

      await opened.goTo(text('rail.pack'))
      await page.getByText('3 orders left').waitFor()
      await page.getByText('door 3', { exact: false }).waitFor()
      const chosen = page.locator('[aria-current="true"]')
      await chosen.getByText('PO-1').waitFor()
      expect(await findings(page)).toEqual([])
      await station.run('settings.update', { theme: 'dark', language: 'es' })
      await page.getByText('Quedan 3 pedidos').waitFor()
      expect(await findings(page, { only: 'colors' })).toEqual([])
      await station.run('settings.update', { theme: 'light', language: 'en' })
      await page.getByText('3 orders left').waitFor()

      // A scanner that begins its codes with a line end prints no order of the list, and answers nothing.
      await page.locator('#scan:focus').waitFor()
      await page.evaluate(`(() => {
      const field = document.querySelector('#scan')
      const press = (key) => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      press('Enter')
      for (const key of 'NO-SUCH-1') {
        press(key)
        field.value += key
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })()`)
      await page.keyboard.press('Enter')
      await page.getByText('NO-SUCH-1', { exact: false }).first().waitFor()
      expect(await station.run('jobs.list', {})).toEqual([])
      await pressByHand(page, 'Escape')

      // The arrows choose, Enter on the empty field prints, and Enter goes on to the next.
      await page.locator('#scan:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      await chosen.getByText('PO-2').waitFor()
      await page.keyboard.press('ArrowUp')
      await chosen.getByText('PO-1').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(text('banner.printed'), { exact: true }).first().waitFor()
      const next = page.getByRole('region', { name: text('work.next') })
      await next.getByText('PO-2').waitFor()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Enter')
      await next.getByText('PO-3').waitFor()
      // PO-3 is next as soon as PO-2 is asked for; this is about Escape once it is out.
      await page.locator('section.card .large').getByText('PO-2', { exact: true }).waitFor()
      await page.getByRole('status').getByText(text('banner.printed'), { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('1 order left').waitFor()
      await page.getByText('2 done').waitFor()
      const jobs = await station.run('jobs.list', {})
      expect(jobs.map(({ title }) => title).toSorted()).toEqual(['PO-1', 'PO-2'])
      expect(opened.complaints).toEqual([])
    })

    it('prints the label of one piece again with four keys at most', async () => {
      const opened = await openApp(await testSandbox())
      const { page, station } = opened
      const request = palletsToChicago()
      const cargo = request.cargo.map((line) => ({ ...line, quantity: 6 }))
      const quote = await station.run('quotes.request', { ...request, cargo })
      const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-48236' }))
      await station.until('the label', async () => {
        const { hasLabel } = await station.run('bookings.get', { bookingId })
        return hasLabel ? true : null
      })
      await page.locator('#scan:focus').waitFor()
      await scan(page, 'PO-48236')
      await page.getByText(text('banner.printed'), { exact: true }).first().waitFor()

      await pressByHand(page, 'F2')
      const piece = page.getByRole('button', { name: 'Piece 3 of 6' })
      await piece.waitFor()
      // Seen without scrolling, and no word but by a digit that stands alone: a scanner's go on to the next.
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('3')
      const reason = page.getByRole('button', { name: text('reason.damaged') })
      await reason.waitFor()
      expect(await piece.getAttribute('aria-pressed')).toBe('true')
      const box = await reason.boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(800)
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('1')
      await page.getByText('PO-48236 (3/6)').first().waitFor()
      const [job] = await station.run('jobs.list', { limit: 1 })
      expect(job).toMatchObject({ purpose: 'reprint', reason: text('reason.damaged'), title: 'PO-48236 (3/6)' })
      await station.until('the label of the piece', async () =>
        (await station.run('virtualPrinter.labels', { limit: 20 })).length === 7 ? true : null,
      )

      // A scan of the order asks; a code that begins with digits is read as a code, not as answers.
      await scan(page, 'PO-48236')
      await page.getByRole('button', { name: 'Piece 3 of 6' }).waitFor()
      await page.evaluate(`(() => {
      const field = document.querySelector('#scan')
      for (const key of ['3', '1', '4', '1']) {
        field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        field.value += key
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })()`)
      await page.keyboard.press('Enter')
      await page.getByText('3141', { exact: false }).first().waitFor()
      expect(await station.run('jobs.list', {})).toHaveLength(2)
      expect(opened.complaints).toEqual([])
    })
  },
)
