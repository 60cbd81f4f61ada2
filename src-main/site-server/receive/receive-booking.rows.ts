import { z } from 'zod'
import { canonical } from '../../../src-shared/canonical.ts'
import {
  BOOKING_STATES,
  isNeverBooked,
  isOpen,
  isUnsent,
  NEVER_BOOKED,
  referenceQuestion,
  type BookingState,
} from '../../../src-shared/machine/booking.ts'
import { receivedAs } from '../../../src-shared/machine/upload.ts'
import type { UploadAnswer, UploadItem } from '../../../src-shared/site/upload.ts'
import type { SiteBookingBody } from '../../../src-shared/site/record.ts'
import { bookingWireSchema, quoteOriginSchema } from '../../../src-shared/station/booking/record.ts'
import { errorData } from '../../../src-shared/station/error.ts'
import { jsonColumn, toJson } from '../../kernel/sqlite/json-column.ts'
import { isNotIn } from '../../kernel/sqlite/is-in.ts'
import { mutableValues, newMutableState, type LedgerBooking } from '../../booking/booking-row.rows.ts'
import { isSameFreight, SAME_FREIGHT_MS } from '../../booking/booked-before.ts'
import { isReference, lockBooking, oneBooking } from '../../booking/booking.site.rows.ts'
import { freeReference } from '../../booking/bookings.site.rows.ts'
import { moveSiteBooking, otherClaimant, type Claimant } from '../../booking/booking-write.site.rows.ts'
import {
  giveReference,
  HOLDER,
  holderOf,
  holderSchema,
  referenceHolder,
  reportBookedTwice,
  type ReferenceHolder,
} from '../../booking/reference-holder.site.rows.ts'
import { settleLate } from '../../booking/settle.site.rows.ts'
import { contentHash } from '../../kernel/content-hash.ts'
import { note, siteNow } from '../note.rows.ts'
import { addNotice } from '../notices.rows.ts'
import { personJson, siteBookingsById } from '../record.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-database.ts'
import { mustReadSite } from '../site-row.rows.ts'

type UploadedBooking = Extract<UploadItem, { kind: 'booking' }>

const beforeSchema = z
  .object({ booking_id: z.string(), station_id: z.string(), content_hash: z.string(), state: z.enum(BOOKING_STATES) })
  .optional()

const twinsSchema = z.array(
  holderSchema.extend({
    wire: jsonColumn(bookingWireSchema),
    origin: jsonColumn(quoteOriginSchema).nullable(),
    reference: z.string(),
  }),
)
/** How many of the newest bookings are searched for the same freight: a site's hour. */
const MOST_LOOKED_AT = 1_000

/**
 * Takes over a booking of a station, or finds that it was taken before: by its id, however often it is uploaded.
 * Under a timeline that is over it is looked for and not sent; an end that was reported to the station before is
 * taken over.
 */
