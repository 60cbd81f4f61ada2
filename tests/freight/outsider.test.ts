import { describe, expect, it } from 'vitest'
import { isOpenChange } from '../../src-shared/machine/change.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { crossingRequest } from '../sandbox/crossing.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { RESPONSE_VARIANTS, type ResponseVariant } from './outsider/manners.ts'
import { outsider } from './outsider/outsider.ts'

const SECRET = 'a-secret-that-both-sides-know'
const PARTIES = { shipperInfo: {}, consigneeInfo: { companyName: 'Globex Corporation' }, instructions: '' }

/** A station that knows no other service than one of other makers. */
async function stationAt(responseVariant: ResponseVariant) {
  const running = runningClock()
  let skipped = 0
  const clock = { now: () => new Date(running.now().getTime() + skipped) }
  const service = await outsider(responseVariant, () => clock.now().getTime())
  const station = await testStation(await testSandbox(), {
    clock,
    background: false,
    startEmbedded: async () => ({
      baseUrl: service.baseUrl,
      apiKey: 'outsider-key',
      ended: new Promise(() => undefined),
      close: async () => undefined,
    }),
  })
  /** What is due by then is looked for at once. */
  const skip = (ms: number) => {
    skipped += ms
    station.station.services.outbox.kick()
  }
  return { service, skip, ...station }
}
type AtOutsider = Awaited<ReturnType<typeof stationAt>>

async function bookedId({ run, until, service }: AtOutsider, bookingId: string): Promise<string> {
  const booking = await until('the booking', async () => {
    const found = await run('bookings.get', { bookingId })
    if (found.state === 'REJECTED' || found.state === 'NEEDS_DECISION') throw new Error(JSON.stringify(found))
    return found.state === 'BOOKED' ? found : null
  })
  expect(service.shipments.filter(({ detail }) => detail['reference'] === booking.reference)).toHaveLength(1)
  return booking.shipmentId ?? ''
}

async function book(at: AtOutsider, reference: string): Promise<{ bookingId: string; shipmentId: string }> {
  const quote = await at.run('quotes.request', palletsToChicago())
  const { bookingId } = await at.run('bookings.submit', bookingOf(quote, { reference }))
  return { bookingId, shipmentId: await bookedId(at, bookingId) }
}

const ended = ({ run, until, skip }: AtOutsider, bookingId: string) =>
  until('the change', async () => {
    const [change] = await run('bookings.changes', { bookingId })
    if (change && !isOpenChange(change)) return change
    skip(10_000)
    return null
  })

