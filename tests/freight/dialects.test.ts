import { describe, expect, it } from 'vitest'
import { createFreightClient, type FreightClient } from '../../src-main/freight/client.ts'
import { normaliseDetail, normaliseEvent } from '../../src-main/freight/normalise/shipment.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { httpServer } from '../support/http-server.ts'

/** A client of a service that answers everything with this. */
async function answering(body: unknown, status = 200): Promise<FreightClient> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { baseUrl } = await httpServer((_request, response) => response.writeHead(status).end(text))
  return createFreightClient(async () => ({ baseUrl, apiKey: 'k' }), { clock: new FakeClock(), deadlineMs: 5_000 })
}

const booking = { quoteId: 'q/1==', selectedRate: { provider: 'P', service: 'S' } }
const success = (data: unknown) => ({ success: true, data })

describe('a detail is read', () => {
  const detail = { shipmentId: 'SHP-1', status: 'PENDING', reference: 'PO-1', totalCost: 412.8, currency: 'USD' }
  it.each<[what: string, change: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['with null in every text', { trackingNumber: null, originAddress: { city: null, email: null } }, {}],
    [
      'with a class as a number and a heavy load',
      { cargo: [{ freightClass: 70, weight: 48_000, quantity: 2 }] },
      { weightLb: 96_000, pieces: 2 },
    ],
    ['with a length of nought', { cargo: [{ length: 0, weight: '10', quantity: '1' }] }, { weightLb: 10, pieces: 1 }],
    ['with a day alone', { createdAt: '2026-11-01' }, { createdAt: '2026-11-01T00:00:00Z' }],
    [
      'with a day that something is due on',
      { estimatedDelivery: '2026-11-01' },
      { estimatedDelivery: '2026-11-01T23:59:59Z' },
    ],
    ['with a blank in a time', { createdAt: '2026-11-01 08:00:00' }, { createdAt: '2026-11-01T08:00:00Z' }],
    ['with seconds since 1970', { createdAt: 1793520000 }, { createdAt: '2026-11-01T08:00:00.000Z' }],
    ['with a time that is none', { createdAt: 'yesterday' }, { createdAt: null }],
    ['with a strange status', { status: 'LOST_AT_SEA' }, { status: 'LOST_AT_SEA' }],
    ['with a status in another hand', { status: 'In Transit' }, { status: 'IN_TRANSIT' }],
    ['that was canceled in America', { status: 'canceled' }, { status: 'CANCELLED' }],
    ['without a status', { status: null }, { status: 'PENDING' }],
    [
      'with a country by its name',
      { originAddress: { city: '', country: 'USA' } },
      { origin: { country: 'US', city: null } },
    ],
    [
      'with a price as a text',
      { totalCost: '1,412.80', currency: 'usd' },
      { total: { minor: 141_280, currency: 'USD' } },
    ],
    ['with a tracking number as a number', { trackingNumber: 123456789 }, { trackingNumber: '123456789' }],
    ['with a list where an object belongs', { originAddress: ['Laredo'], shipperInfo: 'Acme' }, { origin: null }],
    ['with a number of the pickup', { pickupNumber: 'PU-77' }, { pickupNumber: 'PU-77' }],
    [
      'with one that says that it confirms',
      { confirmationNumber: 5501, pickupConfirmationNumber: 'PU-78' },
      { pickupNumber: 'PU-78' },
    ],
    ['without one', { pickupNumber: '' }, { pickupNumber: null }],
    ['with fields nobody knows', { surprise: { deep: [1, { a: 'b' }] } }, { reference: 'PO-1' }],
  ])('%s', async (_what, change, expected) => {
    const client = await answering(success({ ...detail, ...change }))
    expect(normaliseDetail(await client.lookUpShipment('SHP-1'))).toMatchObject({ reference: 'PO-1', ...expected })
  })

  it('by the id it was asked for, where the answer does not repeat it', async () => {
    const client = await answering({ data: { reference: 'PO-1' } })
    expect(await client.lookUpShipment('SHP-9')).toMatchObject({ shipmentId: 'SHP-9', reference: 'PO-1' })
  })
})

describe('a booking is proved', () => {
  it.each<[what: string, body: unknown]>([
    ['by its id alone', success({ shipmentId: 'SHP-1' })],
    ['without an envelope', { shipmentId: 'SHP-1', status: 'PENDING' }],
    ['with an id that is a number', success({ shipmentId: 4711 })],
    ['with success as a word', { success: 'true', data: { shipmentId: 'SHP-1' } }],
    [
      'with every other field broken',
      success({ shipmentId: 'SHP-1', status: {}, totalCost: [], currency: 7, labels: 3, createdAt: {} }),
    ],
  ])('%s', async (_what, body) => {
    const booked = await (await answering(body, 201)).bookShipment(booking)
    expect(booked).toMatchObject({ shipmentId: expect.stringMatching(/^(SHP-1|4711)$/), status: 'PENDING' })
  })
})

describe('a list', () => {
  it('is empty when there is nothing: 204, an empty body, null, or no list at all', async () => {
    for (const body of ['', success(null), { success: true }, success([]), []]) {
      const client = await answering(body)
      expect((await client.listShipments({})).shipments).toEqual([])
      expect(await client.listWebhooks()).toEqual([])
      expect((await client.listTrackingEvents({})).events).toEqual([])
    }
    const client = await answering('', 204)
    expect((await client.listShipments({})).shipments).toEqual([])
  })

  it('is not taken for empty when something else came', async () => {
    const client = await answering(success({ hello: 'world' }))
    await expect(client.listShipments({})).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' })
  })

  it('gives the rows that can be read, and the others as they came', async () => {
    const odd = { status: 'PENDING', shipmentId: '../..' }
    const client = await answering(success([{ shipmentId: 'A' }, odd, 'B', { shipmentId: 'C', totalCost: 'dear' }]))
    const { shipments, quarantined } = await client.listShipments({})
    expect(shipments.map(({ shipmentId }) => shipmentId)).toEqual(['A', 'C'])
    expect(quarantined).toEqual([
      { raw: odd, issues: [{ path: 'shipmentId', message: 'is not an id that can be used' }] },
      { raw: 'B', issues: [expect.objectContaining({ message: expect.any(String) })] },
    ])
  })

  it('goes on to the next page however that is said', async () => {
    const page = (pagination: unknown, top = {}) => ({ success: 'yes', data: [], meta: { pagination }, ...top })
    for (const [body, hasNext] of [
      [page({ hasNext: 'true' }), true],
      [page({ hasNext: 'false', total: '400' }), false],
      [page({ page: '1', limit: '100', total: '101' }), true],
      [page({ page: '2', limit: '100', total: '101' }), false],
      [page(null), false],
    ] as const) {
      expect((await (await answering(body)).listShipments({})).hasNext).toBe(hasNext)
    }
  })

  it('of events takes one without an id as the same whenever it is told, and none without a time', async () => {
    const reported = { timestamp: '2026-11-01T08:00:00Z', eventType: 'DELIVERY', shipmentId: 'S' }
    const client = await answering(success([reported, { ...reported, eventId: 7 }, { ...reported, timestamp: null }]))
    const [first, second] = (await client.listTrackingEvents({})).events
    const again = (await client.listTrackingEvents({})).events[0]
    expect(first).toMatchObject({ eventId: again?.eventId, status: 'DELIVERED' })
    expect(second && normaliseEvent(second, 'S').eventId).toBe('7')
    expect((await client.listTrackingEvents({})).quarantined).toHaveLength(1)
  })
})