export function receiveBooking(db: SiteDatabase, stationId: string, item: UploadedBooking): Promise<UploadAnswer> {
  const { booking } = item
  const hash = contentHash(booking)
  const receive = async (tx: SiteQueries): Promise<UploadAnswer> => {
    const site = await mustReadSite(tx)
    if (booking.environment !== site.environment) {
      return refused(booking.bookingId, {
        code: 'INVALID_INPUT',
        message: `This booking was made for ${booking.environment}, but this site books with ${site.environment}.`,
        details: { environment: site.environment },
      })
    }
    const state = stateOnReceipt(item, site.timeline)
    const shipmentId = state === 'BOOKED' ? (item.known?.shipmentId ?? null) : null
    const claimant = shipmentId && (await otherClaimant(tx, booking.environment, shipmentId, booking.bookingId))
    const duplicate = item.isFirst && state === 'QUEUED' ? await sameFreight(tx, stationId, booking) : null
    if (duplicate) return duplicate
    const isNew = await insert(tx, stationId, item, hash, state)
    if (isNew) {
      await noteReceived(tx, item, state, site.timeline)
      if (state === 'BOOKED') await missLabel(tx, booking.bookingId)
      if (claimant) await reportOneShipment(tx, booking, claimant, shipmentId)
      return taken(tx, booking.bookingId)
    }
    const before = beforeSchema.parse(
      await tx.one(
        `SELECT booking_id, station_id, content_hash, state FROM booking
         WHERE booking_id = $1 OR submission_id = $2 ORDER BY (booking_id = $1) DESC LIMIT 1`,
        booking.bookingId,
        booking.submissionId,
      ),
    )
    if (before === undefined) {
      if (state === 'QUEUED' || isNeverBooked({ state })) return referenceTaken(tx, booking)
      // It is paid for, or may be. Where the other one cannot yield, it is kept beside it under a name of its own here.
      const other = await yieldReference(tx, booking)
      // Another upload of it was quicker.
      if (!(await insert(tx, stationId, item, hash, state, await freeReference(tx, booking.reference))))
        return receive(tx)
      if (other) await askInstead(tx, other, booking)
      await noteReceived(tx, item, state, site.timeline)
      if (shipmentId !== null) {
        await missLabel(tx, booking.bookingId)
        if (!other) await reportBookedTwice(tx, booking, shipmentId)
        if (claimant) await reportOneShipment(tx, booking, claimant, shipmentId)
      }
      return taken(tx, booking.bookingId)
    }
    const isSame =
      before.booking_id === booking.bookingId && before.station_id === stationId && before.content_hash === hash
    const isPaidHere = before.booking_id === booking.bookingId && before.station_id === stationId && isPaid(item)
    if (!isSame && !isPaidHere) {
      return refused(booking.bookingId, {
        code: 'SUBMISSION_DIFFERS',
        message: 'This id was already used with different content. Nothing was done.',
        details: { bookingId: booking.bookingId },
      })
    }
    await takeOverAllowed(tx, item)
    await takeOverEnd(tx, item)
    return taken(tx, booking.bookingId)
  }
  return db.transaction(receive)
}

function noteReceived(
  tx: SiteQueries,
  { booking: { bookingId, reference }, triedUnder }: UploadedBooking,
  state: BookingState,
  timeline: string,
): Promise<void> {
  return note(
    tx,
    {
      actor: 'operator',
      subjectKind: 'booking',
      subjectId: bookingId,
      action: 'handed-over',
      detail: { reference, state, triedUnder, timeline },
    },
    { kind: 'booking', key: bookingId },
  )
}

/** What it is at the site: QUEUED, UNKNOWN, or the end that the station knows. */
function stateOnReceipt({ triedUnder, known }: UploadedBooking, timeline: string): BookingState {
  if (known && !isOpen(known)) return known.state
  // Earlier reports of it came from this site: it had been taken, and was lost since.
  return known === null ? receivedAs(triedUnder, timeline) : 'UNKNOWN'
}

async function insert(
  tx: SiteQueries,
  stationId: string,
  { booking: b, known, mostAllowed }: UploadedBooking,
  hash: string,
  state: BookingState,
  reference = b.reference,
): Promise<boolean> {
  const course = known && state === known.state ? known : null
  const isDoubted = state === 'UNKNOWN'
  const hold = isDoubted ? null : b.hold
  const values: Record<string, unknown> = {
    ...mutableValues({
      ...(course ?? newMutableState()),
      state,
      quoteExpiresAt: known?.quoteExpiresAt ?? b.quoteExpiresAt,
      sentAt: isDoubted ? (known?.sentAt ?? b.createdAt) : (course?.sentAt ?? null),
      nextCheckAt: null,
    }),
    booking_id: b.bookingId,
    submission_id: b.submissionId,
    station_id: stationId,
    content_hash: hash,
    environment: b.environment,
    kind: b.wire.kind,
    reference,
    request: JSON.stringify({ ...b.wire.request, reference: b.reference }),
    load_id: b.wire.kind === 'load' ? b.wire.loadId : null,
    summary: JSON.stringify({ ...b.summary, mostAllowed }),
    origin: toJson(b.origin),
    hold_until: hold?.day ?? null,
    held_until: hold?.until ?? null,
    batch_id: b.batch?.batchId ?? null,
    batch_row: b.batch?.row ?? null,
    approved_by: b.approvedBy,
    person: personJson(b.person),
    created_at: b.createdAt,
  }
  // By the database's own clock.
  const now = { updated_at: true, due_at: isOpen({ state }), restored_from: isDoubted }
  const columns = Object.keys(values).filter((column) => !(column in now))
  const inserted = await tx.run(
    `INSERT INTO booking (${[...columns, ...Object.keys(now)].join(', ')})
     VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}, ${Object.values(now)
       .map((isNow) => (isNow ? 'site_now()' : 'NULL'))
       .join(', ')})
     ON CONFLICT DO NOTHING`,
    ...columns.map((column) => values[column]),
  )
  return inserted > 0
}

