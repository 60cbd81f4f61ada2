import { z } from 'zod'
import { DOUBTED_BOOKINGS } from '../../src-shared/machine/booking.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import type { SiteQueries } from '../site-server/site-database.ts'
import { IS_LOOKED_FOR } from './booking-row.rows.ts'
import { COLUMNS } from './booking.site.rows.ts'

const IS_DOUBTED = isIn('b.state', DOUBTED_BOOKINGS)
const IS_DUE = `(b.due_at IS NULL OR b.due_at <= site_now()) AND (b.leased_until IS NULL OR b.leased_until <= site_now())`
const TO_SEND = `b.state = 'QUEUED' AND b.environment = $1 AND ${IS_DUE} AND (b.held_until IS NULL OR b.held_until <= site_now())`

const turnSchema = z.array(z.object({ station_id: z.string(), is_machine: z.boolean() }))
const nowSchema = z.object({ now: z.string() })
const dueSchema = z.object({ due: z.string().nullable() })

export interface Turns {
  /** Whose turn it is: a person's submissions before a machine's, then the station that waits longest. */
  inOrder(waiting: readonly { stationId: string; isMachine: boolean }[]): string[]
  /** Called as soon as it is its turn: a taker at the same moment takes of other stations. */
  served(stationId: string): void
}

/** Round robin by station. One process sends, so its memory is enough. */
export function createTurns(): Turns {
  const lastServed = new Map<string, number>()
  let turn = 0
  return {
    inOrder: (waiting) =>
      [...waiting]
        .sort(
          (a, b) =>
            Number(a.isMachine) - Number(b.isMachine) ||
            (lastServed.get(a.stationId) ?? 0) - (lastServed.get(b.stationId) ?? 0),
        )
        .map(({ stationId }) => stationId),
    served: (stationId) => {
      lastServed.set(stationId, (turn += 1))
    },
  }
}

/**
 * Locks the bookings that are sent next, at most this many: each row is one taker's, and no taker waits for
 * another's. Which stations have something is found by one index search per station, however many bookings they have.
 * @returns the rows, and the database's time; null: there is none
 */
export async function lockToSend(
  tx: SiteQueries,
  environment: string,
  most: number,
  turns: Turns,
): Promise<{ rows: unknown[]; now: Date | null }> {
  const waiting = turnSchema.parse(
    await tx.all(
      `WITH RECURSIVE s AS (
         (SELECT min(station_id) AS station_id FROM booking WHERE state = 'QUEUED' AND environment = $1)
         UNION ALL
         SELECT (SELECT min(station_id) FROM booking
           WHERE state = 'QUEUED' AND environment = $1 AND station_id > s.station_id)
         FROM s WHERE s.station_id IS NOT NULL)
       SELECT s.station_id, n.is_machine FROM s CROSS JOIN LATERAL (
         SELECT b.is_machine FROM booking b WHERE ${TO_SEND} AND b.station_id = s.station_id
         ORDER BY b.is_machine, b.seq LIMIT 1) n
       WHERE s.station_id IS NOT NULL`,
      environment,
    ),
  )
  if (waiting.length === 0) return { rows: [], now: null }
  const order = turns.inOrder(
    waiting.map(({ station_id, is_machine }) => ({ stationId: station_id, isMachine: is_machine })),
  )
  const counts = sharesOf(order, most)
  for (const { stationId } of counts) turns.served(stationId)
  const rows = await tx.all(
    `SELECT b.*, site_now() AS now FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS t (station_id, most, turn)
     CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM booking b WHERE ${TO_SEND} AND b.station_id = t.station_id
       ORDER BY b.is_machine, b.seq LIMIT t.most FOR UPDATE OF b SKIP LOCKED) b
     ORDER BY t.turn, b.seq`,
    environment,
    counts.map(({ stationId }) => stationId),
    counts.map(({ count }) => count),
  )
  const [first] = rows
  return { rows, now: first === undefined ? null : new Date(nowSchema.parse(first).now) }
}

/** This many places dealt out by turns. */
function sharesOf(order: readonly string[], most: number): { stationId: string; count: number }[] {
  const taken = order.slice(0, most)
  const each = Math.floor(most / taken.length)
  const more = most % taken.length
  return taken.map((stationId, at) => ({ stationId, count: each + (at < more ? 1 : 0) }))
}

/** Locks the booking that is looked for next; undefined when there is none. */
export function lockToLook(tx: SiteQueries, environment: string): Promise<unknown> {
  return tx.one(
    `SELECT ${COLUMNS} FROM booking b WHERE ${IS_DOUBTED} AND ${IS_LOOKED_FOR} AND b.environment = $1 AND ${IS_DUE}
     ORDER BY b.due_at, b.seq LIMIT 1 FOR UPDATE OF b SKIP LOCKED`,
    environment,
  )
}

/** When the next may be taken, by the database's clock; null: none waits for that. */
export async function dueNext(db: SiteQueries, environment: string, work: 'send' | 'look'): Promise<Date | null> {
  const held = work === 'send' ? `, b.held_until` : ''
  const which = work === 'send' ? `b.state = 'QUEUED'` : `${IS_DOUBTED} AND ${IS_LOOKED_FOR}`
  // The first of the index that are due later; what is due now is found among the first as well.
  const { due } = dueSchema.parse(
    await db.one(
      `SELECT min(greatest(b.due_at, b.leased_until${held}, to_timestamp(0))) AS due FROM booking b
       WHERE b.environment = $1 AND ${which}`,
      environment,
    ),
  )
  return due === null ? null : new Date(due)
}
