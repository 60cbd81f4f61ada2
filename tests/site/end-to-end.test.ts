import { describe, expect, it } from 'vitest'
import { examineSite } from '../../src-main/site-server/doctor.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { TEST_START } from '../support/running-clock.ts'
import { aStation, docksOf, hasLabelHere, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

/** Quoted through the site, and booked. */
async function quoteAndBook(
  desk: SiteStation,
  reference: string,
  { isMeant = true, ...change }: { isMeant?: boolean; pickupDate?: string } = {},
): Promise<string> {
  const quote = await desk.run('quotes.request', palletsToChicago())
  const form = bookingOf(quote, { reference, ...change, ...(!isMeant && { usedQuote: undefined }) })
  const { bookingId } = await desk.run('bookings.submit', form)
  return bookingId
}

/** The freight of `quoteAndBook`, booked without a quote. */
const sameDirectly = (reference: string, usedBooking?: string) => {
  const { originAddress, destinationAddress, cargo } = palletsToChicago()
  const service = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
  const request = { originAddress, destinationAddress, cargo, service, shipDate: '2026-11-23', reference }
  return { kind: 'direct' as const, submissionId: `same-directly-${reference}`, request, usedBooking }
}

describe.skipIf(!hasPostgres)('two stations of a real site', () => {
  it('book at one, scan at the other, go on while the site is away, and lose and double nothing', async () => {
    const folder = tempDir()
    const served = await testSite({ tls: null, folder })
    const { site, origin, another, atService } = served
    expect(origin).toMatch(/^https:/)
    const [a, b] = await docksOf(served)
    await joinSite(a, b)

    // Booked at A, printed at B.
    const first = await a.inState(await quoteAndBook(a, 'PO-1'), 'BOOKED')
    await hasLabelHere(b, first.shipmentId ?? '')
    await hasLabelHere(a, first.shipmentId ?? '')
    expect(await b.run('pack.scan', { code: 'PO-1' })).toMatchObject({ kind: 'printing' })
    expect(await a.run('pack.scan', { code: 'PO-1' })).toMatchObject({
      kind: 'asks',
      question: { kind: 'printed-elsewhere', prints: [{ stationName: 'Dock B' }] },
    })
    const second = await b.inState(await quoteAndBook(b, 'PO-2'), 'BOOKED')
    await hasLabelHere(a, second.shipmentId ?? '')
    await hasLabelHere(b, second.shipmentId ?? '')
    const quote = await a.run('quotes.request', palletsToChicago())

    // The plug is pulled.
    await site.close()
    await a.reach('offline')
    await b.reach('offline')
    expect(await b.run('pack.scan', { code: 'PO-2' })).toMatchObject({ kind: 'printing' })
    expect(await a.run('pack.scan', { code: 'PO-2' })).toMatchObject({ kind: 'asks', question: { kind: 'offline' } })
    const third = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-3' }))
    expect(third.state).toBe('QUEUED')
    await a.restart()

    // And put in again.
    await another({ tls: null, folder, port: site.port })
    const booked = await a.inState(third.bookingId, 'BOOKED')
    await hasLabelHere(b, booked.shipmentId ?? '')
    expect(await b.run('pack.scan', { code: 'PO-3' })).toMatchObject({ kind: 'printing' })
    for (const reference of ['PO-1', 'PO-2', 'PO-3']) expect(await atService(reference)).toHaveLength(1)
    // A label that was printed on the island is known.
    await until('the print to be told', async () => {
      const scanned = await a.run('pack.scan', { code: 'PO-2' })
      return scanned.kind === 'asks' && scanned.question.kind === 'printed-elsewhere' ? scanned : null
    })
  })

  it('call the site as its last start named it, and as before where that named nothing', async () => {
    const folder = tempDir()
    const { site, origin, another, db } = await testSite({ tls: null, folder, siteName: null })
    const desk = await aStation({ code: () => site.enrolCode([origin]) }, 'Dock A')
    expect(await desk.run('site.enrol', { code: await site.enrolCode([origin]), name: 'Dock A' })).toEqual({
      siteName: 'Site',
    })
    await desk.reach('online')
    await site.close()
    const named = await another({ tls: null, folder, port: site.port, siteName: 'Laredo North' })
    expect(named.name).toBe('Laredo North')
    await until('the new name', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.siteName === 'Laredo North' ? true : null
    })
    await named.close()
    await desk.reach('offline')
    // The ledger has it.
    await desk.restart()
    expect(await desk.reach('offline')).toMatchObject({ siteName: 'Laredo North' })
    const again = await another({ tls: null, folder, port: site.port, siteName: null })
    expect(again.name).toBe('Laredo North')
    const findings = await examineSite(db, folder, { now: () => new Date(TEST_START) })
    expect(findings[0]).toEqual({ check: 'site', result: 'ok', detail: 'Laredo North' })
    const renamed = await db.all(`SELECT actor, detail FROM audit WHERE action = 'renamed'`)
    expect(renamed).toEqual([{ actor: 'operator', detail: '{"from":"Site","to":"Laredo North"}' }])
    const ofStation = desk.station.stores.ledger.db.prepare(`SELECT actor, detail FROM audit WHERE action = 'renamed'`)
    expect(ofStation.all()).toEqual([{ actor: 'station', detail: '{"from":"Site","to":"Laredo North"}' }])
  })

  it('ask before they book the freight that the other booked within the hour', async () => {
    const served = await testSite({ tls: null })
    const { atService } = served
    const [a, b] = await docksOf(served)
    await joinSite(a, b)
    const first = await a.inState(await quoteAndBook(a, 'PO-1', { isMeant: false }), 'BOOKED')
    await hasLabelHere(b, first.shipmentId ?? '')
    await expect(quoteAndBook(b, 'PO-2', { isMeant: false })).rejects.toMatchObject({
      code: 'ALREADY_BOOKED',
      details: { usedBy: { bookingId: null, shipmentId: first.shipmentId, reference: 'PO-1' } },
    })
    await b.inState(await quoteAndBook(b, 'PO-3', { isMeant: false, pickupDate: '2026-11-24' }), 'BOOKED')
    await b.inState(await quoteAndBook(b, 'PO-4'), 'BOOKED')
    expect(await atService('PO-2')).toEqual([])
    // Also without a quote, which names another station's booking to be meant.
    const usedBy = { bookingId: null, shipmentId: first.shipmentId, reference: 'PO-1' }
    await expect(a.run('bookings.submit', sameDirectly('PO-5'))).rejects.toMatchObject({ code: 'ALREADY_BOOKED' })
    b.station.stores.ledger.db.exec("UPDATE booking SET created_at = '2026-01-01T00:00:00.000Z'")
    await expect(b.run('bookings.submit', sameDirectly('PO-6'))).rejects.toMatchObject({
      code: 'ALREADY_BOOKED',
      details: { usedBy, usedBooking: first.bookingId },
    })
    const meant = await b.run('bookings.submit', sameDirectly('PO-7', first.bookingId))
    await b.inState(meant.bookingId, 'BOOKED')
  })

  it('are asked by the site where one has not heard yet what the other booked, and book it when it is meant', async () => {
    const served = await testSite({ tls: null })
    const { atService } = served
    const [a, b] = await docksOf(served)
    await joinSite(a, b)
    const first = await a.inState(await quoteAndBook(a, 'PO-1', { isMeant: false }), 'BOOKED')
    await hasLabelHere(b, first.shipmentId ?? '')
    b.station.stores.ledger.db.exec('DELETE FROM site_booking')
    const bookingId = await quoteAndBook(b, 'PO-2', { isMeant: false })
    const { question } = await b.inState(bookingId, 'NEEDS_DECISION')
    expect(question).toMatchObject({
      kind: 'reference-taken',
      holder: { stationName: 'Dock A', bookingId: first.bookingId, state: 'BOOKED' },
      sameFreightAs: 'PO-1',
      free: 'PO-2',
    })
    expect(await atService('PO-2')).toEqual([])
    await b.run('bookings.answer', { bookingId, answer: { answer: 'new-reference', reference: 'PO-2' } })
    await b.inState(bookingId, 'BOOKED')
    expect(await atService('PO-2')).toHaveLength(1)

    a.station.stores.ledger.db.exec(
      "UPDATE booking SET created_at = '2026-01-01T00:00:00.000Z'; DELETE FROM site_booking",
    )
    const direct = await a.run('bookings.submit', sameDirectly('PO-3'))
    const asked = await a.inState(direct.bookingId, 'NEEDS_DECISION')
    expect(asked.question).toMatchObject({ kind: 'reference-taken', sameFreightAs: 'PO-2', free: 'PO-3' })
  })

  it('have the site ask by the rules and the tolerance that are there now, and not by those of when it was handed the booking', async () => {
    const { db, site, origin } = await testSite({ tls: null })
    const desk = await aStation({ code: () => site.enrolCode([origin]) }, 'Dock A')
    await desk.enrol()
    const quote = await desk.run('quotes.request', palletsToChicago())
    const day = '2026-11-25'
    const form = bookingOf(quote, { reference: 'PO-1', holdUntil: day, pickupDate: day })
    const { total } = await desk.run('bookings.submit', form)
    const isAllowed = (most: number) =>
      until(`at most ${most} at the site`, async () => {
        const row = await db.one(`SELECT (summary -> 'mostAllowed' ->> 'minor')::int AS most FROM booking`)
        return row !== undefined && JSON.stringify(row) === JSON.stringify({ most }) ? true : null
      })
    const agreed = total?.minor ?? 0
    await isAllowed(agreed)
    await desk.run('settings.update', { priceTolerance: 10 })
    await isAllowed(Math.floor(agreed * 1.1))
    const when = { consignee: '', from: '', to: 'IL', fromLb: null, toLb: null }
    const does = { kind: 'limit' as const, most: { minor: agreed + 1, currency: 'USD' } }
    const [rule] = await desk.run('rules.save', { name: 'At most', isOn: true, when, does })
    await isAllowed(agreed + 1)
    await desk.run('rules.remove', { ruleId: rule?.ruleId ?? '' })
    await isAllowed(Math.floor(agreed * 1.1))
  })

  it('show a second shipment under the reference of a booking where it was booked', async () => {
    const served = await testSite({ tls: null })
    const { sandbox } = served
    const [a, b] = await docksOf(served)
    await joinSite(a, b)
    const own = await a.inState(await quoteAndBook(a, 'PO-1'), 'BOOKED')
    await b.inState(await quoteAndBook(b, 'PO-2'), 'BOOKED')
    const second = await bookedElsewhere(sandbox, 'po-1')
    const doubled = async (desk: SiteStation) => {
      await desk.run('tracking.sync', {})
      await desk.station.services.inbox.look()
      const { items } = await desk.run('inbox.list', { state: 'open', limit: 50 })
      return items.filter(({ kind }) => kind === 'doubled')
    }
    const items = await until('the second one', async () => {
      const found = await doubled(a)
      return found.length > 0 ? found : null
    })
    expect(items).toMatchObject([{ subjectId: second, label: 'PO-1' }])
    expect(items[0]?.text).toContain(own.shipmentId)
    // Shipments of other stations' bookings are none that are paid twice.
    expect(await doubled(b)).toEqual([])
  })

  it('show two bookings that have one shipment, of which the site was never told one', async () => {
    const served = await testSite({ tls: null })
    const { sandbox, db } = served
    const startEmbedded = async () => ({ ...sandbox, close: async () => undefined })
    const [a, b] = await docksOf(served, { startEmbedded })
    // Booked alone, and too long ago to be uploaded when it joins.
    const own = await a.inState(await quoteAndBook(a, 'PO-1'), 'BOOKED')
    a.station.stores.ledger.db.exec("UPDATE booking SET created_at = '2026-01-01T00:00:00.000Z'")
    await joinSite(a, b)
    const other = await b.inState(await quoteAndBook(b, 'PO-2'), 'BOOKED')
    // As if the service had answered with the shipment of the first.
    b.station.stores.ledger.db.prepare('UPDATE booking SET shipment_id = ?').run(own.shipmentId)
    await db.run('UPDATE booking SET shipment_id = $1, updated_at = site_now()', own.shipmentId)
    await db.run(`INSERT INTO feed_pending (kind, key) VALUES ('booking', $1)`, other.bookingId)
    for (const [desk, bookingId, label] of [
      [a, own.bookingId, 'PO-1, PO-2'],
      [b, other.bookingId, 'PO-2, PO-1'],
    ] as const) {
      const item = await until(`both at ${desk.name}`, async () => {
        await desk.run('tracking.sync', {})
        await desk.station.services.inbox.look()
        const { items } = await desk.run('inbox.list', { state: 'open', limit: 50 })
        return items.find(({ kind }) => kind === 'booking') ?? null
      })
      expect(item).toMatchObject({ subjectId: bookingId, label, code: 'SHIPMENT_CLAIMED' })
    }
  })

  it('of which two take one reference ask the second, and show every station to a supervisor', async () => {
    const served = await testSite({ tls: null })
    const { atService } = served
    const [a, b] = await docksOf(served)
    await joinSite(a, b)
    const first = await a.inState(await quoteAndBook(a, 'PO-9'), 'BOOKED')
    const bookingId = await quoteAndBook(b, 'PO-9')
    const asked = await b.inState(bookingId, 'NEEDS_DECISION')
    expect(asked.question).toMatchObject({
      kind: 'reference-taken',
      holder: { stationName: 'Dock A', bookingId: first.bookingId, state: 'BOOKED' },
    })
    const free = asked.question?.kind === 'reference-taken' ? asked.question.free : ''
    await b.run('bookings.answer', { bookingId, answer: { answer: 'new-reference', reference: free } })
    await b.inState(bookingId, 'BOOKED')
    expect(await atService('PO-9')).toHaveLength(1)
    const overview = await a.run('site.stations', {})
    expect(overview.stations.map(({ name }) => name).sort()).toEqual(['Dock A', 'Dock B'])
  })
})
