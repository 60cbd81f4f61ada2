import { describe, expect, it } from 'vitest'
import { NOWHERE, shipmentReport, testCache, trackingEvent } from '../support/cache.ts'

const event = (id: string, shipmentId: string, status: string, timestamp: string) =>
  trackingEvent(id, shipmentId, { status, timestamp, description: status })

const monterrey = {
  ...{ ...NOWHERE, companyName: 'Aceros Peñón', address1: 'Av. Constitución 400' },
  ...{ city: 'Monterrey', state: 'NLE', postalCode: '64000', country: 'MX' },
}
const find = (text: string) => ({ text, page: 1, limit: 50 })

describe('shipments in the cache', () => {
  it('keep what a detail told when a summary comes after it', async () => {
    const { shipments, clock } = await testCache()
    await shipments.upsert(
      [shipmentReport('1', { reference: 'PO-1', pickupNumber: 'PU-77', destination: monterrey, hasDetail: true })],
      clock.now(),
    )
    await shipments.upsert([shipmentReport('1', { status: 'PICKED_UP' })], clock.now())
    expect(await shipments.get('1')).toMatchObject({
      ...{ reference: 'PO-1', pickupNumber: 'PU-77', destination: monterrey, status: 'PICKED_UP' },
    })
    expect(await shipments.withoutRecord(10, true)).toEqual([])
  })

  it('are found as you type, by the start of any word, with or without accents', async () => {
    const { shipments, clock } = await testCache()
    await shipments.upsert(
      [
        shipmentReport('1', { reference: 'PO-48213', destination: monterrey }),
        shipmentReport('2', { reference: 'PO-99' }),
      ],
      clock.now(),
    )
    for (const text of ['PO-482', '482', 'monte', 'acer pen', 'northline 48213', 'trk1']) {
      expect((await shipments.search(find(text))).rows.map((row) => row.shipmentId)).toEqual(['1'])
    }
    expect((await shipments.search(find('po'))).total).toBe(2)
    expect((await shipments.search(find('" OR *'))).total).toBe(0)
    expect((await shipments.search(find('--'))).total).toBe(2)
  })

  it('count every status over everything, whatever is searched', async () => {
    const { shipments, clock } = await testCache()
    await shipments.upsert(
      [shipmentReport('1'), shipmentReport('2', { status: 'DELIVERED' }), shipmentReport('3')],
      clock.now(),
    )
    const page = await shipments.search({ ...find('trk2'), status: 'DELIVERED' })
    expect(page).toMatchObject({ total: 1, counts: { PENDING: 2, DELIVERED: 1 } })
  })

  it('take a late event into the timeline and do not step back', async () => {
    const { shipments, clock } = await testCache()
    await shipments.upsert([shipmentReport('1')], clock.now())
    await shipments.addEvents([event('e3', '1', 'DELIVERED', '2026-11-21T12:00:00Z')])
    await shipments.addEvents([event('e2', '1', 'IN_TRANSIT', '2026-11-20T12:00:00Z')])
    expect((await shipments.get('1'))?.status).toBe('DELIVERED')
    expect((await shipments.get('1'))?.lastEvent?.eventId).toBe('e3')
    expect((await shipments.events('1')).map(({ eventId }) => eventId)).toEqual(['e3', 'e2'])
    await shipments.upsert([shipmentReport('1', { status: 'OUT_FOR_DELIVERY' })], clock.now())
    expect((await shipments.get('1'))?.status).toBe('DELIVERED')
  })

  it('are forgotten when another service is used, and only then', async () => {
    const { shipments, source, clock } = await testCache()
    await shipments.upsert([shipmentReport('1')], clock.now())
    await source.advance({ eventsUntil: '2026-11-20T12:00:00Z' })
    await source.use('embedded')
    expect(await shipments.get('1')).not.toBeNull()
    await source.use('https://freight.example/api/v1')
    expect(await shipments.get('1')).toBeNull()
    expect((await shipments.search(find('trk'))).total).toBe(0)
    expect((await source.cursor()).eventsUntil).toBeNull()
  })

  it('were seen before a moment, or not', async () => {
    const { shipments, clock } = await testCache()
    await shipments.upsert([shipmentReport('1')], clock.now())
    const later = new Date(clock.now().getTime() + 1)
    expect(await shipments.wasSeenBefore('1', later)).toBe(true)
    expect(await shipments.wasSeenBefore('1', clock.now())).toBe(false)
    expect(await shipments.wasSeenBefore('2', later)).toBe(false)
  })
})

describe('an event dated years ahead', () => {
  it('is kept as told, and keeps no later one from moving the shipment', async () => {
    const { shipments } = await testCache()
    const now = new Date('2026-11-21T12:00:00Z')
    await shipments.upsert([shipmentReport('A')], now)
    const event = (id: string, timestamp: string, status: string) => trackingEvent(id, 'A', { timestamp, status })
    await shipments.addEvents([event('1', '2031-01-01T00:00:00Z', 'IN_TRANSIT')], now)
    await shipments.addEvents([event('2', '2026-11-23T08:00:00Z', 'EXCEPTION')], new Date('2026-11-23T09:00:00Z'))
    expect(await shipments.get('A')).toMatchObject({ status: 'EXCEPTION', lastEvent: { eventId: '2' } })
    expect((await shipments.events('A')).map(({ timestamp }) => timestamp)).toContain('2031-01-01T00:00:00Z')
  })
})
