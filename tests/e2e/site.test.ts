import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { fakeSite } from '../support/fake-site.ts'
import { testSandbox } from '../support/sandbox.ts'
import { aStation, directBooking } from '../support/site-stations.ts'
import { until } from '../support/until.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `A site of stations ${why}`.trim(),
  full('a site and two stations; tests/site proves what they exchange'),
  () => {
    it('is joined by a code, says so in the top bar, asks about a reference, and shows every station', async () => {
      const site = await fakeSite()
      const other = await aStation(site, 'Bench 5')
      await other.enrol()
      const app = await openApp(await testSandbox())
      const { page, station, goTo, complaints } = app
      const clean = (place: string) => expectUsable(app, place)
      const places = page.getByRole('navigation', { name: text('rail.settings') })

      await goTo(text('rail.settings'))
      await places.getByRole('link', { name: text('settings.place.site') }).click()
      await page.getByLabel(text('site.code')).fill(site.code())
      await page.getByText(/^Site at 127\.0\.0\.1/).waitFor()
      await page.getByLabel(text('site.name')).fill('Dock 1')
      await clean('enrol form')
      await page.getByRole('button', { name: text('site.join') }).click()
      await page.getByRole('heading', { name: 'Laredo' }).waitFor()
      await page.getByText(text('site.reach.online'), { exact: true }).waitFor()
      await clean('membership')

      // Somebody else has the reference.
      const theirs = await other.book('PO-7')
      await until('the site to have it', () => site.bookings.get(theirs.bookingId) ?? null)
      const mine = await station.run('bookings.submit', {
        ...directBooking('PO-7'),
        usedBooking: theirs.bookingId,
      })
      await goTo(text('rail.book'))
      await page
        .getByText(text('outbox.next.referenceTaken', { station: 'Bench 5' }))
        .first()
        .waitFor()
      await page.getByRole('link', { name: 'PO-7', exact: true }).click()
      await page.getByText(text('answer.title.reference-taken')).waitFor()
      await clean('question')
      await page.getByRole('radio', { name: /^Different order/ }).check()
      await page.getByLabel(text('shipment.reference'), { exact: true }).fill('PO-7-B')
      await page.getByRole('button', { name: 'Book as PO-7-B' }).click()
      await until('the site to have it', () => site.bookings.get(mine.bookingId) ?? null)

      await goTo(text('rail.site'))
      await page.getByRole('rowheader', { name: 'Bench 5' }).waitFor()
      await clean('stations')

      // An edit of another station replaced one: it is brought back from the audit log.
      const line = { weight: 500, length: 48, width: 40, height: 36, description: 'Drums' }
      const by = { stationId: 'stn_9', stationName: 'Bench 5', person: 'Rosa Delgado', at: '2026-11-23T12:00:00.000Z' }
      const shown = (quantity: number) =>
        until(`${quantity} drums`, async () => {
          const [preset] = await station.run('presets.list', {})
          return preset?.cargo[0]?.quantity === quantity || null
        })
      for (const [version, quantity] of [1, 2].map((n) => [n, n * 2] as const)) {
        const body = { name: 'Drums', cargo: [{ ...line, quantity }], units: { weight: 'lb', dimensions: 'in' } }
        site.report({ kind: 'record', record: { kind: 'preset', recordId: 'pre_9', version, body, ...by } })
        await shown(quantity)
      }
      await goTo(text('rail.settings'))
      await places.getByRole('link', { name: text('settings.place.audit') }).click()
      await page.getByRole('button', { name: text('audit.bringBack') }).waitFor()
      await clean('bring back')
      await page.getByRole('button', { name: text('audit.bringBack') }).click()
      await shown(2)

      await site.close()
      await page
        .getByText(/^Site offline since/)
        .first()
        .waitFor()
      await goTo(text('rail.settings'))
      await places.getByRole('link', { name: text('settings.place.site') }).click()
      await clean('offline')
      await page.getByRole('button', { name: text('emergency.start') }).click()
      await page.getByLabel(text('emergency.key')).waitFor()
      await clean('break-glass')
      await page.getByRole('button', { name: text('common.cancel') }).click()
      await station.run('settings.update', { language: 'es' })
      await page
        .getByText(/^Sitio sin conexión desde/)
        .first()
        .waitFor()
      expect(complaints).toEqual([])
    })
  },
)
