import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import type { Violation } from './violation.ts'

const stuckRow = z.object({ id: z.string(), reference: z.string(), state: z.string(), due: z.string() })

/** No wait of a schedule is longer, but the looks for what a person was asked about. */
const LONGEST_WAIT_MS = 20 * 60_000

/** How long something that is due may wait for its turn, by the station's clock. */
const TURN_MS = 2 * 60_000

/**
 * Rows that are due, that nothing keeps back, and that have not moved for two minutes: whoever was to wake has forgotten it. And
 * rows that are put off for longer than any wait is, as by a clock that was set back.
 * @param now epoch milliseconds by the clock of the station
 */
export function stuckRows(ledger: SqliteDatabase, now: number): Violation[] {
  const times = { now: iso(now), before: iso(now - TURN_MS), far: iso(now + LONGEST_WAIT_MS) }
  const paused = prepared(ledger, 'SELECT 1 FROM restoration WHERE confirmed_at IS NULL LIMIT 1').get()
  if (paused !== undefined) return []
  return [...STUCK].flatMap(([kind, sql]) =>
    z
      .array(stuckRow)
      .parse(prepared(ledger, sql).all(times))
      .map(({ id, reference, state, due }) => ({
        rule: 'stuck' as const,
        what: `${kind} ${id} (${reference}) is ${state}, due since ${due}, and nothing moves it`,
        reference,
      })),
  )
}

const STUCK = new Map([
  [
    'booking put off',
    `SELECT booking_id AS id, reference, state, due_at AS due FROM booking
     WHERE state IN ('QUEUED', 'UNKNOWN') AND due_at > @far AND held_until IS NULL`,
  ],
  [
    'change put off',
    `SELECT c.change_id AS id, b.reference, c.state, c.due_at AS due
     FROM shipment_change c JOIN booking b USING (booking_id)
     WHERE c.state IN ('QUEUED', 'UNKNOWN') AND c.due_at > @far`,
  ],
  [
    'print job put off',
    `SELECT job_id AS id, title AS reference, state, next_try_at AS due FROM print_job WHERE next_try_at > @far`,
  ],
  [
    'booking under way',
    // The longest call is over by then, and a lease of a dead station has been taken up at its start.
    `SELECT booking_id AS id, reference, state, coalesce(sent_at, updated_at) AS due FROM booking
     WHERE state = 'SENDING' AND coalesce(sent_at, updated_at) < @before`,
  ],
  [
    'booking',
    `SELECT booking_id AS id, reference, state, coalesce(due_at, updated_at) AS due FROM booking
     WHERE state IN ('QUEUED', 'UNKNOWN') AND coalesce(due_at, updated_at) < @before
       AND coalesce(held_until, '') < @now AND coalesce(leased_until, '') < @before`,
  ],
  [
    'change',
    `SELECT c.change_id AS id, b.reference, c.state, coalesce(c.due_at, c.updated_at) AS due
     FROM shipment_change c JOIN booking b USING (booking_id)
     WHERE c.state IN ('QUEUED', 'UNKNOWN') AND b.state = 'BOOKED'
       AND coalesce(c.due_at, c.updated_at) < @before AND NOT EXISTS (
         SELECT 1 FROM shipment_change o WHERE o.booking_id = c.booking_id AND o.seq < c.seq
           AND o.state IN ('QUEUED', 'SENDING', 'UNKNOWN'))`,
  ],
  [
    'print job',
    `SELECT j.job_id AS id, j.title AS reference, j.state, coalesce(j.next_try_at, j.updated_at) AS due FROM print_job j
     LEFT JOIN printer p USING (printer_id)
     WHERE j.state IN ('QUEUED', 'FAILED') AND (j.state = 'QUEUED' OR j.next_try_at IS NOT NULL)
       AND coalesce(j.next_try_at, j.updated_at) < @before AND j.question IS NULL AND coalesce(p.is_paused, 0) = 0
       AND NOT EXISTS (SELECT 1 FROM print_job o WHERE o.printer_id = j.printer_id AND o.job_id <> j.job_id
         AND (o.state = 'SENDING' OR (o.seq < j.seq AND (o.state = 'QUEUED' OR o.next_try_at IS NOT NULL))))`,
  ],
])

const statements = new WeakMap<SqliteDatabase, Map<string, ReturnType<SqliteDatabase['prepare']>>>()

/** Once a connection, and beside the station's own: what the judge reads is in none of its logs. */
function prepared(ledger: SqliteDatabase, sql: string) {
  const known = statements.get(ledger) ?? new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  statements.set(ledger, known)
  const found = known.get(sql) ?? ledger.prepare(sql)
  known.set(sql, found)
  return found
}

const iso = (ms: number) => new Date(ms).toISOString()
