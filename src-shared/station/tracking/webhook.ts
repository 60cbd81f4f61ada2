import { z } from 'zod'
import { WEBHOOK_EVENTS } from '../../freight/webhook.ts'
import { pathIdSchema } from '../documents/document.ts'

/** A webhook subscription. Its secret never reaches a screen. */
export interface Webhook {
  webhookId: string
  url: string
  /** Event types of the interface; an unknown word is kept as received. */
  events: string[]
  active: boolean
  createdAt: string | null
  /** Where the secret is kept, without which no delivery can be checked; `none`: not here. */
  secret: 'keychain' | 'memory' | 'none'
}

/** The result of a test delivery. */
export interface WebhookTest {
  webhookId: string
  /** Null when the service does not report it. */
  delivered: boolean | null
  /** The receiver's HTTP status; null when there was no answer. */
  statusCode: number | null
  /** Why there was none. */
  error: string | null
}

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` }))
  .min(1, 'choose at least one event')
  .max(WEBHOOK_EVENTS.length, 'choose each event once')
  .transform((chosen) => [...new Set(chosen)])

const url = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with https://' })
  .max(2048, 'must be at most 2048 characters')
  .refine((text) => isHttpsOrLocal(text), 'must start with https:// (or http:// on this computer)')
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'must not contain a user name or password')

/** The interface takes HTTPS only; the embedded service, which runs here, takes plain HTTP to this machine too. */
function isHttpsOrLocal(text: string): boolean {
  return /^https:/i.test(text) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(text)
}

/** Input of `webhooks.create`. Without a secret the station makes one. */
export const webhookCreateInputSchema = z.object({
  url,
  events,
  secret: z
    .string({ error: 'secret must be a text' })
    .min(16, 'secret must have at least 16 characters')
    .max(256, 'secret must be at most 256 characters')
    .optional(),
  active: z.boolean({ error: 'must be true or false' }).default(true),
})

/** Input of `webhooks.update`: absent fields stay. */
export const webhookUpdateInputSchema = z
  .object({
    webhookId: pathIdSchema('webhookId'),
    url: url.optional(),
    events: events.optional(),
    active: z.boolean({ error: 'must be true or false' }).optional(),
  })
  .refine((change) => change.url !== undefined || change.events !== undefined || change.active !== undefined, {
    error: 'give at least one of url, events, and active',
  })

/** Input of `webhooks.delete`. */
export const webhookIdInputSchema = z.object({ webhookId: pathIdSchema('webhookId') })

/** Input of `webhooks.test`: the event that the receiver is sent now. */
export const webhookTestInputSchema = z.object({
  webhookId: pathIdSchema('webhookId'),
  eventType: z
    .enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` })
    .default('tracking.updated'),
  shipmentId: z.string().trim().max(200).optional(),
  trackingNumber: z.string().trim().max(64).optional(),
  status: z.string().trim().max(40).optional(),
})
