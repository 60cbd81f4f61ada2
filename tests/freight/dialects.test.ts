import { describe, expect, it } from 'vitest'
import { createFreightClient, type FreightClient } from '../../src-main/freight/client.ts'
import { normaliseQuote } from '../../src-main/freight/normalise/quote.ts'
import { normaliseDetail, normaliseEvent } from '../../src-main/freight/normalise/shipment.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { palletsToChicago } from '../support/freight.ts'
import { httpServer } from '../support/http-server.ts'

/** A client of a service that answers everything with this. */
async function answering(body: unknown, status = 200, headers: Record<string, string> = {}): Promise<FreightClient> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { baseUrl } = await httpServer((_request, response) => response.writeHead(status, headers).end(text))
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
    [
      'with weights to the tenth, whose sum is one',
      { cargo: [{ weight: 20.1, quantity: 3 }] },
      { weightLb: 60.3, pieces: 3 },
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
    [
      'with thousandths since 1970',
      { createdAt: 1_790_000_000_000, updatedAt: 1_790_000_000 },
      { createdAt: '2026-09-21T14:13:20.000Z' },
    ],
    [
      'with a time in the old manner of one large house',
      { createdAt: '/Date(1790000000000)/' },
      { createdAt: '2026-09-21T14:13:20.000Z' },
    ],
    [
      'with the first day of the calendar, which is no delivery',
      { actualDelivery: '0001-01-01T00:00:00', actualPickup: '0000-00-00' },
      { actualDelivery: null, actualPickup: null },
    ],
    ['with a time that is none', { createdAt: 'yesterday' }, { createdAt: null }],
    ['with a strange status', { status: 'LOST_AT_SEA' }, { status: 'LOST_AT_SEA' }],
    ['with a status in another hand', { status: 'In Transit' }, { status: 'IN_TRANSIT' }],
    ['with a status with hyphens', { status: 'out-for-delivery' }, { status: 'OUT_FOR_DELIVERY' }],
    ['with a status in one run of letters', { status: 'PickedUp' }, { status: 'PICKED_UP' }],
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
    // Beside no currency it would be taken for dollars: 412.50 MXN must not be.
    ['with a price and its currency in one text', { totalCost: '412.50 USD', currency: null }, { total: null }],
    [
      'with the number zero where there is no tracking number yet',
      { trackingNumber: 'N/A', proNumber: 0 },
      { shipmentId: 'SHP-1' },
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

describe('a quote is read', () => {
  const rate = (totalCost: unknown, more: object = {}) => ({
    ...{ provider: 'ACME', service: 'STANDARD', totalCost, currency: 'USD', transitDays: 3 },
    metadata: { carrierCode: 'ACME', serviceCode: 'STD', rateId: `r-${String(totalCost)}` },
    ...more,
  })
  const quote = (rates: unknown, more: object = {}) => success({ quoteId: 'Q1', rates, ...more })

  /** The price of each offer, cheapest first, and how many offers are said to be unreadable. */
  it.each<[what: string, body: unknown, prices: string[], unread: number]>([
    [
      'with prices written for people, with a thousands comma and a dollar sign',
      quote([rate('$1,234.56'), rate('1,234,567.00')]),
      ['1234.56 USD', '1234567 USD'],
      0,
    ],
    ['without a price in the manner of the continent', quote([rate('1.234,56'), rate(99)]), ['99 USD'], 1],
    ['without prices of nothing and below nothing', quote([rate(0), rate(-12.5), rate(80.1)]), ['80.1 USD'], 2],
    [
      'with a carrier that could not quote among the rates, with its error',
      quote([{ provider: 'XPO', error: 'Carrier system is down' }, rate(210)]),
      ['210 USD'],
      1,
    ],
    [
      'with one offer in pesos among dollars',
      quote([rate(210), rate(3900, { currency: 'mxn' })]),
      ['210 USD', '3900 MXN'],
      0,
    ],
    ['as a list of one', success([{ quoteId: 'Q1', rates: [rate(55)] }]), ['55 USD'], 0],
    ['with a byte order mark, as plain text', `\uFEFF${JSON.stringify(quote([rate(61)]))}`, ['61 USD'], 0],
    ['with an expiry in seconds', quote([rate(70)], { expiresAt: 1_893_456_000 }), ['70 USD'], 0],
    ['where nobody quotes', quote(null, { warnings: ['No carrier serves this lane'] }), [], 0],
  ])('%s', async (_what, body, prices, unread) => {
    const client = await answering(body, 200, typeof body === 'string' ? { 'content-type': 'text/plain' } : {})
    const request = palletsToChicago()
    const read = normaliseQuote(await client.requestQuote(request), request, 'qte_1', new FakeClock().now())
    expect(read.rates.map(({ total }) => `${total.minor / 100} ${total.currency}`)).toEqual(prices)
    expect(read.unread).toBe(unread)
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

  const row = { shipmentId: 'SHP-1', trackingNumber: 'TRK1', status: 'PENDING', totalCost: 100, currency: 'USD' }
  it.each<[what: string, body: unknown]>([
    ['the rows one step deeper', success({ shipments: [row], pagination: { page: 1, hasNext: false } })],
    ['the rows as items', success({ items: [row], total: 1 })],
    ['a bare list', [row]],
    ['one row that is no list', success(row)],
    ['a null among the rows', success([null, row])],
    ['pages as texts', { ...success([row]), meta: { pagination: { page: '1', pages: '1', hasNext: 'false' } } }],
  ])('is read in another wrapping: %s', async (_what, body) => {
    const { shipments, hasNext } = await (await answering(body)).listShipments({ page: 1 })
    expect({ ids: shipments.map(({ shipmentId }) => shipmentId), hasNext }).toEqual({ ids: ['SHP-1'], hasNext: false })
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
