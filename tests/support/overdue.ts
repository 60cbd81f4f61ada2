import { z } from 'zod'
import type { SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { REPORTED_SQL } from '../../src-main/integrations/hooks.rows.ts'

/** Something that is due, that nothing keeps back, and that has not moved. */
export interface Overdue {
  kind: 'booking' | 'change' | 'print job' | 'webhook'
  id: string
  /** A booking's reference, a job's title, a webhook's address. */
  reference: string
  state: string
  /** ISO 8601. */
  due: string
}

/** How long something that is due may wait for its turn. */
const TURN_MS = 2 * 60_000
const rowsSchema = z.array(z.object({ id: z.string(), reference: z.string(), state: z.string(), due: z.string() }))

/** No question, no pause, and nothing before it or on its way to the same printer. */
const IS_FREE = `j.question IS NULL AND coalesce(p.is_paused, 0) = 0
  AND NOT EXISTS (SELECT 1 FROM print_job o INDEXED BY print_job_open WHERE o.state IN ('QUEUED', 'SENDING', 'UNKNOWN')
    AND o.printer_id = j.printer_id AND (o.state = 'SENDING' OR (o.state = 'QUEUED' AND o.seq < j.seq)))
  AND NOT EXISTS (SELECT 1 FROM print_job o WHERE o.printer_id = j.printer_id AND o.next_try_at IS NOT NULL
    AND o.seq < j.seq)`

/** They repeat the words of the indexes on what is open. */
const STATEMENTS: readonly [Overdue['kind'], string][] = [
  [
    'booking',
    `SELECT booking_id AS id, reference, state, coalesce(due_at, updated_at) AS due FROM booking INDEXED BY booking_open
     WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION') AND state IN ('QUEUED', 'UNKNOWN')
       AND coalesce(due_at, updated_at) < @before
       AND coalesce(held_until, '') < @now AND coalesce(leased_until, '') < @before`,
  ],
  [
    'change',
    `SELECT c.change_id AS id, b.reference, c.state, coalesce(c.due_at, c.updated_at) AS due
     FROM shipment_change c JOIN booking b USING (booking_id)
     WHERE c.state IN ('QUEUED', 'SENDING', 'UNKNOWN') AND c.state IN ('QUEUED', 'UNKNOWN')
       AND b.state = 'BOOKED' AND coalesce(c.due_at, c.updated_at) < @before
       AND NOT EXISTS (
         SELECT 1 FROM shipment_change o WHERE o.booking_id = c.booking_id AND o.seq < c.seq
           AND o.state IN ('QUEUED', 'SENDING', 'UNKNOWN'))`,
  ],
  [
    'print job',
    `SELECT j.job_id AS id, j.title AS reference, j.state, j.updated_at AS due FROM print_job j
     LEFT JOIN printer p USING (printer_id)
     WHERE j.state IN ('QUEUED', 'SENDING', 'UNKNOWN') AND j.state = 'QUEUED' AND j.updated_at < @before
       AND ${IS_FREE}`,
  ],
  [
    'print job',
    `SELECT j.job_id AS id, j.title AS reference, j.state, j.next_try_at AS due FROM print_job j
     LEFT JOIN printer p USING (printer_id)
     WHERE j.next_try_at IS NOT NULL AND j.state = 'FAILED' AND j.next_try_at < @before AND ${IS_FREE}`,
  ],
  [
    'webhook',
    `SELECT h.hook_id AS id, h.url AS reference, 'WAITING' AS state,
       max(coalesce(h.due_at, ''), coalesce(h.last_at, ''), d.at) AS due
     FROM hook h CROSS JOIN hook_delivery d ON d.delivery_id = (
       SELECT delivery_id FROM hook_delivery WHERE hook_id = h.hook_id ORDER BY attempts, delivery_id LIMIT 1)
     WHERE h.is_active = 1 AND max(coalesce(h.due_at, ''), coalesce(h.last_at, ''), d.at) < @before`,
  ],
  [
    'webhook',
    `SELECT h.hook_id AS id, h.url AS reference, 'NOT_GATHERED' AS state, a.at AS due
     FROM hook h CROSS JOIN audit a ON a.id = (
       SELECT id FROM audit WHERE id > h.read_to AND (${REPORTED_SQL}) ORDER BY id LIMIT 1)
     WHERE h.is_active = 1 AND a.at < @before`,
  ],
]

/**
 * What has been due for two minutes and has not moved: whoever was to wake has forgotten it. Nothing while a restore waits to
 * be confirmed.
 */
export function overdueRows(db: SqliteDatabase, now: Date): Overdue[] {
  if (db.prepare('SELECT 1 FROM restoration WHERE confirmed_at IS NULL LIMIT 1').get() !== undefined) return []
  const times = { now: now.toISOString(), before: new Date(now.getTime() - TURN_MS).toISOString() }
  return STATEMENTS.flatMap(([kind, sql]) =>
    rowsSchema
      .parse(db.prepare(sql).all(sql.includes('@now') ? times : { before: times.before }))
      .map((row): Overdue => ({ kind, ...row })),
  )
}
