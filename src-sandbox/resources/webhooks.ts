import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import type { newWebhookSchema } from '../../src-shared/freight/webhook.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
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
  ...routeOf(ENDPOINTS.createWebhook),
  request: { body: jsonBody(ENDPOINTS.createWebhook.body) },
  responses: { 201: jsonAnswer('The subscription with its secret', ENDPOINTS.createWebhook.answer) },
})

const trackingWebhookRoute = createRoute({
  ...routeOf(ENDPOINTS.subscribeTracking),
  request: { body: jsonBody(ENDPOINTS.subscribeTracking.body) },
  responses: { 201: jsonAnswer('The subscription with its secret', ENDPOINTS.subscribeTracking.answer) },
})

const listWebhooksRoute = createRoute({
  ...routeOf(ENDPOINTS.listWebhooks),
  responses: { 200: jsonAnswer('The subscriptions, without their secrets', ENDPOINTS.listWebhooks.answer) },
})

const changeWebhookRoute = createRoute({
  ...routeOf(ENDPOINTS.updateWebhook),
  request: { params, body: jsonBody(ENDPOINTS.updateWebhook.body) },
  responses: { 200: jsonAnswer('The subscription, without its secret', ENDPOINTS.updateWebhook.answer) },
})

const deleteWebhookRoute = createRoute({
  ...routeOf(ENDPOINTS.deleteWebhook),
  request: { params },
  responses: {
    200: jsonAnswer('It is gone', ENDPOINTS.deleteWebhook.answer),
  },
})

const testWebhookRoute = createRoute({
  ...routeOf(ENDPOINTS.testWebhook),
  request: { params, body: jsonBody(ENDPOINTS.testWebhook.body) },
  responses: { 200: jsonAnswer('What the receiver answered', ENDPOINTS.testWebhook.answer) },
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
