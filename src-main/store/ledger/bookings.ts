import { z } from 'zod'
import { quoteBookingSchema, type QuoteBooking } from '../../../src-shared/freight/booking.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import {
  BOOKING_STATES,
  type Booking,
  type BookingQuestion,
  type BookingState,
} from '../../../src-shared/station/booking.ts'
import { StationError, stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'

const moneySchema = z.object({ minor: z.int(), currency: z.string() })

/** What a booking shows beside its request: frozen when it was submitted. */
const summarySchema = z.object({
  carrierName: z.string(),
  total: moneySchema,
  consigneeName: z.string(),
  destination: z.string(),
  pickupDate: z.string(),
})
export type BookingSummary = z.infer<typeof summarySchema>

const questionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), checks: z.int() }),
  z.object({ kind: z.literal('duplicate'), shipmentIds: z.array(z.string()) }),
])

const rowSchema = z.object({
  booking_id: z.string(),
  environment: z.string(),
  state: z.enum(BOOKING_STATES),
  reference: z.string(),
  request: jsonColumn(quoteBookingSchema),
  summary: jsonColumn(summarySchema),
  quote_expires_at: z.string(),
  sent_at: z.string().nullable(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  pro_number: z.string().nullable(),
  error: jsonColumn(stationErrorSchema).nullable(),
  question: jsonColumn(questionSchema).nullable(),
  attempts: z.int(),
  checks: z.int(),
  due_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  has_label: z.int(),
})

/** A booking with what the outbox needs to send and find it. */
export interface LedgerBooking extends Booking {
  environment: string
  /** The exact wire body. */
  request: QuoteBooking
  quoteExpiresAt: string
  sentAt: string | null
  /** How often a send was tried without a byte leaving. */
  attempts: number
}

export interface NewBooking {
  bookingId: string
  submissionId: string
  environment: string
  /** The wire body; its `reference` is replaced by the unique one. */
  request: QuoteBooking
  requestSha256: (request: QuoteBooking) => string
  summary: BookingSummary
  quoteExpiresAt: string
}

/** What a transition changes beside the state. */
export interface BookingChange {
  actor?: Actor
  error?: StationErrorData | null
  question?: BookingQuestion | null
  shipment?: { shipmentId: string; trackingNumber: string | null; proNumber: string | null }
  sentAt?: Date
  attempts?: number
  checks?: number
  dueAt?: Date | null
  detail?: Record<string, unknown>
}

/**
 * Who may follow whom. SENDING is committed before the first byte leaves; from there only an answer that proves the
 * request was not taken leads back to QUEUED. From UNKNOWN nothing leads to SENDING without a person.
 */
export const BOOKING_TRANSITIONS: Record<BookingState, readonly BookingState[]> = {
  QUEUED: ['SENDING', 'REJECTED', 'CANCELLED'],
  SENDING: ['BOOKED', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  UNKNOWN: ['BOOKED', 'NEEDS_DECISION', 'UNKNOWN'],
  NEEDS_DECISION: ['QUEUED', 'BOOKED', 'UNKNOWN', 'CANCELLED'],
  BOOKED: [],
  REJECTED: [],
  CANCELLED: [],
}

/** The condition of the index on open bookings, word for word: SQLite takes a partial index only when it is repeated. */
const IS_OPEN = `state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION')`

const SELECT = `SELECT b.*, EXISTS (
    SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id
  ) AS has_label FROM booking b`

export type BookingStore = ReturnType<typeof bookingStore>

/** Bookings in the ledger. Every function is one whole transaction. */
export function bookingStore(db: SqliteDatabase, clock: Clock) {
  const read = (row: unknown): LedgerBooking => toBooking(rowSchema.parse(row))
  const one = (where: string, ...values: unknown[]) => {
    const row = statement(db, `${SELECT} WHERE ${where}`).get(...values)
    return row === undefined ? null : read(row)
  }
  const mustGet = (bookingId: string) => {
    const booking = one('b.booking_id = ?', bookingId)
    if (!booking) throw notFound(bookingId)
    return booking
  }

  return {
    /** Adds a QUEUED booking, or gives back the one that this submission made before. The reference is made unique here. */
    submit: (input: NewBooking): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const before = one('b.submission_id = ?', input.submissionId)
        if (before) return before
        const now = clock.now().toISOString()
        const reference = freeReference(db, input.request.reference ?? '')
        const request = { ...input.request, reference }
        statement(
          db,
          `INSERT INTO booking (booking_id, submission_id, environment, state, reference, request, request_sha256, summary,
             quote_expires_at, due_at, created_at, updated_at) VALUES (?, ?, ?, 'QUEUED', ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          input.bookingId,
          input.submissionId,
          input.environment,
          reference,
          JSON.stringify(request),
          input.requestSha256(request),
          JSON.stringify(input.summary),
          input.quoteExpiresAt,
          now,
          now,
          now,
        )
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'booking',
          subjectId: input.bookingId,
          action: 'submitted',
          detail: { reference, total: input.summary.total },
        })
        return mustGet(input.bookingId)
      }),

    /**
     * Moves a booking from one state to another.
     * @throws StationError WRONG_STATE (details.state) when it is not in `from` any more, NOT_FOUND
     */
    move: (
      bookingId: string,
      from: BookingState,
      to: BookingState,
      change: BookingChange = {},
    ): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const before = mustGet(bookingId)
        if (before.state !== from || !BOOKING_TRANSITIONS[from].includes(to)) throw wrongState(before, to)
        const now = clock.now()
        statement(
          db,
          `UPDATE booking SET state = ?, error = ?, question = ?, shipment_id = ?, tracking_number = ?, pro_number = ?,
             sent_at = ?, attempts = ?, checks = ?, due_at = ?, updated_at = ? WHERE booking_id = ?`,
        ).run(
          to,
          toJson(change.error),
          toJson(change.question),
          change.shipment?.shipmentId ?? before.shipmentId,
          change.shipment?.trackingNumber ?? before.trackingNumber,
          change.shipment?.proNumber ?? before.proNumber,
          change.sentAt?.toISOString() ?? before.sentAt,
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
          action: to.toLowerCase(),
          detail: { from, ...change.detail, ...(change.error ? { code: change.error.code } : {}) },
        })
        return mustGet(bookingId)
      }),

    /** SENDING found at start: the station died with the answer under way, so nobody knows. */
    adoptInterrupted: (): Promise<number> =>
      inTransaction(db, () => {
        const now = clock.now()
        const rows = statement(db, `SELECT booking_id FROM booking WHERE ${IS_OPEN} AND state = 'SENDING'`)
          .pluck()
          .all()
        for (const bookingId of z.array(z.string()).parse(rows)) {
          statement(
            db,
            `UPDATE booking SET state = 'UNKNOWN', checks = 0, due_at = ?, updated_at = ? WHERE booking_id = ?`,
          ).run(now.toISOString(), now.toISOString(), bookingId)
          appendAudit(db, {
            at: now,
            actor: 'station',
            subjectKind: 'booking',
            subjectId: bookingId,
            action: 'unknown',
            detail: { from: 'SENDING', why: 'found at start' },
          })
        }
        return rows.length
      }),

    get: async (bookingId: string) => mustGet(bookingId),

    /** The booking behind anything a person may scan or type: its reference, tracking number, PRO or shipment id. */
    findByCode: async (environment: string, code: string) =>
      one(
        `b.environment = ? AND (b.reference = ? COLLATE NOCASE OR b.tracking_number = ? OR b.pro_number = ? OR b.shipment_id = ?)
         ORDER BY b.seq DESC`,
        environment,
        code,
        code,
        code,
        code,
      ),

    findByShipment: async (environment: string, shipmentId: string) =>
      one('b.environment = ? AND b.shipment_id = ?', environment, shipmentId),

    /** Newest first. */
    list: async (limit: number) => statement(db, `${SELECT} ORDER BY b.seq DESC LIMIT ?`).all(limit).map(read),

    /** The oldest booking in this state whose time has come, or null. */
    nextDue: async (environment: string, state: 'QUEUED' | 'UNKNOWN', now: Date) =>
      one(
        `b.${IS_OPEN} AND b.environment = ? AND b.state = ? AND (b.due_at IS NULL OR b.due_at <= ?) ORDER BY b.seq`,
        environment,
        state,
        now.toISOString(),
      ),

    /** When the next booking in this state becomes due; null when there is none. */
    nextDueAt: async (environment: string, state: 'QUEUED' | 'UNKNOWN'): Promise<Date | null> => {
      const due = statement(db, `SELECT min(due_at) FROM booking WHERE ${IS_OPEN} AND environment = ? AND state = ?`)
        .pluck()
        .get(environment, state)
      return typeof due === 'string' ? new Date(due) : null
    },

    /** Sets QUEUED and UNKNOWN bookings due now: the network is back, or a person asked. */
    hasten: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE booking SET due_at = ? WHERE ${IS_OPEN} AND environment = ? AND state IN ('QUEUED', 'UNKNOWN')`,
        ).run(clock.now().toISOString(), environment)
      }),

    /** Bookings that the service has not confirmed. */
    countNotSent: async (): Promise<number> =>
      z.int().parse(statement(db, `SELECT count(*) FROM booking WHERE ${IS_OPEN}`).pluck().get()),

    /** The reference a booking would get now. */
    referenceFor: async (wanted: string) => freeReference(db, wanted),

    /** Is this shipment another booking's already? Then it cannot be adopted. */
    isClaimed: async (environment: string, shipmentId: string) =>
      one('b.environment = ? AND b.shipment_id = ?', environment, shipmentId) !== null,
  }
}

