import { z } from 'zod'
import { isOpen, referenceQuestion, type BookingMove } from '../../src-shared/machine/booking.ts'
import { MUTABLE_COLUMNS, mutableStateOf, referenceOfRequest, type LedgerBooking } from './booking-row.rows.ts'
import {
  anothersShipment,
  auditOfMove,
  bookingMoved,
  GIVEN_UP,
  isToGiveUp,
  summaryPatch,
  type Lease,
} from './booking-write.rows.ts'
import { settleWaitingChanges } from './changes/waiting-changes.site.rows.ts'
import { noteRow } from '../site-server/note.rows.ts'
import type { SiteQueries } from '../site-server/site-database.ts'
import { oneBooking } from './booking.site.rows.ts'
import { giveReference, referenceHolder, reportBookedTwice } from './reference-holder.site.rows.ts'

const tokensSchema = z.array(z.object({ booking_id: z.string(), permit: z.int() }))
const claimantSchema = z
  .object({ booking_id: z.string(), reference: z.string() })
  .transform(({ booking_id: bookingId, reference }) => ({ bookingId, reference }))
  .optional()

/** A booking, as one that has a shipment is named. */
export type Claimant = NonNullable<z.output<typeof claimantSchema>>

/** The booking that has this shipment; null: none has. @param but the booking that asks, which is left out */
export async function claimantOf(
  db: SiteQueries,
  environment: string,
  shipmentId: string,
  but = '',
): Promise<Claimant | null> {
  const sql =
    'SELECT booking_id, reference FROM booking WHERE shipment_id = $1 AND environment = $2 AND booking_id <> $3 LIMIT 1'
  return claimantSchema.parse(await db.one(sql, shipmentId, environment, but)) ?? null
}

/** The same of a booking that is to have it: two that get one shipment at the same moment wait for each other. */
export async function otherClaimant(
  tx: SiteQueries,
  environment: string,
  shipmentId: string,
  bookingId: string,
): Promise<Claimant | null> {
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `${environment} ${shipmentId}`)
  return claimantOf(tx, environment, shipmentId, bookingId)
}

/** Under which fencing token a send goes; null: it is no send. */
interface Written {
  booking: LedgerBooking
  permit: number
}

/**
 * Moves a booking that was locked inside this transaction: the state machine computes the result.
 * @throws StationError WRONG_STATE, SHIPMENT_CLAIMED
 */
export async function moveSiteBooking(
  tx: SiteQueries,
  now: Date,
  before: LedgerBooking,
  move: BookingMove,
): Promise<Written> {
  const { bookingId, environment } = before
  if (move.to === 'QUEUED' && referenceOfRequest(before) !== before.reference)
    return takeOwnReference(tx, now, before, move)
  const after = bookingMoved(before, move, now)
  if (move.to === 'BOOKED') {
    const other = await otherClaimant(tx, environment, move.shipment.shipmentId, bookingId)
    if (other !== null) return moveSiteBooking(tx, now, before, anothersShipment(move, other.reference, now))
  }
  const [permit = 0] = await write(tx, [rowOf(before, after, move)])
  if (isToGiveUp(before, after)) return moveSiteBooking(tx, now, after, GIVEN_UP)
  if (isOpen(after)) return { booking: after, permit }
  if (move.to === 'BOOKED') {
    await tx.run(
      `INSERT INTO label_missing (booking_seq, environment, shipment_id)
       SELECT seq, environment, shipment_id FROM booking b WHERE booking_id = $1 AND NOT EXISTS (
         SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id)
       ON CONFLICT DO NOTHING`,
      bookingId,
    )
  }
  if (move.to === 'BOOKED' && referenceOfRequest(after) !== after.reference) {
    await reportBookedTwice(tx, { ...after, reference: referenceOfRequest(after) }, move.shipment.shipmentId)
  }
  if (before.hasOpenChange) await settleWaitingChanges(tx, now, after)
  return { booking: (await oneBooking(tx, 'b.booking_id = $1', bookingId)) ?? after, permit }
}

/**
 * A booking that was looked for under another booking's reference, and is to be sent after all: under its own from now on, and not
 * before its person has seen whose the other is.
 */
