import { expect } from 'vitest'
import { z } from 'zod'
import { errorOf, useService } from '../service.ts'
import { answerFields, dataIn, is, listOf, recordOf, requestFields, row } from './row.ts'

const service = useService()
const SUBSCRIPTION = {
  url: 'https://hooks.example.com/waybill',
  events: ['shipment.created'],
  secret: 'a secret of the receiver',
  active: false,
}
/** Makes a subscription and ends it again: there may only be so many. */
const send = async (body: unknown, path = '/webhooks') => {
  const answer = await service.post(path, body)
  if (answer.status < 300) await service.call('DELETE', `/webhooks/${String(recordOf(dataIn(answer))['webhookId'])}`)
  return answer
}
const made = async () => z.string().parse(recordOf(dataIn(await service.post('/webhooks', SUBSCRIPTION)))['webhookId'])

answerFields('Webhook subscription', async () => dataIn(await send(SUBSCRIPTION)), {
  webhookId: is.string,
  url: z.url({ protocol: /^https$/ }),
  events: z.tuple([z.literal('shipment.created')]),
  secret: z.literal(SUBSCRIPTION.secret),
  active: z.literal(false),
  createdAt: is.timestamp,
})
requestFields(
  'Endpoints: Webhooks',
  { send, body: () => SUBSCRIPTION },
  {
    url: { good: 'https://example.com/', bad: 'http://example.com/', isRequired: true },
    events: { good: ['quote.created'], bad: ['shipment.lost'], isRequired: true },
    secret: { good: 'another secret of 1', bad: 'short' },
    active: { good: true, bad: 'yes' },
  },
)
row('Endpoints: Webhooks', 'POST /webhooks', async () => {
  expect((await send(SUBSCRIPTION)).status).toBe(201)
})
row('Endpoints: Webhooks', 'POST /tracking/webhook', async () => {
  const { url, events, secret } = SUBSCRIPTION
  expect(dataIn(await send({ url, events, secret }, '/tracking/webhook'))).toMatchObject({ url, events })
})
row('Endpoints: Webhooks', 'GET /webhooks', async () => {
  const webhookId = await made()
  expect(listOf(dataIn(await service.get('/webhooks'))).map((hook) => hook['webhookId'])).toContain(webhookId)
})
row('Endpoints: Webhooks', 'PUT /webhooks/{id}', async () => {
  const change = { url: 'https://example.com/other', events: ['quote.expired'], active: true }
  expect(dataIn(await service.call('PUT', `/webhooks/${await made()}`, change))).toMatchObject(change)
})
row('Endpoints: Webhooks', 'DELETE /webhooks/{id}', async () => {
  const webhookId = await made()
  expect((await service.call('DELETE', `/webhooks/${webhookId}`)).status).toBe(200)
  expect((await service.call('DELETE', `/webhooks/${webhookId}`)).status).toBe(404)
})
row('Endpoints: Webhooks', 'POST /webhooks/{id}/test', async () => {
  const { webhookId } = recordOf(
    dataIn(await service.post('/webhooks', { ...SUBSCRIPTION, url: 'https://127.0.0.1:1/' })),
  )
  const data = { shipmentId: 'SHP-1', trackingNumber: 'NLTF1', status: 'DELIVERED' }
  const answer = await service.post(`/webhooks/${String(webhookId)}/test`, { eventType: 'shipment.delivered', data })
  expect(dataIn(answer)).toMatchObject({ webhookId, eventType: 'shipment.delivered', delivered: false })
})
row('Endpoints: Webhooks', 'POST /webhooks/{id}/test, eventType and data', async () => {
  const path = `/webhooks/${await made()}/test`
  expect(errorOf(await service.post(path, { data: {} })).details).toMatchObject({ field: 'eventType' })
  expect(errorOf(await service.post(path, { eventType: 'shipment.lost' })).details).toMatchObject({
    field: 'eventType',
  })
  expect(errorOf(await service.post(path, { eventType: 'shipment.delivered', data: 'SHP-1' })).details).toMatchObject({
    field: 'data',
  })
})
