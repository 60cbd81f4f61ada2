import { z } from 'zod'
import type { BookingCounts } from '../../src-shared/station/booking/booking.ts'
import { BOOKING_STATES, type BookingState } from '../../src-shared/machine/booking.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { alikeSql, alikeValues, byCodeSql, byCodeValues } from '../shipments/by-code.rows.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { submissionDiffers } from '../kernel/content-hash.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { editOf, referenceToFree, type BookingEdit } from './booking-edit.ts'
import { noteRowBooked } from '../imports/batch/batch.rows.ts'
import { noteOrderBooked } from '../imports/orders/order-row.rows.ts'
import { refuseBookedBefore, type DuplicateCheck } from './booked-before.ts'
import { bookingList, COUNT_CANCELED } from './booking-list.rows.ts'
import { bookingMoves } from './booking-moves.rows.ts'
import { bookingRows, IS_OPEN, toNewBooking, type LedgerBooking } from './booking-row.rows.ts'
import type { BookingSummary, BookingWire, QuoteOrigin } from '../../src-shared/station/booking/record.ts'
import { bookingView } from './submit/booking-view.ts'
import { indexWords } from './booking-words.rows.ts'
import { contentHashOf, noteContent } from '../integrations/submissions.rows.ts'
import { claimantOf } from './claims.rows.ts'
import { bookingsUnder, copyName, paidUnder, referenceUsed } from './under-reference.ts'

const BY_CODE = byCodeSql('booking', 'seq, environment')
const ALIKE = alikeSql('booking', 'seq, environment')
/** A code that fits more bookings than this is no question anybody could answer. */
const MOST_BY_CODE = 50

export type { LedgerBooking } from './booking-row.rows.ts'

export type NewBooking = {
  bookingId: string
  submissionId: string
  environment: string
  summary: BookingSummary
  /** Null: nothing that could be asked for again when the quote ends. */
  origin?: QuoteOrigin | null
  /** Null: there is no quote that could end. */
  quoteExpiresAt: string | null
  /** The service's own id of the request for the quote. */
  quotedUnder?: string | undefined
  /** Why it cannot be booked, unless it was before under this id. */
  refusal?: StationErrorData | null
  /** Kept here unsent until that moment, the beginning of that day. */
  hold?: { day: string; until: Date } | null
  batch?: { batchId: string; row: number } | null
  /** The order whose quote it books; absent: the quote is of none. */
  orderId?: string | undefined
  /** Whose approval a rule needed. */
  approvedBy?: string | null
  /** The booking that this one takes up again. */
  copyOf?: string
  /** The time of the backup that its form came back with: it is looked for before it may be sent. */
  restoredFrom?: string | null
  /**
   * No one has declared that its reference is booked again: it is the only one that is paid for under it, or none.
   */
  isOnly?: boolean
  /** Refused where its freight is booked already; absent: that is meant, or was checked before (a batch, an order). */
  duplicateCheck?: DuplicateCheck | undefined
  /** Of the submitted content; absent: it is not compared with other content. */
  contentHash?: string | undefined
  /** The wire body's `reference` is replaced by the unique one. */
} & BookingWire

/** What may only look. */
export type BookingReader = Pick<
  BookingStore,
  | 'get'
  | 'findByCode'
  | 'findByShipment'
  | 'list'
  | 'counts'
  | 'countNotSent'
  | 'referenceFor'
  | 'withReference'
  | 'paidUnder'
  | 'wasReserved'
  | 'ofSubmission'
  | 'isClaimed'
>
export type BookingStore = ReturnType<typeof bookingStore>

/**
 * Bookings in the ledger. Every function is one whole transaction.
 * @param onAdded called for a new one inside its transaction: a station of a site records the upload there
 */
