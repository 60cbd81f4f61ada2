import { z } from 'zod'
import { timestampSchema } from './scalar.ts'

/** Event types a webhook may subscribe to (section Events). */
export const WEBHOOK_EVENTS = [
  'shipment.created',
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.exception',
  'shipment.cancelled',
  'quote.created',
  'quote.expired',
  'tracking.updated',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The header that carries `sha256=<hex>`, the HMAC-SHA256 of the raw body with the subscription's secret. */
export const SIGNATURE_HEADER = 'x-waybill-signature'

const eventsSchema = z
  .array(z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` }))
  .min(1, 'at least one event type is required')
  .max(100)
  .transform((events) => [...new Set(events)])

const urlSchema = z.string().trim().min(1, 'url is required').max(2048)

/** Body of POST /webhooks and POST /tracking/webhook. Without a secret the service makes one. */
export const newWebhookSchema = z.object({
  url: urlSchema,
  events: eventsSchema,
  secret: z.string().min(16, 'must have at least 16 characters').max(256).optional(),
  active: z.boolean().default(true),
})
export type NewWebhook = z.output<typeof newWebhookSchema>

/** Body of PUT /webhooks/{id}: absent fields stay. */
export const webhookChangeSchema = z
  .object({ url: urlSchema.optional(), events: eventsSchema.optional(), active: z.boolean().optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'give at least one of url, events, and active',
  })
export type WebhookChange = z.output<typeof webhookChangeSchema>

/** Body of POST /webhooks/{id}/test: the event for the receiver. */
export const webhookTestSchema = z.object({
  eventType: z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` }),
  data: z
    .looseObject({
      shipmentId: z.string().optional(),
      trackingNumber: z.string().optional(),
      status: z.string().optional(),
    })
    .default({}),
})

/** A webhook subscription (section Webhook subscription). `secret` is returned once, in the answer that creates it. */
export const webhookSchema = z.object({
  webhookId: z.string().min(1),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string().optional(),
  active: z.boolean(),
  createdAt: timestampSchema,
})
export type Webhook = z.infer<typeof webhookSchema>

/** `data` of DELETE /webhooks/{id}. */
export const deletedWebhookSchema = z.object({ webhookId: z.string(), deleted: z.literal(true) })

/** `data` of POST /webhooks/{id}/test. `statusCode` is null when there was no answer; `error` says why. */
export const webhookTestResultSchema = z.object({
  webhookId: z.string(),
  eventId: z.string(),
  eventType: z.enum(WEBHOOK_EVENTS),
  delivered: z.boolean(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
})

/** The body sent to a receiver. `signature` is that of the same JSON text without its last member, `signature`. */
export const webhookPayloadSchema = z.object({
  eventId: z.string().min(1),
  eventType: z.enum(WEBHOOK_EVENTS),
  timestamp: timestampSchema,
  data: z.record(z.string(), z.unknown()),
  signature: z.string(),
})
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>
