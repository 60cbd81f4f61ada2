import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import {
  newWebhookSchema,
  webhookChangeSchema,
  webhookSchema,
  webhookTestResultSchema,
  webhookTestSchema,
} from '../../src-shared/freight/webhook.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody } from '../http/route.ts'
import { attempt } from '../webhooks/attempt.ts'
import { isDelivered, testDelivery } from '../webhooks/outbox.ts'
import {
  changeWebhook,
  listWebhooks,
  requireWebhook,
  subscribe,
  unsubscribe,
  webhookView,
} from '../webhooks/subscriptions.ts'
import type { Service } from './service.ts'

const params = z.object({ id: z.string() })

const createWebhookRoute = createRoute({
  method: 'post',
  path: '/webhooks',
  summary: 'Subscribe to events; the only answer that tells the secret',
  request: { body: jsonBody(newWebhookSchema) },
  responses: { 201: jsonAnswer('The subscription with its secret', successSchema(webhookSchema)) },
})

const trackingWebhookRoute = createRoute({
  method: 'post',
  path: '/tracking/webhook',
  summary: 'Subscribe to events, as POST /webhooks',
  request: { body: jsonBody(newWebhookSchema) },
  responses: { 201: jsonAnswer('The subscription with its secret', successSchema(webhookSchema)) },
})

const listWebhooksRoute = createRoute({
  method: 'get',
  path: '/webhooks',
  summary: 'Subscriptions, oldest first',
  responses: { 200: jsonAnswer('The subscriptions, without their secrets', successSchema(z.array(webhookSchema))) },
})

const changeWebhookRoute = createRoute({
  method: 'put',
  path: '/webhooks/{id}',
  summary: 'Change where, what and whether a subscription is told',
  request: { params, body: jsonBody(webhookChangeSchema) },
  responses: { 200: jsonAnswer('The subscription, without its secret', successSchema(webhookSchema)) },
})

const deleteWebhookRoute = createRoute({
  method: 'delete',
  path: '/webhooks/{id}',
  summary: 'End a subscription',
  request: { params },
  responses: {
    200: jsonAnswer('It is gone', successSchema(z.object({ webhookId: z.string(), deleted: z.literal(true) }))),
  },
})

const testWebhookRoute = createRoute({
  method: 'post',
  path: '/webhooks/{id}/test',
  summary: 'Send the receiver one event now and say what came of it',
  request: { params, body: jsonBody(webhookTestSchema) },
  responses: { 200: jsonAnswer('What the receiver answered', successSchema(webhookTestResultSchema)) },
})

export function serveWebhooks(app: OpenAPIHono, service: Service): void {
  const { db, clock } = service
  const create = (request: z.output<typeof newWebhookSchema>) => {
    const record = subscribe(db, request, clock.now())
    return success(clock, { ...webhookView(record), secret: record.secret })
  }

  app.openapi(createWebhookRoute, (c) => c.json(create(c.req.valid('json')), 201))
  app.openapi(trackingWebhookRoute, (c) => c.json(create(c.req.valid('json')), 201))
  app.openapi(listWebhooksRoute, (c) => c.json(success(clock, listWebhooks(db).map(webhookView)), 200))
  app.openapi(changeWebhookRoute, (c) => {
    const record = changeWebhook(db, c.req.valid('param').id, c.req.valid('json'))
    return c.json(success(clock, webhookView(record)), 200)
  })
  app.openapi(deleteWebhookRoute, (c) => {
    const { id } = c.req.valid('param')
    unsubscribe(db, id)
    return c.json(success(clock, { webhookId: id, deleted: true as const }), 200)
  })
  app.openapi(testWebhookRoute, async (c) => {
    const { webhookId } = requireWebhook(db, c.req.valid('param').id)
    const { eventType, data } = c.req.valid('json')
    const delivery = testDelivery(db, webhookId, { type: eventType, at: clock.now(), data })
    const outcome = await attempt(service, delivery, { stop: c.req.raw.signal, isTest: true })
    return c.json(
      success(clock, {
        webhookId,
        eventId: delivery.eventId,
        eventType,
        delivered: isDelivered(outcome),
        statusCode: outcome.status,
        error: outcome.error,
      }),
      200,
    )
  })
}
