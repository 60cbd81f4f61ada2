import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { uploadItemSchema } from '../../src-shared/site/upload.ts'
import { fakeSite } from '../support/fake-site.ts'
import { aStation, joinSite, type SiteStation } from '../support/site-stations.ts'
import { until } from '../support/until.ts'

const uploadSchema = z.object({ items: z.array(uploadItemSchema) })

/** A desk whose booking has a shipment, as its site reported it. */
async function aBooked() {
  const site = await fakeSite()
  const desk = await aStation(site, 'Dock A')
  await joinSite(desk)
  const { bookingId } = await desk.book('PO-77')
  await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
  site.book(bookingId)
  const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
  /** The shipment by which the site was told last that the station knows it. */
  const reported = () => {
    const items = site.calls.flatMap(({ path, body }) =>
      path === '/hand-over' ? uploadSchema.parse(body).items.flatMap((item) => item) : [],
    )
    const last = items.findLast((item) => item.kind === 'booking' && item.booking.bookingId === bookingId)
    return last?.kind === 'booking' ? (last.known?.shipmentId ?? null) : null
  }
  return { site, desk, bookingId, shipmentId, reported }
}

const twiceOf = async (desk: SiteStation) =>
  (await desk.run('station.state', {})).notices.filter(({ code }) => code === 'BOOKED_TWICE')

describe('a booking that has a shipment here', () => {
  it('keeps it where the site reports another one: both are kept, and a person is asked once', async () => {
    const { site, desk, bookingId, shipmentId, reported } = await aBooked()
    site.move(bookingId, { shipmentId: 'SHP-OTHER', trackingNumber: 'TRKOTHER' })
    const [notice] = await desk.until('a notice', async () => {
      const open = await twiceOf(desk)
      return open.length > 0 ? open : null
    })
    expect(notice?.details).toEqual({ bookingId, reference: 'PO-77', shipmentIds: [shipmentId, 'SHP-OTHER'].sort() })
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'BOOKED', shipmentId })
    await until('the site to hear of the first', () => (reported() === shipmentId ? true : null))
    await desk.until('nothing to wait', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.waiting === 0 ? true : null
    })
    // The other one is found by its number.
    expect(await desk.run('pack.scan', { code: 'TRKOTHER' })).toMatchObject({ shipment: { shipmentId: 'SHP-OTHER' } })

    await desk.restart()
    expect(await twiceOf(desk)).toEqual([notice])
    await desk.run('station.dismissNotice', { code: 'BOOKED_TWICE' })
    const before = site.feed.length
    site.move(bookingId, { trackingNumber: 'TRKOTHER2' })
    await desk.until('the report', async () => {
      const kept = desk.station.stores.ledger.db.prepare('SELECT tracking_number FROM site_booking').pluck().all()
      return kept.includes('TRKOTHER2') ? true : null
    })
    expect(site.feed.length).toBe(before + 1)
    expect(await twiceOf(desk)).toEqual([])
  })

  it.each(['QUEUED', 'UNKNOWN', 'CANCELLED'] as const)('stays booked where the site has it as %s', async (state) => {
    const { site, desk, bookingId, shipmentId, reported } = await aBooked()
    site.move(bookingId, { state, shipmentId: null, trackingNumber: null })
    await until('the site to hear of it', () => (reported() === shipmentId ? true : null))
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'BOOKED', shipmentId })
    expect(await twiceOf(desk)).toEqual([])
  })

  it('follows its site again when that reports the same shipment', async () => {
    const { site, desk, bookingId, shipmentId } = await aBooked()
    site.move(bookingId, { shipmentId: 'SHP-OTHER' })
    await desk.until('a notice', async () => ((await twiceOf(desk)).length > 0 ? true : null))
    site.move(bookingId, { shipmentId, trackingNumber: 'TRKSAME' })
    await desk.until('the report', async () => {
      const booking = await desk.run('bookings.get', { bookingId })
      return booking.trackingNumber === 'TRKSAME' ? true : null
    })
    expect(desk.station.stores.ledger.db.prepare('SELECT count(*) FROM site_booking').pluck().get()).toBe(0)
  })
})

describe('what left for the site and was not answered', () => {
  it('stays tried: only a connection that was never made proves that no byte left', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Dock A')
    await joinSite(desk)
    site.site.hasStream = false
    site.site.losing.set('/hand-over', Infinity).set('/feed', Infinity).set('/beat', Infinity)
    const { bookingId } = await desk.book('PO-1')
    await until('a try', () => (site.calls.some(({ path }) => path === '/hand-over') ? true : null))
    await desk.reach('offline')
    const tried = () =>
      desk.station.stores.ledger.db
        .prepare('SELECT tried_under FROM hand_over WHERE subject_id = ?')
        .pluck()
        .get(bookingId)
    expect(tried()).toBe(site.site.timeline)
    await site.close()
    const fresh = await desk.book('PO-2')
    expect(tried()).toBe(site.site.timeline)
    const untried = desk.station.stores.ledger.db
      .prepare('SELECT subject_id FROM hand_over WHERE tried_under IS NULL')
      .pluck()
      .all()
    expect(untried).toEqual([fresh.bookingId])
  })
})
