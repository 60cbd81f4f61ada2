import { z } from 'zod'
import { HOOK_EVENTS, type HookEvent } from '../../src-shared/station/app/connections.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

const hookSchema = z
  .object({
    hook_id: z.string(),
    url: z.string(),
    events: jsonColumn(z.array(z.enum(HOOK_EVENTS))),
    is_active: z.int(),
    read_to: z.int(),
    failures: z.int(),
    due_at: z.string().nullable(),
    last_at: z.string().nullable(),
    last_error: z.string().nullable(),
  })
  .transform((row) => ({
    hookId: row.hook_id,
    url: row.url,
    events: row.events,
    isActive: row.is_active === 1,
    readTo: row.read_to,
    failures: row.failures,
    dueAt: row.due_at,
    lastAt: row.last_at,
    lastError: row.last_error,
  }))
export type HookRow = z.output<typeof hookSchema>

const deliverySchema = z.object({
  deliveryId: z.int(),
  eventId: z.string(),
  eventType: z.string(),
  at: z.string(),
  data: jsonColumn(z.record(z.string(), z.unknown())),
  attempts: z.int(),
})
export type Delivery = z.output<typeof deliverySchema>

/** An event as it is put into a hook's queue. */
export type NewDelivery = Omit<Delivery, 'deliveryId' | 'attempts'>

/** Shipments in an exception, and those of the reported ones that are surely in none. */
export interface ExceptionsNow {
  now: readonly string[]
  over: readonly string[]
}

const idsSchema = z.array(z.string())

const happenedSchema = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.string(),
  subjectId: z.string(),
  action: z.string(),
})
/** A row of the audit log that a hook may want. */
export type Happened = z.output<typeof happenedSchema>

/** Audit rows that are walked through at a time. */
const SLICE = 2_000
/** Which of them are sent, and as what event. */
const REPORTED: readonly { kind: string; action: string; event: HookEvent }[] = [
  { kind: 'booking', action: 'booked', event: 'booked' },
  { kind: 'booking', action: 'rejected', event: 'exception' },
  { kind: 'booking', action: 'needs_decision', event: 'exception' },
  { kind: 'print_job', action: 'printed', event: 'printed' },
  { kind: 'print_job', action: 'failed', event: 'exception' },
]
export const REPORTED_SQL = REPORTED.map(
  ({ kind, action }) => `(subject_kind = '${kind}' AND action = '${action}')`,
).join(' OR ')

/** The event that an audit row is sent as. */
export const eventOf = ({ kind, action }: Pick<Happened, 'kind' | 'action'>): HookEvent | null =>
  REPORTED.find((one) => one.kind === kind && one.action === action)?.event ?? null

export type HookStore = ReturnType<typeof hookStore>

/**
 * Webhooks to other systems and the queue of each. Events come out of the audit log, so that none is missed between
 * two starts.
 */
