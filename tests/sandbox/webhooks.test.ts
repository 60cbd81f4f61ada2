import fc from '../support/fast-check.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { WEBHOOK_EVENTS, webhookSchema, type Webhook, type WebhookEvent } from '../../src-shared/freight/webhook.ts'
import { booked, quoted } from './quoting.ts'
import { testReceiver } from './receiver.ts'
import { dataOf, DAY_MS, errorOf, HOUR_MS, useService } from './service.ts'

const service = useService()
const SECRET = 'a secret of the receiver'
const MINUTE_MS = 60_000

async function subscribed(url: string, events: readonly WebhookEvent[], more: object = {}): Promise<Webhook> {
  const answer = await service.post('/webhooks', { url, events, secret: SECRET, ...more })
  expect(answer.status).toBe(201)
  return dataOf(answer, webhookSchema)
}

const logSchema = z.object({
  deliveries: z.array(
    z.object({
      eventId: z.string(),
      eventType: z.string(),
      delivered: z.boolean(),
      nextAttempt: z.string().nullable(),
      attempts: z.array(z.object({ at: z.string(), status: z.number().nullable(), error: z.string().nullable() })),
    }),
  ),
})
async function logOf(webhookId: string) {
  return logSchema.parse((await service.faultApi('GET', `/webhooks/${webhookId}/deliveries`)).body).deliveries
}
/** Waits until the service has written down what came of this many attempts. */
async function attemptsOf(webhookId: string, wanted: number) {
  for (;;) {
    const [latest] = await logOf(webhookId)
    if (latest && latest.attempts.length >= wanted) return latest
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

afterEach(async () => {
  const hooks = dataOf(await service.get('/webhooks'), z.array(webhookSchema))
  for (const { webhookId } of hooks) await service.call('DELETE', `/webhooks/${webhookId}`)
})

describe('a subscription', () => {
  test('tells its secret once, is listed without it, changed and ended', async () => {
    const url = 'https://hooks.example.com/waybill'
    const created = await subscribed(url, ['shipment.created', 'shipment.created'])
    expect(created).toMatchObject({ url, events: ['shipment.created'], secret: SECRET, active: true })
    const { secret: _, ...reported } = created
    expect(dataOf(await service.get('/webhooks'), z.array(z.strictObject(webhookSchema.shape)))).toEqual([reported])

    const changed = await service.call('PUT', `/webhooks/${created.webhookId}`, { active: false })
    expect(dataOf(changed, webhookSchema)).toEqual({ ...reported, active: false })
    const gone = await service.call('DELETE', `/webhooks/${created.webhookId}`)
    expect(gone.body).toMatchObject({ data: { webhookId: created.webhookId, deleted: true } })
    const again = await service.call('DELETE', `/webhooks/${created.webhookId}`)
    expect(again.status).toBe(404)
    expect(errorOf(again)).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'WEBHOOK_NOT_FOUND' } })
  })

  test('is not made or changed by a body that is wrong, and no body makes the service fail', async () => {
    const { webhookId } = await subscribed('https://example.com/', ['quote.created'], { active: false })
    const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.webUrl())
    const body = fc.record(
      { url: anything, events: fc.oneof(anything, fc.array(anything)), secret: anything, active: anything },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('', `/${webhookId}`, `/${webhookId}/test`), async (wrong, path) => {
        const answer =
          path === `/${webhookId}`
            ? await service.call('PUT', `/webhooks${path}`, wrong)
            : await service.post(`/webhooks${path}`, wrong)
        if (answer.status < 300) return
        expect(answer.status).toBe(400)
        expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field: expect.any(String) } })
      }),
      { numRuns: 200 },
    )
  })
})

describe('a delivery', () => {
  test('follows a shipment from booking to delivery, with each event once and in order', async () => {
    const receiver = await testReceiver()
    const { webhookId } = await subscribed(receiver.url, WEBHOOK_EVENTS)
    const { shipmentId, trackingNumber } = await booked(service)
    await service.jump(40 * DAY_MS)
    await service.get('/shipments')
    const track = z.object({ data: z.object({ events: z.array(z.unknown()) }) })
    const { events } = track.parse((await service.get(`/shipments/${shipmentId}/track`)).body).data
    const log = await logOf(webhookId)
    const received = await receiver.count(log.length)

    const types = received.map(({ payload }) => payload.eventType)
    expect(types.slice(0, 2)).toEqual(['quote.created', 'shipment.created'])
    expect(types.filter((type) => type === 'tracking.updated')).toHaveLength(events.length - 1)
    expect(types.filter((type) => type === 'shipment.picked_up')).toHaveLength(1)
    expect(types).toContain('shipment.in_transit')
    expect(types).toContain('quote.expired')
    expect(new Set(received.map(({ payload }) => payload.eventId)).size).toBe(received.length)
    const pickup = received.find(({ payload }) => payload.eventType === 'shipment.picked_up')
    expect(pickup?.payload.data).toMatchObject({
      shipmentId,
      trackingNumber,
      status: 'PICKED_UP',
      location: { city: 'Chicago', state: 'IL', country: 'US' },
    })
    for (const { payload } of received.filter((one) => one.payload.eventType === 'shipment.delivered')) {
      expect(payload.data).toMatchObject({
        status: 'DELIVERED',
        recipient: 'Sam Okafor',
        deliveredAt: payload.timestamp,
      })
      const answer = await fetch(z.string().parse(payload.data['signatureUrl']), {
        headers: { authorization: 'Bearer test-key' },
      })
      expect(answer.headers.get('content-type')).toContain('image/svg+xml')
    }
  })

  test('to a receiver that never answers holds up no request and no other receiver', async () => {
    const silent = await testReceiver()
    silent.answer = null
    const other = await testReceiver()
    await subscribed(silent.url, ['quote.created'])
    await subscribed(other.url, ['quote.created'])
    await quoted(service)
    await quoted(service)
    expect(await other.count(2)).toHaveLength(2)
    expect(await silent.count(1)).toHaveLength(1)
  })

  test('survives a restart', async () => {
    const receiver = await testReceiver()
    receiver.answer = { status: 503 }
    const { webhookId } = await subscribed(receiver.url, ['quote.created'])
    const { quoteId } = await quoted(service)
    await attemptsOf(webhookId, 1)
    await service.restart()
    receiver.answer = { status: 200 }
    await service.jump(MINUTE_MS)
    expect(await attemptsOf(webhookId, 2)).toMatchObject({ delivered: true, nextAttempt: null })
    expect(receiver.received.at(-1)?.payload.data).toMatchObject({ quoteId })
  })

  test('waits while its subscription is not active, and nothing new is added', async () => {
    const receiver = await testReceiver()
    receiver.answer = { status: 500 }
    const { webhookId } = await subscribed(receiver.url, ['quote.created'])
    await quoted(service)
    await attemptsOf(webhookId, 1)
    await service.call('PUT', `/webhooks/${webhookId}`, { active: false })
    await service.jump(HOUR_MS)
    await quoted(service)
    expect(await logOf(webhookId)).toHaveLength(1)
    receiver.answer = { status: 200 }
    await service.call('PUT', `/webhooks/${webhookId}`, { active: true })
    expect(await attemptsOf(webhookId, 2)).toMatchObject({ delivered: true })
  })
})
