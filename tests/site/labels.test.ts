import { describe, expect, it } from 'vitest'
import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { fakeSite } from '../support/fake-site.ts'
import { aStation, hasLabelHere, joinSite, type SiteStation, zplOf } from '../support/site-stations.ts'
import { until } from '../support/until.ts'
import { full } from '../support/full.ts'

type Site = Awaited<ReturnType<typeof fakeSite>>

async function twoDesks() {
  const site = await fakeSite()
  const [first, second] = [await aStation(site, 'Dock 1'), await aStation(site, 'Dock 2')]
  await joinSite(first, second)
  return { site, first, second }
}

/** Booked at one, with its label at both. */
async function bookedAt(desk: SiteStation, site: Site, reference: string, desks: readonly SiteStation[]) {
  const { bookingId } = await desk.book(reference)
  await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
  const { course } = site.book(bookingId, zplOf(reference))
  const { shipmentId, trackingNumber } = course
  if (shipmentId === null || trackingNumber === null) throw new Error('it was not booked')
  for (const one of desks) await hasLabelHere(one, shipmentId)
  return { bookingId, shipmentId, trackingNumber }
}

const scan = (desk: SiteStation, code: string, more: { reprintReason?: string; despite?: string[] } = {}) =>
  desk.run('pack.scan', { code, ...more })

/** The site is away, and the station knows. */
async function unplug(site: Site, ...desks: SiteStation[]) {
  await site.close()
  for (const desk of desks) await desk.reach('offline')
}