async function takeOwnReference(
  tx: SiteQueries,
  now: Date,
  before: LedgerBooking,
  move: Extract<BookingMove, { to: 'QUEUED' }>,
): Promise<Written> {
  const { environment, reference } = before
  const found = await referenceHolder(tx, { environment, reference: referenceOfRequest(before) })
  const own = await giveReference(tx, before, reference)
  if (found === null) return moveSiteBooking(tx, now, own, move)
  const { actor = 'station', detail } = move
  const question = referenceQuestion(found, reference)
  return moveSiteBooking(tx, now, own, { to: 'NEEDS_DECISION', actor, ...(detail && { detail }), question })
}

/** Gives bookings that were locked inside this transaction to the sender of this epoch, in one statement. */
export async function sendSiteBookings(
  tx: SiteQueries,
  now: Date,
  bookings: readonly LedgerBooking[],
  by: { lease: Lease; epoch: number },
): Promise<Written[]> {
  if (bookings.length === 0) return []
  const move = { to: 'SENDING', sentAt: now } as const
  const moved = bookings.map((before) => ({ before, after: bookingMoved(before, move, now, by.lease) }))
  const fencingTokens = await write(
    tx,
    moved.map(({ before, after }) => rowOf(before, after, move, by)),
  )
  return moved.map(({ after }, at) => ({ booking: after, permit: fencingTokens[at] ?? 0 }))
}

/** What is written of a moved booking and its move, by the names in `MOVED`. */
function rowOf(
  before: LedgerBooking,
  after: LedgerBooking,
  move: BookingMove,
  by: { lease: Lease; epoch: number } | null = null,
) {
  const { bookingId, updatedAt } = after
  return {
    ...mutableStateOf(after),
    ...{ bookingId, updatedAt },
    summary: summaryPatch(after),
    lease: after.lease,
    leasedUntil: by?.lease.leasedUntil.toISOString() ?? null,
    request: after.request === before.request ? null : after.request,
    loadId: after.kind === 'load' ? after.loadId : null,
    epoch: by?.epoch ?? null,
    note: noteRow({
      actor: move.actor ?? 'station',
      subjectKind: 'booking',
      subjectId: bookingId,
      ...auditOfMove(before, move),
    }),
  }
}

const MUTABLE = Object.entries(MUTABLE_COLUMNS)
const MOVED = `${MUTABLE.map(([field, { type }]) => `"${field}" ${type}`).join(', ')}, "bookingId" text, summary jsonb, lease text,
  "leasedUntil" timestamptz, "updatedAt" timestamptz, request json, "loadId" text, epoch bigint, note json`
const NOTED = `actor text, "stationId" text, person json, "subjectKind" text, "subjectId" text, action text, detail json`

/** Moves, what is noted of them and what stations hear, in one statement. @returns the fencing tokens, in the order of the rows */
async function write(tx: SiteQueries, rows: readonly ReturnType<typeof rowOf>[]): Promise<number[]> {
  const written = await tx.all(
    `WITH m AS MATERIALIZED (SELECT m.* FROM unnest($1::json[]) AS row, json_to_record(row) AS m (${MOVED})),
     moved AS (UPDATE booking b SET ${MUTABLE.map(([field, { name }]) => `${name} = m."${field}"`).join(', ')},
       summary = b.summary || m.summary, lease = m.lease, leased_until = m."leasedUntil", updated_at = m."updatedAt",
       request = coalesce(m.request, b.request), load_id = m."loadId",
       epoch = coalesce(m.epoch, b.epoch), permit = CASE WHEN m.epoch IS NULL THEN b.permit ELSE b.permit + 1 END
     FROM m WHERE b.booking_id = m."bookingId" RETURNING b.booking_id, b.permit),
     told AS (INSERT INTO feed_pending (kind, key) SELECT 'booking', "bookingId" FROM m),
     noted AS (INSERT INTO audit (at, actor, station_id, person, subject_kind, subject_id, action, detail)
       SELECT site_now(), n.actor, n."stationId", n.person, n."subjectKind", n."subjectId", n.action, n.detail
       FROM m, json_to_record(m.note) AS n (${NOTED}))
     SELECT booking_id, permit FROM moved`,
    rows.map((row) => JSON.stringify(row)),
  )
  const fencingTokens = new Map(tokensSchema.parse(written).map(({ booking_id, permit }) => [booking_id, permit]))
  return rows.map(({ bookingId }) => {
    const permit = fencingTokens.get(bookingId)
    if (permit === undefined) throw new Error(`${bookingId} is gone from the transaction that locked it`)
    return permit
  })
}