export function bookingStore(
  db: SqliteDatabase,
  clock: Clock,
  onAdded?: (bookingId: string, said: { approvedBy: string | null; isFirst: boolean }) => void,
) {
  const rows = bookingRows(db)
  const { one, mustGet } = rows
  /** Those of an environment that a look-up by a code finds, newest first. */
  const found = (sql: string, values: Record<string, string>) =>
    rows.all(
      `b.seq IN (SELECT seq FROM (${sql}) WHERE +environment = @environment)
       ORDER BY b.seq DESC LIMIT ${MOST_BY_CODE}`,
      values,
    )

  /** To be called inside a transaction. A submission that made it before the restore was sent after the backup. */
  function noteLookFirst(bookingId: string, backupAt: string): void {
    appendAudit(db, {
      at: clock.now(),
      actor: 'station',
      subjectKind: 'booking',
      subjectId: bookingId,
      action: 'unknown',
      detail: { from: 'QUEUED', why: 'may have been made before the restore', backupAt },
    })
  }

  /**
   * What was made under that id before; null: nothing.
   * @throws StationError SUBMISSION_DIFFERS when it was made of another content; without a hash, nothing is held against it
   */
  function ofSubmission({ submissionId, contentHash }: Pick<NewBooking, 'submissionId' | 'contentHash'>) {
    const before = one('b.submission_id = ?', submissionId)
    const kept = before === null || contentHash === undefined ? null : contentHashOf(db, submissionId)
    if (before === null || kept === null || kept === contentHash) return before
    throw submissionDiffers(submissionId, { first: bookingView(before) })
  }

  /** To be called inside a transaction. @throws StationError REFERENCE_USED */
  function refuseSecond(wanted: string, environment: string): void {
    const usedBy = paidUnder(rows, wanted, environment)
    if (usedBy) throw referenceUsed(wanted, referenceFor(db, wanted).reference, usedBy)
  }

  return {
    ...bookingMoves(db, clock),

    /**
     * Adds a QUEUED booking, or returns the one that this submission made before. One that may have been made before
     * a restore is UNKNOWN from the start: its form came back with the backup, or its reference was given out in the
     * part of the ledger that is lost. The reference is made unique here, and only here is it known that nothing else
     * is paid for under it: two that are submitted at one moment have both seen it free.
     * @throws StationError what it is refused with, REFERENCE_USED, ALREADY_BOOKED, SUBMISSION_DIFFERS
     */
    submit: (input: NewBooking): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const before = ofSubmission(input)
        if (before) return before
        if (input.refusal) throw StationError.from(input.refusal)
        if (input.isOnly) refuseSecond(input.request.reference ?? '', input.environment)
        if (input.duplicateCheck) refuseBookedBefore(db, input.duplicateCheck, input, clock.now())
        const now = clock.now().toISOString()
        const { reference, lostAt } = referenceFor(db, input.request.reference ?? '')
        const backupAt = input.restoredFrom ?? lostAt
        const body = JSON.stringify({ ...input.request, reference })
        const hold = backupAt === null ? input.hold : null
        const row = statement(
          db,
          `INSERT INTO booking (booking_id, submission_id, environment, kind, state, reference, request,
             load_id, summary, origin, quote_expires_at, due_at, hold_until, held_until, batch_id, batch_row,
             restored_from, sent_at, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        ).get(
          input.bookingId,
          input.submissionId,
          input.environment,
          input.kind,
          backupAt === null ? 'QUEUED' : 'UNKNOWN',
          reference,
          body,
          input.kind === 'load' ? input.loadId : null,
          JSON.stringify(input.summary),
          input.origin ? JSON.stringify(input.origin) : null,
          input.quoteExpiresAt,
          now,
          hold?.day ?? null,
          hold?.until.toISOString() ?? null,
          input.batch?.batchId ?? null,
          input.batch?.row ?? null,
          backupAt,
          backupAt,
          now,
          now,
        )
        const { total } = input.summary
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'booking',
          subjectId: input.bookingId,
          action: 'submitted',
          detail: {
            reference,
            total,
            kind: input.kind,
            ...(input.batch ? { batch: input.batch } : {}),
            ...(input.hold ? { holdUntil: input.hold.day } : {}),
            ...(input.summary.byRule ? { byRule: input.summary.byRule } : {}),
            ...(input.approvedBy ? { approvedBy: input.approvedBy } : {}),
            ...(input.copyOf ? { copyOf: input.copyOf } : {}),
            requestId: input.quotedUnder,
          },
        })
        if (input.contentHash !== undefined) noteContent(db, input.submissionId, input.contentHash)
        if (input.batch) noteRowBooked(db, input.batch, input.bookingId)
        const wanted = input.request.reference ?? ''
        const isOtherReference = wanted !== '' && wanted !== reference
        if (isOtherReference || input.orderId !== undefined) {
          const { orderId, bookingId } = input
          noteOrderBooked(db, { reference: isOtherReference ? wanted : '', orderId, bookingId }, now)
        }
        if (backupAt !== null) noteLookFirst(input.bookingId, backupAt)
        onAdded?.(input.bookingId, {
          approvedBy: input.approvedBy ?? null,
          isFirst: input.duplicateCheck?.usedBooking === null && input.duplicateCheck.isOrder !== true,
        })
        return toNewBooking(row)
      }),

    /**
     * Corrects texts of a booking that was not sent.
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    edit: (bookingId: string, edit: BookingEdit): Promise<LedgerBooking> =>
      inTransaction(db, () => editBooking(db, clock.now(), bookingId, edit)),

    get: async (bookingId: string) => mustGet(bookingId),

    ofSubmission: async (submissionId: string, contentHash?: string) => ofSubmission({ submissionId, contentHash }),

    /** Every booking behind what a person scans or types: its reference, tracking number, PRO or shipment id; newest first. */
    findByCode: async (environment: string, code: string): Promise<LedgerBooking[]> =>
      found(BY_CODE, { ...byCodeValues(code), environment }),

    /** Every booking whose reference differs from a code in dashes, blanks and small letters alone; newest first. */
    findAlike: async (environment: string, code: string): Promise<LedgerBooking[]> =>
      found(ALIKE, { ...alikeValues(code), environment }),

    findByShipment: async (environment: string, shipmentId: string) =>
      one('+b.environment = ? AND b.shipment_id = ? ORDER BY b.seq DESC', environment, shipmentId),

    list: bookingList(db),

    /** Brings some bookings into the search's index, in one short transaction; false: all are in it. */
    indexWords: (): Promise<boolean> => indexWords(db),

    /** How many bookings are in each state. */
    /** Those whose shipment was canceled are VOIDED, and not BOOKED any more. */
    counts: async (): Promise<BookingCounts> => {
      const rows = z
        .array(z.object({ state: z.enum(BOOKING_STATES), n: z.int() }))
        .parse(statement(db, 'SELECT state, n FROM booking_count').all())
      const of = (state: BookingState) => rows.find((row) => row.state === state)?.n ?? 0
      const VOIDED = z.int().parse(statement(db, COUNT_CANCELED).pluck().get())
      return {
        QUEUED: of('QUEUED'),
        SENDING: of('SENDING'),
        BOOKED: of('BOOKED') - VOIDED,
        VOIDED,
        REJECTED: of('REJECTED'),
        UNKNOWN: of('UNKNOWN'),
        NEEDS_DECISION: of('NEEDS_DECISION'),
        CANCELLED: of('CANCELLED'),
      }
    },

    /** Bookings that the service has not confirmed. */
    countNotSent: async (): Promise<number> =>
      z.int().parse(statement(db, `SELECT count(*) FROM booking WHERE ${IS_OPEN}`).pluck().get()),

    /** The reference a booking would get now. */
    referenceFor: async (wanted: string) => referenceFor(db, wanted).reference,

    /** Was it given out in a part of the ledger that is lost? A booking that wants it is looked for before it is sent. */
    wasReserved: async (wanted: string): Promise<boolean> => referenceFor(db, wanted).lostAt !== null,

    /** The bookings under this reference and under its suffixes -2, -3 ... as far as they go, the first one first. */
    withReference: async (wanted: string): Promise<LedgerBooking[]> => bookingsUnder(rows, wanted),

    /** The first of them that is paid for, or may be; null: none is. */
    paidUnder: async (wanted: string, environment: string) => paidUnder(rows, wanted, environment),

    /** Is this shipment another booking's already? Then it cannot be adopted. */
    isClaimed: async (environment: string, shipmentId: string) => claimantOf(db, environment, shipmentId) !== null,
  }
}

/**
 * Corrects texts of a booking that was not sent. To be called inside a transaction.
 * @throws StationError WRONG_STATE, NOT_FOUND
 */
export function editBooking(db: SqliteDatabase, now: Date, bookingId: string, edit: BookingEdit): LedgerBooking {
  const { mustGet } = bookingRows(db)
  const before = mustGet(bookingId)
  const wanted = referenceToFree(before, edit)
  const { reference, request, summary, note } = editOf(before, edit, wanted && freeReference(db, wanted))
  statement(
    db,
    `UPDATE booking SET reference = ?, request = ?, summary = json_patch(summary, ?),
       updated_at = ? WHERE booking_id = ?`,
  ).run(reference, request, summary, now.toISOString(), bookingId)
  appendAudit(db, { at: now, ...note })
  return mustGet(bookingId)
}

const lostSchema = z.string().nullable().optional()

/**
 * What a booking is called that wants this reference. One that was given out in the lost part of the ledger, and that no
 * booking here has, is the same order's most likely: it keeps the name that it is looked for by, and `lostAt` is the time of
 * the backup.
 */
function referenceFor(db: SqliteDatabase, wanted: string): { reference: string; lostAt: string | null } {
  const lost = statement(
    db,
    `SELECT (SELECT backup_at FROM restoration ORDER BY seq DESC LIMIT 1) FROM given_out
     WHERE kind = 'reference' AND value = @wanted AND NOT EXISTS (SELECT 1 FROM booking WHERE reference = @wanted)`,
  )
    .pluck()
    .get({ wanted })
  const lostAt = lostSchema.parse(lost) ?? null
  return { reference: lostAt === null ? freeReference(db, wanted) : wanted, lostAt }
}

/** The wanted reference, or with the first suffix -2, -3 ... that is free in this ledger, and was before any restore. */
export function freeReference(db: SqliteDatabase, wanted: string): string {
  const taken = statement(
    db,
    `SELECT 1 FROM booking WHERE reference = @reference
     UNION ALL SELECT 1 FROM given_out WHERE kind = 'reference' AND value = @reference`,
  )
  for (let copy = 1; ; copy++) {
    const reference = copy === 1 ? wanted : copyName(wanted, copy)
    if (taken.get({ reference }) === undefined) return reference
  }
}
