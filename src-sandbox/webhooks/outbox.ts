import { z } from 'zod'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src-shared/freight/webhook.ts'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import { newId } from '../random.ts'
import { statement } from '../statement.ts'
import type { Outcome } from './post.ts'

const MINUTE_MS = 60_000
/** How long after a failed attempt the next one follows (section Events, Retry). */
const RETRY_AFTER_MS = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS)
/** How long a delivery that is over stays in the log. */
const LOG_RETAINED_MS = 30 * 24 * 60 * MINUTE_MS

/** Something that happened, for its subscribers. */
export interface Happening {
  type: WebhookEvent
  /** When it happened. */
  at: number
  data: Record<string, unknown>
}

const deliverySchema = z
  .object({
    delivery_id: z.number(),
    webhook_id: z.string(),
    url: z.string(),
    secret: z.string(),
    event_id: z.string(),
    event_type: z.enum(WEBHOOK_EVENTS),
    at: z.number(),
    data: z.string(),
    attempts: z.number(),
  })
  .transform((row) => ({
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    url: row.url,
    secret: row.secret,
    eventId: row.event_id,
    eventType: row.event_type,
    at: row.at,
    data: z.record(z.string(), z.unknown()).parse(JSON.parse(row.data)),
    attempts: row.attempts,
  }))

/** An event on its way to one subscriber. */
export type Delivery = z.output<typeof deliverySchema>

const DELIVERY = `SELECT d.delivery_id, d.webhook_id, w.url, w.secret, d.event_id, d.event_type, d.at, d.data, d.attempts
  FROM webhook_delivery d JOIN webhook w ON w.webhook_id = d.webhook_id`

/** Whether there is a subscription at all, active or not. */
export function hasWebhooks(db: SandboxDatabase): boolean {
  return statement(db, 'SELECT 1 FROM webhook LIMIT 1').get() !== undefined
}

/** Puts an event in the way of its subscribers; call it in the transaction that makes it happen. */
export function announce(db: SandboxDatabase, { type, at, data }: Happening, now: number): void {
  statement(
    db,
    `INSERT INTO webhook_delivery (webhook_id, event_id, event_type, at, data, due_at)
       SELECT webhook_id, @eventId, @type, @at, @data, @now FROM webhook
       WHERE active = 1 AND created_at <= @at AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = @type)
       ORDER BY created_at`,
  ).run({ eventId: newId('WHE'), type, at, data: JSON.stringify(data), now })
}

/** A delivery that is tried once, regardless of its subscription: for POST /webhooks/{id}/test. */
export function testDelivery(db: SandboxDatabase, webhookId: string, { type, at, data }: Happening): Delivery {
  const { lastInsertRowid } = statement(
    db,
    'INSERT INTO webhook_delivery (webhook_id, event_id, event_type, at, data) VALUES (?, ?, ?, ?, ?)',
  ).run(webhookId, newId('WHE'), type, at, JSON.stringify(data))
  return deliverySchema.parse(statement(db, `${DELIVERY} WHERE d.delivery_id = ?`).get(lastInsertRowid))
}

/** The delivery that is due first among those of subscriptions that are active and not `busy`. */
export function nextDelivery(db: SandboxDatabase, busy: Iterable<string>, now: number): Delivery | undefined {
  return deliverySchema.optional().parse(
    statement(
      db,
      `${DELIVERY}
       WHERE d.due_at <= ? AND w.active = 1 AND d.webhook_id NOT IN (SELECT value FROM json_each(?))
       ORDER BY d.due_at, d.delivery_id LIMIT 1`,
    ).get(now, JSON.stringify([...busy])),
  )
}

/** Section Events, Retry: any 2xx is a delivery. */
export function isDelivered({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Stores the result of an attempt. After a failure the next one is scheduled, five times; a test is not repeated. */
export function recordAttempt(
  db: SandboxDatabase,
  { deliveryId, attempts }: Delivery,
  outcome: Outcome,
  { now, isTest = false }: { now: number; isTest?: boolean },
): void {
  const wait = isTest || isDelivered(outcome) ? undefined : RETRY_AFTER_MS[attempts]
  db.transaction(() => {
    // The subscription, and all that is its own, may be gone by now.
    const { changes } = statement(
      db,
      'UPDATE webhook_delivery SET attempts = ?, delivered = ?, due_at = ? WHERE delivery_id = ?',
    ).run(attempts + 1, isDelivered(outcome) ? 1 : 0, wait === undefined ? null : now + wait, deliveryId)
    if (changes === 0) return
    statement(db, 'INSERT INTO webhook_attempt (delivery_id, attempt, at, status, error) VALUES (?, ?, ?, ?, ?)').run(
      deliveryId,
      attempts + 1,
      now,
      outcome.status,
      outcome.error,
    )
  }).immediate()
}

const logRowSchema = z.object({
  delivery_id: z.number(),
  event_id: z.string(),
  event_type: z.string(),
  at: z.number(),
  delivered: z.number(),
  due_at: z.number().nullable(),
  attempts: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.object({ at: z.number(), status: z.number().nullable(), error: z.string().nullable() }))),
})

/** The last deliveries of a subscription, newest first, each with its attempts, oldest first. */
export function deliveryLog(db: SandboxDatabase, webhookId: string, limit: number) {
  const rows = statement(
    db,
    `SELECT d.delivery_id, d.event_id, d.event_type, d.at, d.delivered, d.due_at,
       (SELECT json_group_array(json_object('at', a.at, 'status', a.status, 'error', a.error) ORDER BY a.attempt)
        FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) AS attempts
     FROM webhook_delivery d WHERE d.webhook_id = ? ORDER BY d.delivery_id DESC LIMIT ?`,
  ).all(webhookId, limit)
  return z
    .array(logRowSchema)
    .parse(rows)
    .map((row) => ({
      deliveryId: row.delivery_id,
      eventId: row.event_id,
      eventType: row.event_type,
      timestamp: timestamp(row.at),
      delivered: row.delivered === 1,
      nextAttempt: row.due_at === null ? null : timestamp(row.due_at),
      attempts: row.attempts.map(({ at, status, error }) => ({ at: timestamp(at), status, error })),
    }))
}

/** Forgets deliveries that are long over. */
export function forgetOldDeliveries(db: SandboxDatabase, now: number): void {
  statement(db, 'DELETE FROM webhook_delivery WHERE due_at IS NULL AND at < ?').run(now - LOG_RETAINED_MS)
}
