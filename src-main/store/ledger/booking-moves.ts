import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BookingQuestion, BookingState } from '../../../src-shared/station/booking.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'
import { bookingRows } from './booking-rows.ts'
import { IS_OPEN, SELECT_BOOKING, toBooking, type LedgerBooking, type QuoteTerms } from './booking-row.ts'
import { settleWaitingChanges } from './waiting-changes.ts'
import { bodyWithTerms } from './wire-body.ts'

/** What a transition changes beside the state. */
export interface BookingMove {
  actor?: Actor
  error?: StationErrorData | null
  question?: BookingQuestion | null
  shipment?: { shipmentId: string; trackingNumber: string | null; proNumber: string | null }
  /** What the service says it costs; taken over by a booking that had no price. */
  charged?: Money | null
  /** The quote that the booking goes on with. */
  terms?: QuoteTerms
  /** A new quote that waits for a person's word. */
  offer?: QuoteTerms
  /** The service says that the quote is over, whatever its end was said to be. */
  isQuoteOver?: boolean
  pickupDate?: string
  /** What the audit row calls it, where the state's name does not say it. */
  action?: string
  requotes?: number
  sentAt?: Date
  attempts?: number
  checks?: number
  dueAt?: Date | null
  /** Refuses the move when somebody else works on the booking meanwhile. */
  lease?: string
  detail?: Record<string, unknown>
}

/**
 * Who may follow whom. SENDING is committed before the first byte leaves; from there only an answer that proves the
 * request was not taken leads back to QUEUED. From UNKNOWN nothing leads to SENDING without a person.
 */
