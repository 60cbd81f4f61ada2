import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../src-shared/freight/webhook.ts'
import { booked } from '../quoting.ts'
import { testReceiver, type Received } from '../receiver.ts'
import { DAY_MS, HOUR_MS, useService } from '../service.ts'
import { dataIn, is, recordOf, row } from './row.ts'

const service = useService()
const SECRET = 'a secret of the receiver'
const STATUSES: Partial<Record<WebhookEvent, string>> = {
  'shipment.created': 'PENDING',
  'shipment.picked_up': 'PICKED_UP',
  'shipment.in_transit': 'IN_TRANSIT',
  'shipment.out_for_delivery': 'OUT_FOR_DELIVERY',
  'shipment.delivered': 'DELIVERED',
  'shipment.exception': 'EXCEPTION',
  'shipment.cancelled': 'CANCELLED',
}

/** What a receiver of one event gets first while shipments are booked, moved and cancelled. */
async function firstOf(event: WebhookEvent): Promise<Received> {
  const receiver = await testReceiver()
  const subscription = { url: receiver.url, events: [event], secret: SECRET }
  const { webhookId } = recordOf(dataIn(await service.post('/webhooks', subscription)))
  const [{ shipmentId }, other] = [await booked(service), await booked(service)]
  // A shipment may be returned instead of delivered: among several there is one of each common end.
  for (let more = 0; more < 8; more++) await booked(service)
  await service.post(`/update-shipment/${other.shipmentId}`, { reason: 'Order changed' })
  for (let hours = 0; hours < 240 && event === 'shipment.exception'; hours++) {
    const answer = await service.faultApi('POST', `/shipments/${shipmentId}/exception`, { code: '004' })
    if (answer.status === 200) break
    await service.jump(HOUR_MS)
  }
  await service.jump(40 * DAY_MS)
  await service.get('/shipments')
  const [received] = await receiver.count(1)
  await service.call('DELETE', `/webhooks/${String(webhookId)}`)
  if (!received) throw new Error(`no ${event} came`)
  return received
}

for (const event of WEBHOOK_EVENTS.filter((one) => one in STATUSES)) {
  row('Events', event, async () => {
    const { payload } = await firstOf(event)
    expect(payload).toMatchObject({
      eventType: event,
      data: { shipmentId: expect.any(String), trackingNumber: expect.any(String), status: STATUSES[event] },
    })
  })
}
row('Events', 'shipment.delivered adds deliveredAt, recipient, signatureUrl', async () => {
  const extras = z.looseObject({ deliveredAt: is.timestamp, recipient: is.string, signatureUrl: z.url() })
  expect(extras.safeParse((await firstOf('shipment.delivered')).payload.data).error).toBeUndefined()
})
row('Events', 'shipment.exception adds exceptionCode, exceptionReason, description, nextAttempt', async () => {
  const extras = z.looseObject({
    exceptionCode: is.string,
    exceptionReason: is.string,
    description: is.string,
    nextAttempt: is.timestamp,
  })
  expect(extras.safeParse((await firstOf('shipment.exception')).payload.data).error).toBeUndefined()
})
test('an exception right after another one is an event of its own', async () => {
  const receiver = await testReceiver()
  const subscription = { url: receiver.url, events: ['shipment.exception'], secret: SECRET }
  const { webhookId } = recordOf(dataIn(await service.post('/webhooks', subscription)))
  const { shipmentId } = await booked(service)
  const stop = (code: string) => service.faultApi('POST', `/shipments/${shipmentId}/exception`, { code })
  for (let hours = 0; hours < 240 && (await stop('004')).status !== 200; hours++) await service.jump(HOUR_MS)
  expect((await stop('006')).status).toBe(200)
  await service.jump(40 * DAY_MS)
  await service.get('/shipments')
  const received = await receiver.count(2)
  expect(received.map(({ payload }) => recordOf(payload.data)['exceptionCode'])).toEqual(
    expect.arrayContaining(['004', '006']),
  )
  await service.call('DELETE', `/webhooks/${String(webhookId)}`)
})
row('Events', 'tracking.updated', async () => {
  expect((await firstOf('tracking.updated')).payload).toMatchObject({
    eventType: 'tracking.updated',
    data: { shipmentId: expect.any(String) },
  })
})
for (const event of ['quote.created', 'quote.expired'] as const) {
  row('Quote events', event, async () => {
    expect((await firstOf(event)).payload).toMatchObject({ eventType: event, data: { quoteId: expect.any(String) } })
  })
}
row('Event payload', 'eventId, eventType, timestamp, data, signature', async () => {
  const { payload } = await firstOf('quote.created')
  expect(Object.keys(payload)).toEqual(['eventId', 'eventType', 'timestamp', 'data', 'signature'])
  expect(payload.signature).toMatch(/^sha256=[0-9a-f]{64}$/)
})
row('Authentication', '6 deliveries are signed over the raw body', async () => {
  const { headers, body } = await firstOf('quote.created')
  expect(headers['x-waybill-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`)
})