/** The rules of its station may set another limit than they did when it was first uploaded. */
async function takeOverAllowed(
  tx: SiteQueries,
  { booking: { bookingId }, mostAllowed }: UploadedBooking,
): Promise<void> {
  const before = await lockBooking(tx, bookingId)
  const [was, most] = [before.mostAllowed, mostAllowed]
  if (!isOpen(before) || canonical(was) === canonical(most)) return
  await tx.run(
    `UPDATE booking SET updated_at = site_now(), summary = CASE WHEN $2::jsonb IS NULL THEN summary - 'mostAllowed'
       ELSE jsonb_set(summary, '{mostAllowed}', $2::jsonb) END WHERE booking_id = $1`,
    bookingId,
    toJson(most),
  )
  await note(
    tx,
    { actor: 'operator', subjectKind: 'booking', subjectId: bookingId, action: 'limited', detail: { was, most } },
    { kind: 'booking', key: bookingId },
  )
}

/** Its station knows a shipment of it. */
const isPaid = ({ known }: UploadedBooking): boolean => known?.state === 'BOOKED' && known.shipmentId !== null

/**
 * The site reported its end to the station, and has lost that: a fail-over, or a restored backup. Or the station sent
 * it without the site, which has it as well: what waits here is then looked for and not sent, and a second shipment
 * is reported.
 */
async function takeOverEnd(
  tx: SiteQueries,
  { booking: { bookingId, summary }, known }: UploadedBooking,
): Promise<void> {
  if (known === null) return
  const before = await lockBooking(tx, bookingId)
  const now = await siteNow(tx)
  if (known.state === 'UNKNOWN' && known.sentAt !== null && before.state === 'QUEUED' && before.sentAt === null) {
    const detail = { why: 'its station may have sent it' }
    await moveSiteBooking(
      tx,
      now,
      { ...before, sentAt: known.sentAt },
      { to: 'UNKNOWN', checks: 0, dueAt: now, detail },
    )
  }
  if (known.state !== 'BOOKED' || known.shipmentId === null) return
  const { shipmentId, trackingNumber, proNumber } = known
  await settleLate(tx, now, before, {
    to: 'BOOKED',
    shipment: { shipmentId, trackingNumber, proNumber },
    charged: null,
    pickupDate: summary.pickupDate,
    detail: { how: 'its station knows it' },
  })
}

async function missLabel(tx: SiteQueries, bookingId: string): Promise<void> {
  await tx.run(
    `INSERT INTO label_missing (booking_seq, environment, shipment_id)
     SELECT seq, environment, shipment_id FROM booking b WHERE booking_id = $1 AND shipment_id IS NOT NULL
       AND cancellation IS NULL AND NOT EXISTS (
         SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id)
     ON CONFLICT DO NOTHING`,
    bookingId,
  )
}

async function taken(tx: SiteQueries, bookingId: string): Promise<UploadAnswer> {
  const booking = (await siteBookingsById(tx, [bookingId])).get(bookingId)
  if (booking === undefined) throw new Error(`${bookingId} is gone from the transaction that wrote it`)
  return { answer: 'taken', booking }
}

/**
 * Its station has booked it without the site, which has another booking with that shipment: one of the two orders was
 * most likely never booked. A station that joined later has not heard of the other one: it is reported again.
 */