export const BOOKING_TRANSITIONS: Record<BookingState, readonly BookingState[]> = {
  QUEUED: ['QUEUED', 'SENDING', 'REJECTED', 'NEEDS_DECISION', 'CANCELLED'],
  SENDING: ['BOOKED', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  UNKNOWN: ['BOOKED', 'NEEDS_DECISION', 'UNKNOWN', 'CANCELLED'],
  NEEDS_DECISION: ['QUEUED', 'BOOKED', 'UNKNOWN', 'NEEDS_DECISION', 'CANCELLED'],
  BOOKED: [],
  REJECTED: [],
  CANCELLED: [],
}

/** Questions about a booking that may be at the service: only a person leads from them to another send. */
const MAYBE_SENT: readonly BookingQuestion['kind'][] = ['not-found', 'duplicate']

const READY = `b.${IS_OPEN} AND b.environment = ? AND (b.due_at IS NULL OR b.due_at <= ?)
  AND (b.leased_until IS NULL OR b.leased_until <= ?)`
const TO_SEND = `b.state = 'QUEUED' AND (b.held_until IS NULL OR b.held_until <= ?)`
/** A booking that was not found is looked for again while its question stands. */
const TO_LOOK = `(b.state = 'UNKNOWN' OR (b.state = 'NEEDS_DECISION' AND b.due_at IS NOT NULL))`

export type BookingMoves = ReturnType<typeof bookingMoves>

/** How bookings get from state to state, each step with its audit row in one transaction. */
export function bookingMoves(db: SqliteDatabase, clock: Clock) {
  const { mustGet } = bookingRows(db)

  function moveNow(bookingId: string, from: BookingState, to: BookingState, change: BookingMove): LedgerBooking {
    const before = mustGet(bookingId)
    assertMayMove(before, from, to, change)
    const now = clock.now()
    const { terms } = change
    const request = bodyWithTerms(before, terms, change.pickupDate)
    const body = JSON.stringify(request)
    const total = terms?.total ?? before.total ?? change.charged ?? null
    statement(
      db,
      `UPDATE booking SET state = ?, error = ?, question = ?, shipment_id = ?, tracking_number = ?, pro_number = ?,
         request = ?, request_sha256 = ?, load_id = ?, summary = json_patch(summary, ?), quote_expires_at = ?, offer = ?,
         requotes = ?, sent_at = ?, attempts = ?, checks = ?, due_at = ?, lease = NULL, leased_until = NULL, updated_at = ?
       WHERE booking_id = ?`,
    ).run(
      to,
      toJson(change.error),
      toJson(change.question),
      change.shipment?.shipmentId ?? before.shipmentId,
      change.shipment?.trackingNumber ?? before.trackingNumber,
      change.shipment?.proNumber ?? before.proNumber,
      body,
      sha256(body),
      before.kind === 'load' ? (terms?.loadId ?? before.loadId) : null,
      JSON.stringify({
        ...(total ? { total } : {}),
        ...(terms ? { carrierName: terms.carrierName } : {}),
        ...(change.pickupDate ? { pickupDate: change.pickupDate } : {}),
      }),
      change.isQuoteOver ? now.toISOString() : (terms?.expiresAt ?? before.quoteExpiresAt),
      toJson(change.offer),
      change.requotes ?? before.requotes,
      sentAtAfter(before, from, to, change),
      change.attempts ?? before.attempts,
      change.checks ?? before.checks,
      change.dueAt?.toISOString() ?? null,
      now.toISOString(),
      bookingId,
    )
    appendAudit(db, {
      at: now,
      actor: change.actor ?? 'station',
      subjectKind: 'booking',
      subjectId: bookingId,
      action: change.action ?? to.toLowerCase(),
      detail: {
        from,
        ...(change.shipment ? { shipmentId: change.shipment.shipmentId } : {}),
        ...(change.question ? { question: change.question.kind } : {}),
        ...chargedOtherwise(before, change),
        ...change.detail,
        ...(change.error ? { code: change.error.code } : {}),
      },
    })
    const after = mustGet(bookingId)
    settleWaitingChanges(db, clock, after)
    return after
  }

  return {
    /**
     * Moves a booking from one state to another.
     * @throws StationError WRONG_STATE (details.state) when it is not in `from` any more or is another's to move, NOT_FOUND
     */
    move: (bookingId: string, from: BookingState, to: BookingState, change: BookingMove = {}): Promise<LedgerBooking> =>
      inTransaction(db, () => moveNow(bookingId, from, to, change)),

    /**
     * The oldest QUEUED bookings whose time has come, at most so many, each for the caller alone. One that `isReady` is
     * SENDING when this resolves, committed before the first byte leaves; any other stays QUEUED and is leased.
     */
    takeToSend: (
      environment: string,
      taker: { lease: string; leasedUntil: Date; most: number; isReady: (booking: LedgerBooking) => boolean },
    ): Promise<LedgerBooking[]> =>
      inTransaction(db, () => {
        const now = clock.now()
        const at = now.toISOString()
        return statement(db, `${SELECT_BOOKING} WHERE ${READY} AND ${TO_SEND} ORDER BY b.seq LIMIT ?`)
          .all(environment, at, at, at, taker.most)
          .map(toBooking)
          .map((booking) => {
            const taken = taker.isReady(booking)
              ? moveNow(booking.bookingId, 'QUEUED', 'SENDING', { sentAt: now })
              : booking
            statement(db, 'UPDATE booking SET lease = ?, leased_until = ? WHERE booking_id = ?').run(
              taker.lease,
              taker.leasedUntil.toISOString(),
              booking.bookingId,
            )
            return { ...taken, lease: taker.lease }
          })
      }),

    /** The oldest booking that is to be looked for now, for the caller alone; null when there is none. */
    takeToLook: (environment: string, taker: { lease: string; leasedUntil: Date }): Promise<LedgerBooking | null> =>
      inTransaction(db, () => {
        const at = clock.now().toISOString()
        const row = statement(db, `${SELECT_BOOKING} WHERE ${READY} AND ${TO_LOOK} ORDER BY b.due_at, b.seq`).get(
          environment,
          at,
          at,
        )
        if (row === undefined) return null
        const booking = toBooking(row)
        statement(db, 'UPDATE booking SET lease = ?, leased_until = ? WHERE booking_id = ?').run(
          taker.lease,
          taker.leasedUntil.toISOString(),
          booking.bookingId,
        )
        return { ...booking, lease: taker.lease }
      }),

    /** When the next booking may be sent or looked for; null when none waits. */
    nextDueAt: async (environment: string): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(max(coalesce(b.due_at, ''), coalesce(b.held_until, ''), coalesce(b.leased_until, ''))) FROM booking b
         WHERE b.${IS_OPEN} AND b.environment = ? AND (b.state = 'QUEUED' OR ${TO_LOOK})`,
      )
        .pluck()
        .get(environment)
      return typeof due === 'string' ? new Date(due === '' ? 0 : due) : null
    },

    /**
     * SENDING without anybody at it: the station died, or a fault of ours came, with the answer under way. Nobody knows.
     * @param except bookings that this process is sending now; absent at start
     */
    adoptInterrupted: (except?: readonly string[]): Promise<number> =>
      inTransaction(db, () => {
        const now = clock.now()
        // At start nobody works on anything.
        if (!except) statement(db, `UPDATE booking SET lease = NULL, leased_until = NULL WHERE ${IS_OPEN}`).run()
        const rows = statement(db, `SELECT booking_id FROM booking WHERE ${IS_OPEN} AND state = 'SENDING'`)
          .pluck()
          .all()
        const interrupted = z
          .array(z.string())
          .parse(rows)
          .filter((bookingId) => !except?.includes(bookingId))
        for (const bookingId of interrupted) {
          moveNow(bookingId, 'SENDING', 'UNKNOWN', { checks: 0, dueAt: now, detail: { why: 'found at start' } })
        }
        return interrupted.length
      }),

    /** Sets QUEUED and UNKNOWN bookings due now: the network is back, or a person asked. One on hold stays on hold. */
    hasten: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE booking SET due_at = ? WHERE ${IS_OPEN} AND environment = ? AND state IN ('QUEUED', 'UNKNOWN')`,
        ).run(clock.now().toISOString(), environment)
      }),

    /**
     * Keeps a QUEUED booking here until that moment, or no longer.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    hold: (bookingId: string, hold: { day: string; until: Date } | null): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const before = mustGet(bookingId)
        if (before.state !== 'QUEUED') throw wrongState(before, 'QUEUED')
        const now = clock.now()
        statement(
          db,
          'UPDATE booking SET hold_until = ?, held_until = ?, due_at = ?, updated_at = ? WHERE booking_id = ?',
        ).run(hold?.day ?? null, hold?.until.toISOString() ?? null, now.toISOString(), now.toISOString(), bookingId)
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'booking',
          subjectId: bookingId,
          action: hold ? 'held' : 'released',
          detail: { was: before.holdUntil, until: hold?.day ?? null },
        })
        return mustGet(bookingId)
      }),
  }
}

function assertMayMove(before: LedgerBooking, from: BookingState, to: BookingState, change: BookingMove): void {
  const { state, question, lease } = before
  if (state !== from || !BOOKING_TRANSITIONS[from].includes(to)) throw wrongState(before, to)
  if (change.lease !== undefined && lease !== change.lease) throw wrongState(before, to)
  const mayBeThere = from === 'NEEDS_DECISION' && question && MAYBE_SENT.includes(question.kind)
  if (mayBeThere && to === 'QUEUED' && change.actor !== 'operator') throw wrongState(before, to)
}

/** The first send counts until it is proved that nothing was taken. */
function sentAtAfter(before: LedgerBooking, from: BookingState, to: BookingState, change: BookingMove): string | null {
  if (from === 'SENDING' && to === 'QUEUED') return null
  return before.sentAt ?? change.sentAt?.toISOString() ?? null
}

function chargedOtherwise(before: LedgerBooking, { charged }: BookingMove): Record<string, unknown> {
  if (!charged) return {}
  const isAsQuoted = before.total?.minor === charged.minor && before.total.currency === charged.currency
  return isAsQuoted ? {} : { total: before.total, charged }
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function wrongState(booking: LedgerBooking, to: BookingState): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Booking ${booking.reference} is ${booking.state} and cannot become ${to}.`,
    details: { bookingId: booking.bookingId, state: booking.state, to },
  })
}