/** The wanted reference, or with the first suffix -2, -3 ... that is free in this ledger. */
function freeReference(db: SqliteDatabase, wanted: string): string {
  const taken = statement(db, 'SELECT 1 FROM booking WHERE reference = ?')
  for (let copy = 1; ; copy++) {
    const reference = copy === 1 ? wanted : `${wanted}-${copy}`
    if (taken.get(reference) === undefined) return reference
  }
}

function toBooking(row: z.infer<typeof rowSchema>): LedgerBooking {
  return {
    bookingId: row.booking_id,
    environment: row.environment,
    state: row.state,
    reference: row.reference,
    request: row.request,
    ...row.summary,
    provider: row.request.selectedRate.provider,
    service: row.request.selectedRate.service,
    labelFormat: row.request.labelFormat ?? LABEL_FORMATS[0],
    quoteExpiresAt: row.quote_expires_at,
    sentAt: row.sent_at,
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    proNumber: row.pro_number,
    error: row.error,
    question: row.question,
    attempts: row.attempts,
    checks: row.checks,
    nextCheckAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    hasLabel: row.has_label === 1,
  }
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

function notFound(bookingId: string): StationError {
  return new StationError({ code: 'NOT_FOUND', message: 'There is no such booking here.', details: { bookingId } })
}

function wrongState(booking: LedgerBooking, to: BookingState): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Booking ${booking.reference} is ${booking.state} and cannot become ${to}.`,
    details: { bookingId: booking.bookingId, state: booking.state, to },
  })
}