describe('labels of a site', () => {
  it.each([
    [400, 'INVALID_INPUT'],
    [401, 'STATION_REFUSED'],
    [401, 'TOKEN_REFUSED'],
    [404, 'NOT_FOUND'],
    [500, 'INTERNAL'],
  ])('print where they were booked whatever the site refuses the claim with (%s %s)', async (status, code) => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Dock 1')
    await desk.enrol()
    await bookedAt(desk, site, 'PO-1', [desk])
    site.site.refusing.set('/prints/claims', { status, code })
    expect(await scan(desk, 'PO-1')).toMatchObject({ kind: 'printing', shipment: { reference: 'PO-1' } })
  })

  it('print at the desk that lost their reference, whose own booking waits for an answer', async () => {
    const { site, first, second } = await twoDesks()
    const { bookingId, shipmentId } = await bookedAt(first, site, 'PO-7', [first, second])
    const lost = await second.book('po-7')
    const { question } = await second.inState(lost.bookingId, 'NEEDS_DECISION')
    expect(question).toMatchObject({ kind: 'reference-taken', holder: { bookingId } })
    expect(await scan(second, 'po-7')).toMatchObject({ kind: 'printing', shipment: { shipmentId } })
  })

  it('print at any station, by reference and tracking number, while the site is away', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber } = await bookedAt(first, site, 'PO-1', [first, second])
    await bookedAt(first, site, 'PO-2', [first, second])
    await unplug(site, first, second)
    // Its own prints as ever.
    expect(await scan(first, trackingNumber)).toMatchObject({ kind: 'printing', shipment: { reference: 'PO-1' } })
    // Another's asks: nobody knows whether it was printed where it was booked.
    const asked = await scan(second, 'po-2')
    expect(asked).toMatchObject({ kind: 'asks', question: { kind: 'offline', key: 'ISLAND' } })
    const given = { reprintReason: 'truck leaves', despite: ['ISLAND'] }
    expect(await scan(second, 'po-2', given)).toMatchObject({ kind: 'printing', shipment: { reference: 'PO-2' } })
    // The site hears of both, and why.
    await site.open()
    await until('the prints', () => (site.prints.size === 2 ? true : null))
    expect([...site.prints.values()]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ stationName: 'Dock 1', onIsland: true, reason: null }),
        expect.objectContaining({ stationName: 'Dock 2', onIsland: true, reason: 'truck leaves' }),
      ]),
    )
  })

  it('tell the second station who printed it, where and when, and need a reason', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber, shipmentId } = await bookedAt(first, site, 'PO-1', [first, second])
    expect(await scan(first, trackingNumber)).toMatchObject({ kind: 'printing' })
    const asked = await scan(second, trackingNumber)
    expect(asked).toMatchObject({
      kind: 'asks',
      question: { kind: 'printed-elsewhere', key: 'ELSEWHERE', prints: [{ stationName: 'Dock 1', onIsland: false }] },
    })
    expect(await second.run('jobs.list', {})).toEqual([])
    const given = { reprintReason: 'label torn', despite: ['ELSEWHERE'] }
    expect(await scan(second, trackingNumber, given)).toMatchObject({ kind: 'printing' })
    const reported = [...site.prints.values()].filter((one) => one.shipmentId === shipmentId)
    expect(reported.map(({ stationName, reason }) => [stationName, reason])).toEqual([
      ['Dock 1', null],
      ['Dock 2', 'label torn'],
    ])
  })

  it('are told of again where calls failed by chance, more than the job has moves', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber } = await bookedAt(first, site, 'PO-1', [first, second])
    const { path } = SITE_POSTS.reportPrints
    site.site.losing.set(path, 8)
    await scan(first, trackingNumber)
    await until('the calls to fail', () => (site.site.losing.get(path) === 0 ? true : null))
    const { db } = first.station.stores.ledger
    await until('the print to be told', () =>
      db.prepare('SELECT 1 FROM print_claim WHERE is_due <> 0').get() === undefined ? true : null,
    )
    expect(await first.run('site.view', {})).toMatchObject({ reach: { kind: 'online' } })
  })

  it('know on an island of prints that were told before', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber, shipmentId } = await bookedAt(first, site, 'PO-1', [first, second])
    await scan(second, trackingNumber)
    await until('the print to be told', () => {
      const { db } = first.station.stores.ledger
      return db.prepare('SELECT 1 FROM site_print WHERE shipment_id = ?').get(shipmentId) === undefined ? null : true
    })
    await unplug(site, first)
    expect(await scan(first, trackingNumber)).toMatchObject({
      kind: 'asks',
      question: { kind: 'printed-elsewhere', prints: [{ stationName: 'Dock 2' }] },
    })
  })

  it('that two islands printed are told of to a person', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber } = await bookedAt(first, site, 'PO-1', [first, second])
    await unplug(site, first, second)
    await scan(first, trackingNumber)
    await scan(second, trackingNumber, { reprintReason: 'truck leaves', despite: ['ISLAND'] })
    await second.close()
    await site.open()
    await until('the first to be told', () => (site.prints.size === 1 ? true : null))
    await second.restart()
    await until('both to be told', () => (site.prints.size === 2 ? true : null))
    // With a reason it is no silent double; without one it is.
    expect((await second.run('station.state', {})).notices).toEqual([])
  })

  it('are told of again when the site may have lost who printed them', async () => {
    const { site, first, second } = await twoDesks()
    const { trackingNumber, shipmentId } = await bookedAt(first, site, 'PO-1', [first, second])
    await scan(first, trackingNumber)
    const isReported = () =>
      [...site.prints.values()].some((one) => one.shipmentId === shipmentId && one.outcome === 'printed')
    await until('the print to be told', () => (isReported() ? true : null))
    site.prints.clear()
    site.failOver([])
    await until('it to be told again', () => (isReported() ? true : null))
  })

  it('come by a look-up, where this station was enrolled later than they were booked', async () => {
    const site = await fakeSite()
    const first = await aStation(site, 'Dock 1')
    await first.enrol()
    const { trackingNumber } = await bookedAt(first, site, 'PO-1', [first])
    const late = await aStation(site, 'Dock 9')
    await joinSite(late)
    expect(await scan(late, trackingNumber)).toMatchObject({ kind: 'printing', shipment: { reference: 'PO-1' } })
  })

  it('of several that a looked up code fits are asked about', async () => {
    const site = await fakeSite()
    const first = await aStation(site, 'Dock 1')
    await first.enrol()
    const { trackingNumber } = await bookedAt(first, site, 'PO-1', [first])
    // Another order's reference is the tracking number of the first.
    const { shipmentId } = await bookedAt(first, site, trackingNumber, [first])
    const late = await aStation(site, 'Dock 9')
    await joinSite(late)
    expect(await scan(late, trackingNumber)).toMatchObject({
      kind: 'ambiguous',
      shipments: expect.arrayContaining([
        expect.objectContaining({ reference: 'PO-1' }),
        expect.objectContaining({ shipmentId }),
      ]),
    })
    expect(await late.run('pack.scan', { code: trackingNumber, chosen: shipmentId })).toMatchObject({
      kind: 'printing',
      shipment: { shipmentId },
    })

    // So are they where this station knows one of them already, and the site has told it of none of the others.
    late.station.stores.ledger.db.exec('DELETE FROM site_booking; DELETE FROM site_label')
    const { shipmentId: own } = await bookedAt(late, site, shipmentId, [late])
    const asked = await late.run('pack.scan', { code: shipmentId })
    if (asked.kind !== 'ambiguous') throw new Error(`the scan led to ${asked.kind}`)
    expect(asked.shipments.map((one) => one.shipmentId).toSorted()).toEqual([shipmentId, own].toSorted())
  })

  it('come where what is streamed begins further on than this station is', async () => {
    const { site, first, second } = await twoDesks()
    await bookedAt(first, site, 'PO-0', [second])
    site.site.isSilent = true
    const { bookingId } = await first.book('PO-1')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    site.book(bookingId, zplOf('PO-1'))
    site.site.isSilent = false
    await bookedAt(first, site, 'PO-2', [second])
    const labels = () => second.station.stores.ledger.db.prepare('SELECT count(*) FROM label').pluck().get()
    await until('the label of before', () => (labels() === 3 ? true : null))
    expect(await scan(second, 'PO-1')).toMatchObject({ kind: 'printing' })
  })

  it(
    'come by asking where the stream is silent',
    full('waits for the link in real time; tests/site-server/feed.test.ts proves the pages'),
    async () => {
      const site = await fakeSite()
      site.site.hasStream = false
      const [first, second] = [await aStation(site, 'Dock 1'), await aStation(site, 'Dock 2')]
      await joinSite(first, second)
      await bookedAt(first, site, 'PO-1', [second])
      expect(await scan(second, 'PO-1')).toMatchObject({ kind: 'printing' })
    },
  )
})