async function reportOneShipment(
  tx: SiteQueries,
  { bookingId, reference }: SiteBookingBody,
  other: Claimant,
  shipmentId: string,
): Promise<void> {
  const detail = { shipmentId, bookingId, reference, other: other.bookingId }
  await note(
    tx,
    { actor: 'station', subjectKind: 'booking', subjectId: other.bookingId, action: 'one-shipment', detail },
    { kind: 'booking', key: other.bookingId },
  )
  await addNotice(
    tx,
    `one-shipment:${bookingId}`,
    errorData({
      code: 'SHIPMENT_CLAIMED',
      message: `${reference} and ${other.reference} are both booked as ${shipmentId}. Check which one it is: the other was most likely not booked.`,
      details: detail,
    }),
  )
}

/**
 * The evidence that another station booked this freight for this day within the hour; null: none did, or this booking
 * is here already. Two that come at one moment wait for each other.
 */
async function sameFreight(tx: SiteQueries, stationId: string, booking: SiteBookingBody): Promise<UploadAnswer | null> {
  const { bookingId, submissionId, environment, createdAt, reference } = booking
  const { destination, pickupDate } = booking.summary
  const place = `${environment} ${destination} ${pickupDate}`
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', place)
  const rows = await tx.all(
    `SELECT ${HOLDER}, b.origin, b.reference,
       jsonb_build_object('kind', b.kind, 'loadId', b.load_id, 'request', b.request) AS wire
     FROM (SELECT * FROM booking ORDER BY seq DESC LIMIT ${MOST_LOOKED_AT}) b JOIN station s USING (station_id)
     WHERE b.environment = $1 AND b.summary ->> 'destination' = $2 AND b.summary ->> 'pickupDate' = $3
       AND b.station_id <> $4 AND ${isNotIn('b.state', NEVER_BOOKED)} AND b.cancellation IS NULL
       AND abs(extract(epoch FROM b.created_at - $5::timestamptz)) < ${SAME_FREIGHT_MS / 1_000}
       AND NOT EXISTS (SELECT 1 FROM booking mine WHERE mine.booking_id = $6 OR mine.submission_id = $7)
     ORDER BY b.seq DESC`,
    ...[environment, destination, pickupDate, stationId, createdAt, bookingId, submissionId],
  )
  const wanted = { ...booking.wire, origin: booking.origin }
  const duplicate = twinsSchema.parse(rows).find(({ wire, origin }) => isSameFreight({ ...wire, origin }, wanted))
  return duplicate
    ? {
        answer: 'reference-taken',
        bookingId,
        holder: holderOf(duplicate),
        free: reference,
        sameFreightAs: duplicate.reference,
      }
    : null
}

/**
 * The booking that has this reference, where it was surely not sent. It is the second of the two then, whoever reached the site
 * first, and goes under a free one; null: it stays. `askInstead` follows.
 */
async function yieldReference(
  tx: SiteQueries,
  { environment, reference }: SiteBookingBody,
): Promise<LedgerBooking | null> {
  const mine = `b.environment = $1 AND ${isReference('$2', 'b')} FOR UPDATE OF b`
  const other = await oneBooking(tx, mine, environment, reference)
  if (other === null || !isUnsent(other)) return null
  return giveReference(tx, other, await freeReference(tx, other.reference))
}

/** Its person is asked whether it is another order. */
async function askInstead(tx: SiteQueries, other: LedgerBooking, booking: SiteBookingBody): Promise<void> {
  const question = referenceQuestion(await mustHold(tx, booking), other.reference)
  await moveSiteBooking(tx, await siteNow(tx), other, { to: 'NEEDS_DECISION', question })
}

async function mustHold(tx: SiteQueries, booking: SiteBookingBody): Promise<ReferenceHolder> {
  const holder = await referenceHolder(tx, booking)
  if (holder === null) throw new Error(`nothing has the reference that ${booking.bookingId} was refused for`)
  return holder
}

async function referenceTaken(tx: SiteQueries, booking: SiteBookingBody): Promise<UploadAnswer> {
  return {
    answer: 'reference-taken',
    bookingId: booking.bookingId,
    holder: await mustHold(tx, booking),
    free: await freeReference(tx, booking.reference),
  }
}

export function refused(id: string, parts: Parameters<typeof errorData>[0]): UploadAnswer {
  return { answer: 'refused', id, error: errorData(parts) }
}