export function hookStore(db: SqliteDatabase, clock: Clock) {
  const newestAudit = (): number => z.int().parse(statement(db, 'SELECT coalesce(max(id), 0) FROM audit').pluck().get())
  const audit = (hookId: string, action: string, detail: Record<string, unknown> = {}) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'hook', subjectId: hookId, action, detail })
  const insert = (hookId: string, { eventId, eventType, at, data }: NewDelivery) =>
    statement(db, 'INSERT INTO hook_delivery (hook_id, event_id, event_type, at, data) VALUES (?, ?, ?, ?, ?)').run(
      hookId,
      eventId,
      eventType,
      at,
      JSON.stringify(data),
    )
  const one = (hookId: string): HookRow | null => {
    const row = statement(db, 'SELECT * FROM hook WHERE hook_id = ?').get(hookId)
    return row === undefined ? null : hookSchema.parse(row)
  }

  return {
    list: async (): Promise<HookRow[]> =>
      statement(db, 'SELECT * FROM hook ORDER BY created_at, hook_id')
        .all()
        .map((row) => hookSchema.parse(row)),
    get: async (hookId: string): Promise<HookRow | null> => one(hookId),

    /** A new one, or one that was off, hears of what happens from now on. */
    save: (hookId: string, { url, events, isActive }: Pick<HookRow, 'url' | 'events' | 'isActive'>): Promise<void> =>
      inTransaction(db, () => {
        const before = one(hookId)
        statement(
          db,
          `INSERT INTO hook (hook_id, url, events, is_active, read_to, created_at) VALUES (@hookId, @url, @events, @isActive, @newest, @at)
           ON CONFLICT (hook_id) DO UPDATE SET url = @url, events = @events, is_active = @isActive, failures = 0, due_at = NULL,
             read_to = iif(is_active, read_to, @newest)`,
        ).run({
          hookId,
          url,
          events: JSON.stringify(events),
          isActive: isActive ? 1 : 0,
          newest: newestAudit(),
          at: clock.now().toISOString(),
        })
        audit(hookId, before ? 'changed' : 'added', { url, events, isActive })
      }),

    remove: (hookId: string): Promise<void> =>
      inTransaction(db, () => {
        const waiting = statement(db, 'DELETE FROM hook_delivery WHERE hook_id = ?').run(hookId).changes
        statement(db, 'DELETE FROM hook WHERE hook_id = ?').run(hookId)
        audit(hookId, 'removed', { waiting })
      }),

    waiting: async (hookId: string): Promise<number> =>
      z.int().parse(statement(db, 'SELECT count(*) FROM hook_delivery WHERE hook_id = ?').pluck().get(hookId)),

    /** What happened behind an audit row, a slice at a time. @returns how far was read; null: to the end */
    happened: async (after: number): Promise<{ rows: Happened[]; readTo: number; isAll: boolean }> => {
      const newest = newestAudit()
      const readTo = Math.min(newest, after + SLICE)
      const rows = statement(
        db,
        `SELECT id, at, subject_kind kind, subject_id subjectId, action FROM audit WHERE id > ? AND id <= ? AND (${REPORTED_SQL}) ORDER BY id`,
      )
        .all(after, readTo)
        .map((row) => happenedSchema.parse(row))
      return { rows, readTo, isAll: readTo >= newest }
    },

    /** Into the hook's queue, together with how far was read. */
    enqueue: (hookId: string, deliveries: readonly NewDelivery[], readTo: number): Promise<void> =>
      inTransaction(db, () => {
        for (const delivery of deliveries) insert(hookId, delivery)
        statement(db, 'UPDATE hook SET read_to = ? WHERE hook_id = ?').run(readTo, hookId)
      }),

    /** A person wants it tried now; where nothing waits, with an event of its own. */
    tryNow: (hookId: string, test: NewDelivery): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE hook SET due_at = NULL WHERE hook_id = ?').run(hookId)
        if (statement(db, 'SELECT 1 FROM hook_delivery WHERE hook_id = ? LIMIT 1').get(hookId) === undefined) {
          insert(hookId, test)
        }
      }),

    /** All that waits is due now. */
    hasten: (): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE hook SET due_at = NULL WHERE due_at IS NOT NULL').run()
      }),

    /** Of those that were tried least the oldest: one that its target never takes holds up no other. */
    next: async (hookId: string): Promise<Delivery | null> => {
      const row = statement(
        db,
        `SELECT delivery_id deliveryId, event_id eventId, event_type eventType, at, data, attempts FROM hook_delivery
         WHERE hook_id = ? ORDER BY attempts, delivery_id LIMIT 1`,
      ).get(hookId)
      return row === undefined ? null : deliverySchema.parse(row)
    },

    /** One try. @param error null: it was taken, and is gone from the queue */
    tried: (hookId: string, deliveryId: number, error: string | null, dueAt: Date | null): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          error === null
            ? 'DELETE FROM hook_delivery WHERE delivery_id = ?'
            : 'UPDATE hook_delivery SET attempts = attempts + 1 WHERE delivery_id = ?',
        ).run(deliveryId)
        statement(
          db,
          'UPDATE hook SET last_at = ?, last_error = ?, due_at = ?, failures = iif(? IS NULL, 0, failures + 1) WHERE hook_id = ?',
        ).run(clock.now().toISOString(), error, dueAt?.toISOString() ?? null, error, hookId)
      }),

    /** Shipments whose exception was reported. */
    reported: async (): Promise<string[]> =>
      idsSchema.parse(statement(db, 'SELECT shipment_id FROM hook_exception').pluck().all()),

    /** Of shipments in an exception those that are not reported. @param over out of it: reported again when they come back */
    newExceptions: ({ now, over }: ExceptionsNow): Promise<string[]> =>
      inTransaction(db, () => {
        const those = 'IN (SELECT value FROM json_each(?))'
        statement(db, `DELETE FROM hook_exception WHERE shipment_id ${those}`).run(JSON.stringify(over))
        return idsSchema.parse(
          statement(db, 'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT shipment_id FROM hook_exception)')
            .pluck()
            .all(JSON.stringify(now)),
        )
      }),

    /** Into the queue of every hook that wants exceptions, and noted as reported, in one commit. */
    enqueueExceptions: (hookIds: readonly string[], deliveries: readonly (NewDelivery & { shipmentId: string })[]) =>
      inTransaction(db, () => {
        for (const { shipmentId, ...delivery } of deliveries) {
          statement(db, 'INSERT OR IGNORE INTO hook_exception (shipment_id) VALUES (?)').run(shipmentId)
          for (const hookId of hookIds) insert(hookId, delivery)
        }
      }),
  }
}
