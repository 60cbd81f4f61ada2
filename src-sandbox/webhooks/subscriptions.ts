import { z } from 'zod'
import { WEBHOOK_EVENTS, type NewWebhook, type Webhook, type WebhookChange } from '../../src-shared/freight/webhook.ts'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import { invalidField, NoSuchThing } from '../http/failure.ts'
import { newId, newToken } from '../random.ts'
import { statement } from '../statement.ts'
import { TargetRefused, targetOf } from './target.ts'

/** How many subscriptions there may be. */
const MOST_WEBHOOKS = 50

const rowSchema = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    events: z.string(),
    secret: z.string(),
    active: z.number(),
    created_at: z.number(),
  })
  .transform((row) => ({
    webhookId: row.webhook_id,
    url: row.url,
    events: z.array(z.enum(WEBHOOK_EVENTS)).parse(JSON.parse(row.events)),
    secret: row.secret,
    active: row.active === 1,
    createdAt: row.created_at,
  }))

/** A subscription as the service keeps it. */
export type WebhookRecord = z.output<typeof rowSchema>

/** @throws FreightFailure INVALID_REQUEST, details.field url or details.reason TOO_MANY_WEBHOOKS. */
export function subscribe(db: SandboxDatabase, request: NewWebhook, now: number): WebhookRecord {
  assertTarget(request.url)
  const count = z.object({ count: z.number() }).parse(statement(db, 'SELECT count(*) AS count FROM webhook').get())
  if (count.count >= MOST_WEBHOOKS) {
    throw invalidField('url', `there are ${MOST_WEBHOOKS} webhooks already; delete one first.`, {
      reason: 'TOO_MANY_WEBHOOKS',
      most: MOST_WEBHOOKS,
    })
  }
  const record: WebhookRecord = {
    ...request,
    webhookId: newId('WHK'),
    secret: request.secret ?? newToken(),
    createdAt: now,
  }
  statement(
    db,
    `INSERT INTO webhook (webhook_id, url, events, secret, active, created_at)
     VALUES (@webhookId, @url, @events, @secret, @active, @createdAt)`,
  ).run({ ...record, events: JSON.stringify(record.events), active: record.active ? 1 : 0 })
  return record
}

/** Every subscription, oldest first. */
export function listWebhooks(db: SandboxDatabase): WebhookRecord[] {
  return z.array(rowSchema).parse(statement(db, 'SELECT * FROM webhook ORDER BY created_at, rowid').all())
}

/** @throws NoSuchThing WEBHOOK_NOT_FOUND. */
export function requireWebhook(db: SandboxDatabase, webhookId: string): WebhookRecord {
  const row = statement(db, 'SELECT * FROM webhook WHERE webhook_id = ?').get(webhookId)
  if (row) return rowSchema.parse(row)
  throw new NoSuchThing('WEBHOOK_NOT_FOUND', `There is no webhook ${webhookId}.`, { webhookId })
}

/** @throws NoSuchThing, FreightFailure INVALID_REQUEST (details.field url). */
export function changeWebhook(db: SandboxDatabase, webhookId: string, change: WebhookChange): WebhookRecord {
  const known = requireWebhook(db, webhookId)
  if (change.url !== undefined) assertTarget(change.url)
  const { url = known.url, events = known.events, active = known.active } = change
  statement(db, 'UPDATE webhook SET url = ?, events = ?, active = ? WHERE webhook_id = ?').run(
    url,
    JSON.stringify(events),
    active ? 1 : 0,
    webhookId,
  )
  return { ...known, url, events, active }
}

/** Ends a subscription; pending deliveries are never sent. */
export function unsubscribe(db: SandboxDatabase, webhookId: string): void {
  requireWebhook(db, webhookId)
  statement(db, 'DELETE FROM webhook WHERE webhook_id = ?').run(webhookId)
}

/** A subscription on the wire, without its secret. */
export function webhookView({ webhookId, url, events, active, createdAt }: WebhookRecord): Webhook {
  return { webhookId, url, events, active, createdAt: timestamp(createdAt) }
}

function assertTarget(url: string): void {
  try {
    targetOf(url)
  } catch (cause) {
    if (cause instanceof TargetRefused) throw invalidField('url', `${cause.message}.`, { reason: 'URL_REFUSED' })
    throw cause
  }
}