/** What people do at a station, each for itself. */
const OPERATIONS: Record<string, (at: AtOutsider) => Promise<void>> = {
  'test the connection': async ({ run }) => void (await run('environment.test', {})),
  'find a ZIP': async ({ run }) => {
    expect((await run('locations.search', { text: '78040' })).locations).toMatchObject([{ postalCode: '78040' }])
  },
  'find a city': async ({ run }) => {
    const { locations } = await run('locations.search', { text: 'Lared', country: 'US' })
    expect(locations).toMatchObject([{ postalCode: '78040', country: 'US' }])
  },
  'find a tax code': async ({ run }) => {
    expect(await run('satCodes.search', { language: 'en', term: 'steel' })).toMatchObject([{ code: '30102400' }])
  },
  'check an address': async ({ run }) => {
    const address = { street1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
    expect((await run('addresses.validate', address)).corrected.postalCode).toBe('78040-1234')
  },
  'ask for a quote': async ({ run }) => {
    const { rates, unread } = await run('quotes.request', palletsToChicago())
    expect({ prices: rates.map(({ total }) => total), unread }).toEqual({
      prices: [
        { minor: 41_280, currency: 'USD' },
        { minor: 68_915, currency: 'USD' },
      ],
      unread: 0,
    })
  },
  'book a quote': async (at) => void (await book(at, 'PO-1')),
  'book directly': async (at) => {
    const { originAddress, destinationAddress, cargo } = palletsToChicago()
    const service = { provider: 'Prairie Line', service: 'STANDARD' }
    const request = { originAddress, destinationAddress, cargo, service, reference: 'PO-2' }
    const { bookingId } = await at.run('bookings.submit', { kind: 'direct', submissionId: 'direct-form-1', request })
    await bookedId(at, bookingId)
  },
  'book over the border': async (at) => {
    const quote = await at.run('quotes.requestCrossBorder', crossingRequest())
    const [rate] = quote.rates
    expect(rate?.total).toEqual({ minor: 189_050, currency: 'USD' })
    const { bookingId } = await at.run('bookings.submit', {
      ...PARTIES,
      kind: 'crossborder',
      submissionId: 'border-form-1',
      quoteId: quote.id,
      rateId: rate?.rateId ?? '',
      reference: 'PO-3',
      pickupDate: rate?.moves[0]?.pickupDate ?? '2026-10-22',
      labelFormat: 'ZPL',
    })
    await bookedId(at, bookingId)
  },
  'find a booking whose answer was lost': async (at) => {
    const quote = await at.run('quotes.request', palletsToChicago())
    at.service.loseAnswerTo('/book-shipment')
    const { bookingId } = await at.run('bookings.submit', bookingOf(quote, { reference: 'PO-4' }))
    await bookedId(at, bookingId)
  },
  'keep and show a label': async (at) => {
    const { bookingId, shipmentId } = await book(at, 'PO-5')
    await at.until('the label', async () => ((await at.run('bookings.get', { bookingId })).hasLabel ? true : null))
    const { pages } = await at.run('labels.preview', { shipmentId })
    expect(pages).toHaveLength(1)
  },
  'scan and print a label': async (at) => {
    const { bookingId } = await book(at, 'PO-6')
    await at.until('the label', async () => ((await at.run('bookings.get', { bookingId })).hasLabel ? true : null))
    const { trackingNumber } = await at.run('bookings.get', { bookingId })
    const scan = await at.run('pack.scan', { code: trackingNumber ?? '' })
    expect(scan.kind).toBe('printing')
  },
  'change a booking': async (at) => {
    const { bookingId } = await book(at, 'PO-7')
    const change = { kind: 'update', instructions: 'Ring twice' } as const
    await at.run('bookings.requestChange', { submissionId: 'change-form-7', bookingId, change })
    expect(await ended(at, bookingId)).toMatchObject({ state: 'DONE' })
  },
  'cancel a booking with its refund': async (at) => {
    const { bookingId, shipmentId } = await book(at, 'PO-8')
    const change = { kind: 'cancel', reason: 'Called off', refundRequested: true } as const
    await at.run('bookings.requestChange', { submissionId: 'change-form-8', bookingId, change })
    expect(await ended(at, bookingId)).toMatchObject({ state: 'DONE', cancellation: { refund: { minor: 41_280 } } })
    expect(at.service.shipments.find(({ detail }) => detail.shipmentId === shipmentId)?.status).toBe('CANCELLED')
  },
  'be refused a cancellation too late': async (at) => {
    const { bookingId, shipmentId } = await book(at, 'PO-9')
    const shipment = at.service.shipments.find(({ detail }) => detail.shipmentId === shipmentId)
    if (shipment) at.service.pass(shipment, 'PICKED_UP', 'PICKUP')
    const change = { kind: 'cancel', reason: 'Called off', refundRequested: true } as const
    await at.run('bookings.requestChange', { submissionId: 'change-form-9', bookingId, change })
    const { state, error } = await ended(at, bookingId)
    expect({ state, words: error?.message }).toEqual({
      state: 'REJECTED',
      words: expect.stringContaining('on its way'),
    })
  },
  'follow every shipment': async ({ run, service }) => {
    await run('tracking.sync', {})
    const { rows } = await run('shipments.search', { limit: 200 })
    expect(rows.map(({ shipmentId }) => shipmentId).toSorted()).toEqual(
      service.shipments.map(({ detail }) => detail.shipmentId).toSorted(),
    )
    expect(rows.find(({ shipmentId }) => shipmentId === '7003')?.status).toBe('DELIVERED')
    expect(rows.find(({ shipmentId }) => shipmentId === '7002')?.status).toBe('EXCEPTION')
    expect((await run('tracking.quarantine', {})).rows).toEqual([])
  },
  'open a shipment with its events': async ({ run }) => {
    await run('shipments.refresh', { shipmentId: '7002' })
    const { shipment, events } = await run('shipments.get', { shipmentId: '7002' })
    expect(shipment).toMatchObject({ reference: 'OLD-2', total: { minor: 30_100, currency: 'USD' } })
    expect(events).toHaveLength(3)
  },
  'hear of a step': async ({ run, service }) => {
    const [first] = service.shipments
    if (!first) throw new Error('there is none')
    await run('tracking.sync', {})
    service.pass(first, 'OUT_FOR_DELIVERY', 'TRANSIT')
    await run('tracking.sync', {})
    await run('shipments.refresh', { shipmentId: '7001' })
    expect((await run('shipments.get', { shipmentId: '7001' })).shipment.status).toBe('OUT_FOR_DELIVERY')
  },
  'look many up': async ({ run }) => {
    const { found, notFound } = await run('shipments.lookupMany', { codes: ['PL70010001', 'OLD-2', 'NOBODY'] })
    expect({ found: found.map(({ code }) => code), notFound }).toEqual({
      found: ['PL70010001', 'OLD-2'],
      notFound: ['NOBODY'],
    })
  },
  'scan what only the service knows': async ({ run }) => {
    const scan = await run('pack.scan', { code: 'PL70010001' })
    expect(scan).toMatchObject({ shipment: { shipmentId: '7001' } })
    expect(await run('pack.scan', { code: 'NOBODY-KNOWS' })).toMatchObject({ kind: 'not-found' })
  },
  'see who signed': async ({ run }) => {
    const { image } = await run('shipments.signature', { shipmentId: '7003' })
    expect(image?.contentType).toBe('image/png')
  },
  'list, make, open and delete papers': async (at) => {
    const { shipmentId } = await book(at, 'PO-10')
    expect((await at.run('documents.list', { shipmentId })).map(({ type }) => type)).toContain('BOL')
    const made = await at.run('documents.generate', {
      template: 'CUSTOM_FORM',
      shipmentId,
      templateData: { title: 'Gate pass', fields: [{ name: 'gate', label: 'Gate', value: '7' }] },
    })
    const { bytes } = await at.run('documents.download', { documentId: made.documentId })
    expect(Buffer.from(bytes, 'base64').subarray(0, 4).toString()).toBe('%PDF')
    await at.run('documents.delete', { documentId: made.documentId })
  },
  'subscribe, try and end a webhook': async ({ run }) => {
    const made = await run('webhooks.create', { url: 'https://hooks.example.com/in', events: ['tracking.updated'] })
    expect(await run('webhooks.list', {})).toMatchObject([{ webhookId: made.webhookId, events: ['tracking.updated'] }])
    const { webhookId } = made
    expect(await run('webhooks.update', { webhookId, active: false })).toMatchObject({ webhookId, active: false })
    expect(await run('webhooks.test', { webhookId })).toMatchObject({ delivered: true })
    expect(await run('webhooks.delete', { webhookId })).toEqual([])
  },
  'take a webhook': async ({ run, service }) => {
    const secret = { addSecret: { name: 'outsider', secret: SECRET } }
    const { port } = await run('webhookReceiver.configure', { enabled: true, port: 0, ...secret })
    const payload = { eventId: 'e-1', eventType: 'shipment.in_transit', data: { shipmentId: '7001' } }
    const answer = await fetch(`http://127.0.0.1:${port ?? 0}/webhooks`, service.delivery(SECRET, payload))
    expect(answer.status).toBe(200)
    expect((await run('webhookReceiver.state', {})).signatureHeader).toBe('x-outsider-signature')
    await run('webhookReceiver.configure', { enabled: false })
  },
  'check the service': async ({ run }) => {
    const { endpoints } = await run('environment.check', { book: true })
    expect(endpoints.filter(({ result }) => result === 'failed' || result === 'uncertain')).toEqual([])
  },
}

describe('a station at a service of other makers', () => {
  it.each(RESPONSE_VARIANTS)(
    'that answers in the manner %s does all that people do, and pays once',
    async (responseVariant) => {
      const at = await stationAt(responseVariant)
      const failed: Record<string, string> = {}
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        await operation(at).catch((error: unknown) => {
          failed[name] = error instanceof StationError ? `${error.code}: ${error.message}` : String(error)
        })
      }
      expect(failed).toEqual({})
      const keys = [...at.service.fetchedElsewhere].map(({ headers }) => headers.authorization)
      expect(keys.every((key) => key === undefined)).toBe(true)
    },
    120_000,
  )
})