describe('an island', () => {
  it('books on, closes no day, changes no shared record, says so, and comes back by itself', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Dock 1')
    await joinSite(desk)
    await unplug(site, desk)
    const state = await desk.run('station.state', {})
    expect(state.site).toMatchObject({ siteName: 'Laredo', reach: { kind: 'offline' }, waiting: 0 })
    const { bookingId } = await desk.book('PO-1')
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'QUEUED' })
    const closing = {
      submissionId: 'close-day-1',
      day: '2026-11-23',
      carriers: [{ carrier: 'Northline Freight', shipmentIds: ['SHP-1'] }],
    }
    expect(await desk.station.invoke('endofday.close', closing)).toMatchObject({
      ok: false,
      error: { code: 'SITE_NEEDED' },
    })
    expect(await desk.station.invoke('addressBook.list', {})).toMatchObject({ ok: true })
    // A station that starts while the site is away knows since when.
    const since = state.site?.reach.kind === 'offline' ? state.site.reach.since : ''
    await desk.restart()
    const view = await desk.reach('offline')
    expect(view.reach).toMatchObject({ since })
    expect(view.waiting).toBe(1)
    await site.open()
    await desk.reach('online')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    expect([...site.stations.values()][0]?.beat?.islandSince ?? null).toBe(null)
  })
})
