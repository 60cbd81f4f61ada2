import { z } from 'zod'
import { isOpen, isUnsent, mayBeSent, referenceQuestion } from '../../src-shared/machine/booking.ts'
import { canonical } from '../../src-shared/canonical.ts'
import { asksItsPerson, mayMoveUpload } from '../../src-shared/machine/upload.ts'
import { uploadItemSchema, type UploadAnswer, type UploadItem } from '../../src-shared/site/upload.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { SiteBooking, SiteChange } from '../../src-shared/site/record.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { bookingRows, IS_OPEN, type LedgerBooking } from '../booking/booking-row.rows.ts'
import { moveBooking, refusedMove } from '../booking/booking-write.rows.ts'
import { SETTINGS_STAND } from '../data/backup/restorations.rows.ts'
import type { BookingEdit } from '../booking/booking-edit.ts'
import { holdBooking } from '../booking/booking-moves.rows.ts'
import { editBooking, freeReference } from '../booking/bookings.rows.ts'
import { IS_OPEN as IS_OPEN_CHANGE, toChange, type LedgerChange } from '../booking/changes/change-row.ts'
import { moveChange } from '../booking/changes/change-write.rows.ts'
import { applySiteBooking, applySiteChange, type AppliedBooking, type Reported } from './apply-site-update.rows.ts'
import { allowedNow, handAsKnown, itemOf } from './upload-item.rows.ts'
import { putOffTimes } from './put-off.ts'
import { uploadOf, moveUpload, toUpload, type UploadRow } from './upload-row.rows.ts'
import { readFollowed } from './site-link.rows.ts'

export type UploadStore = ReturnType<typeof uploadStore>

/** What an answer of the site changed here. */
export interface UploadEffect {
  bookings: Pick<AppliedBooking, 'before' | 'after' | 'twice'>[]
  changes: LedgerChange[]
}

const comparedSchema = z.array(
  z.object({ kind: z.enum(['booking', 'change']), id: z.string(), state: z.string(), seq: z.int() }),
)

/** Bookings in emergency sending at the moment: they are uploaded once their outcome is known. */
const IS_NOT_ON_ITS_WAY = `NOT (tried_under IS NULL AND EXISTS (
  SELECT 1 FROM booking s WHERE s.booking_id = subject_id AND s.state = 'SENDING'))`

/** The site knows no change of a booking that it does not have yet: a change is uploaded after its booking. */
const HAS_ITS_BOOKING_THERE = `NOT (kind = 'change' AND EXISTS (
  SELECT 1 FROM shipment_change c JOIN hand_over h ON h.subject_id = c.booking_id
  WHERE c.change_id = hand_over.subject_id AND (h.state = 'HANDING' OR (h.state = 'REFERENCE_TAKEN' AND EXISTS (
    SELECT 1 FROM booking b WHERE b.booking_id = h.subject_id AND b.state = 'NEEDS_DECISION')))))`
const MAY_GO_UP = `${SETTINGS_STAND} AND ${IS_NOT_ON_ITS_WAY} AND ${HAS_ITS_BOOKING_THERE}`

/**
 * A booking that the site has with another limit than is set now is uploaded again with that one. To be called inside
 * a transaction.
 * @param reported the limit that the site reports, which may be older than the last one uploaded
 * @returns whether it is
 */
export function handAllowedAgain(db: SqliteDatabase, now: Date, bookingId: string, reported?: Money): boolean {
  const row = uploadOf(db, bookingId)
  if (row?.state !== 'TAKEN' || row.item?.kind !== 'booking') return false
  const { mostAllowed: before, ...rest } = row.item
  const booking = bookingRows(db).mustGet(bookingId)
  const most = allowedNow(db, booking)
  const isKnown = canonical(most) === canonical(before) && (!reported || canonical(most) === canonical(reported))
  if (!isOpen(booking) || isKnown) return false
  moveUpload(db, now, row, 'HANDING')
  const item = { ...rest, ...(most && { mostAllowed: most }) }
  statement(db, 'UPDATE hand_over SET item = ? WHERE subject_id = ?').run(JSON.stringify(item), bookingId)
  return true
}

/** The rules or the tolerance were changed. To be called inside that transaction. */
export function handAllAllowedAgain(db: SqliteDatabase, now: Date): void {
  const open = statement(db, `SELECT booking_id FROM booking INDEXED BY booking_open WHERE ${IS_OPEN}`).pluck().all()
  for (const id of z.array(z.string()).parse(open)) handAllowedAgain(db, now, id)
}

/** What this station uploads to its site. Every function is one whole transaction. */
export function uploadStore(db: SqliteDatabase, clock: Clock) {
  /** What this process has taken once and for the first time, and what is not answered yet. */
  const firstTried = new Set<string>()
  const changeOf = (changeId: string): LedgerChange | null => {
    const row = statement(db, 'SELECT * FROM shipment_change WHERE change_id = ?').get(changeId)
    return row === undefined ? null : toChange(row)
  }

  /** To be called inside a transaction. */
  function postpone(subjectId: string, dueAt: Date, error: StationErrorData | null): void {
    statement(db, 'UPDATE hand_over SET attempts = attempts + 1, due_at = ? WHERE subject_id = ?').run(
      dueAt.toISOString(),
      subjectId,
    )
    // What keeps it shows where it is looked at.
    statement(db, `UPDATE booking SET error = ?, due_at = ? WHERE booking_id = ? AND state = 'QUEUED'`).run(
      error && JSON.stringify(error),
      dueAt.toISOString(),
      subjectId,
    )
  }

  /** The site has never heard of it: no byte left now, and there was no try before. To be called inside a transaction. */
  function unTry(subjectId: string): void {
    if (!firstTried.delete(subjectId)) return
    statement(db, 'UPDATE hand_over SET tried_under = NULL, item = NULL WHERE subject_id = ?').run(subjectId)
  }

  /** The row stayed as it is known here: the site has it, and is sent it again until it has heard of this shipment. */
  function reportOwnShipment(row: UploadRow, { reported, timeline }: Reported<SiteBooking>): void {
    if (uploadOf(db, row.subject_id)?.state !== 'HANDING') return
    const { state, shipmentId } = bookingRows(db).mustGet(row.subject_id)
    const reportedAs = row.item?.kind === 'booking' ? row.item.known : null
    if (state === 'BOOKED' && reportedAs?.shipmentId !== shipmentId) handAsKnown(db, clock.now(), row)
    else moveUpload(db, clock.now(), row, 'TAKEN', { siteAt: reported.updatedAt, siteTimeline: timeline })
  }

  function settle(
    row: UploadRow,
    { reported: answer, timeline }: Reported<UploadAnswer>,
    retryAt: Date,
    effect: UploadEffect,
  ): void {
    const now = clock.now()
    switch (answer.answer) {
      case 'taken': {
        const adopted = applySiteBooking(db, now, { reported: answer.booking, timeline })
        if (adopted) effect.bookings.push(adopted)
        reportOwnShipment(row, { reported: answer.booking, timeline })
        // The rules may have changed while it was on its way.
        handAllowedAgain(db, now, row.subject_id)
        return
      }
      case 'change-taken': {
        const change = applySiteChange(db, now, { reported: answer.change, timeline })
          ? changeOf(answer.change.changeId)
          : null
        if (change) effect.changes.push(change)
        return
      }
      case 'reference-taken': {
        const before = bookingRows(db).mustGet(row.subject_id)
        // It may be at the service, and has to be looked for: an older site answers so all the same.
        if (mayBeSent(before)) return postpone(row.subject_id, retryAt, null)
        moveUpload(db, now, row, 'REFERENCE_TAKEN')
        // It was reported as booked, by a site that has lost it since: what is known here stays.
        if (!isOpen(before)) return
        const question = referenceQuestion(answer.holder, answer.free, answer.sameFreightAs)
        const after = moveBooking(db, now, before, { to: 'NEEDS_DECISION', question })
        effect.bookings.push({ before, after, twice: null })
        return
      }
      case 'refused': {
        if (answer.error.retryable) return postpone(row.subject_id, retryAt, answer.error)
        moveUpload(db, now, row, 'REFUSED')
        if (row.kind === 'change') {
          const change = changeOf(row.subject_id)
          if (change?.state === 'QUEUED') effect.changes.push(refuseChange(change, answer.error))
          return
        }
        const before = bookingRows(db).mustGet(row.subject_id)
        if (before.state === 'QUEUED') {
          effect.bookings.push({
            before,
            after: moveBooking(db, now, before, { to: 'REJECTED', error: answer.error }),
            twice: null,
          })
        }
      }
    }
  }

  /** A change that was never sent goes by SENDING to its refusal, as one of a station that is alone does. */
  const refuseChange = (change: LedgerChange, error: StationErrorData): LedgerChange =>
    moveChange(db, clock.now(), { ...change, state: 'SENDING' }, { to: 'REJECTED', error })

  return {
    of: async (subjectId: string): Promise<UploadRow | null> => uploadOf(db, subjectId),

    /**
     * What is to be uploaded now, in the order of the requests. What is taken for the first time is frozen: the
     * timeline and the content are on the disk when this resolves, before the first byte leaves.
     */
    take: (timeline: string, most: number): Promise<UploadItem[]> =>
      inTransaction(db, () => {
        const rows = statement(
          db,
          `SELECT * FROM hand_over INDEXED BY hand_over_open WHERE state = 'HANDING' AND (due_at <= @now OR due_at > @latest)
             AND ${MAY_GO_UP} ORDER BY due_at, seq LIMIT @most`,
        )
          .all({ ...putOffTimes(clock.now()), most })
          .map(toUpload)
        return rows.map((row) => {
          if (row.item !== null) {
            firstTried.delete(row.subject_id)
            return row.item
          }
          firstTried.add(row.subject_id)
          // As it is read again: the same content, in the same order.
          const item = uploadItemSchema.parse(itemOf(db, row, timeline))
          statement(db, 'UPDATE hand_over SET tried_under = ?, item = ? WHERE subject_id = ?').run(
            timeline,
            JSON.stringify(item),
            row.subject_id,
          )
          return item
        })
      }),

    /** When the next upload is due; null: nothing waits. */
    nextDueAt: async (): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(iif(due_at > @latest, @now, due_at)) FROM hand_over INDEXED BY hand_over_open
         WHERE state = 'HANDING' AND ${MAY_GO_UP}`,
      )
        .pluck()
        .get(putOffTimes(clock.now()))
      return typeof due === 'string' ? new Date(due) : null
    },

    /** How many uploads wait. */
    waiting: async (): Promise<number> =>
      z
        .int()
        .parse(
          statement(db, `SELECT count(*) FROM hand_over INDEXED BY hand_over_open WHERE state = 'HANDING'`)
            .pluck()
            .get(),
        ),

    /** Applies the site's answer for each, row by row: one that cannot be settled holds up no other. */
    settle: (
      ids: readonly string[],
      { reported: answers, timeline }: Reported<readonly UploadAnswer[]>,
      retryAt: Date,
    ): Promise<UploadEffect> =>
      inTransaction(db, () => {
        const effect: UploadEffect = { bookings: [], changes: [] }
        ids.forEach((id, index) => {
          const answer = answers[index]
          firstTried.delete(id)
          const row = uploadOf(db, id)
          if (row?.state !== 'HANDING') return
          if (answer && subjectOf(answer) === id) settle(row, { reported: answer, timeline }, retryAt, effect)
          else postpone(id, retryAt, null)
        })
        return effect
      }),

    /**
     * None of them was answered: they are uploaded again at that moment.
     * @param isUnsent no byte of it left: what was tried for the first time is as if it was not
     */
    postpone: (
      ids: readonly string[],
      dueAt: Date,
      error: StationErrorData | null,
      { isUnsent = false }: { isUnsent?: boolean } = {},
    ): Promise<void> =>
      inTransaction(db, () => {
        for (const id of ids) {
          if (uploadOf(db, id)?.state !== 'HANDING') continue
          if (isUnsent) unTry(id)
          else firstTried.delete(id)
          postpone(id, dueAt, error)
        }
      }),

    /** Bookings that wait for the site say why. @returns those that did not yet */
    sayWhy: (error: StationErrorData): Promise<string[]> =>
      inTransaction(db, () =>
        z.array(z.string()).parse(
          statement(
            db,
            `UPDATE booking SET error = @error WHERE state = 'QUEUED' AND error IS NOT @error AND booking_id IN (
               SELECT subject_id FROM hand_over INDEXED BY hand_over_open WHERE state = 'HANDING') RETURNING booking_id`,
          )
            .pluck()
            .all({ error: JSON.stringify(error) }),
        ),
      ),

    /** Everything that waits is due now. */
    hasten: (): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE hand_over INDEXED BY hand_over_open SET due_at = ? WHERE state = 'HANDING' AND due_at > ?`,
        ).run(clock.now().toISOString(), clock.now().toISOString())
      }),

    /** What is open is uploaded again, with the same content: the answer gives its status at the site. */
    askAgain: (): Promise<number> =>
      inTransaction(db, () => {
        const open = [
          ...statement(db, `SELECT booking_id FROM booking INDEXED BY booking_open WHERE ${IS_OPEN}`).pluck().all(),
          ...statement(db, `SELECT change_id FROM shipment_change WHERE ${IS_OPEN_CHANGE}`).pluck().all(),
        ]
        const rows = z
          .array(z.string())
          .parse(open)
          .map((id) => uploadOf(db, id))
          .filter((row) => row?.state === 'TAKEN')
        for (const row of rows) if (row) moveUpload(db, clock.now(), row, 'HANDING')
        return rows.length
      }),

    /**
     * Cancels a booking or a change that the site surely does not have, and the service neither.
     * @returns whether it was canceled; false: the site has it, or may have it
     * @throws StationError WRONG_STATE, NOT_FOUND
     */
    giveUp: (subjectId: string): Promise<boolean> =>
      inTransaction(db, () => {
        const row = uploadOf(db, subjectId)
        if (row === null || !mayMoveUpload({ state: row.state, triedUnder: row.tried_under }, 'DROPPED')) return false
        const now = clock.now()
        if (row.kind === 'booking') {
          const booking = bookingRows(db).mustGet(subjectId)
          // It was sent from here, or before a restore: it may be paid for, although the site has never heard of it.
          if (!isUnsent(booking)) throw refusedMove(booking, 'CANCELLED')
          moveUpload(db, now, row, 'DROPPED')
          moveBooking(db, now, booking, { to: 'CANCELLED', actor: 'operator' })
          return true
        }
        moveUpload(db, now, row, 'DROPPED')
        const change = changeOf(subjectId)
        if (change) moveChange(db, now, change, { to: 'CANCELLED', actor: 'operator' })
        return true
      }),

    /**
     * Corrects a booking that the site does not have: what the upload is made of is not read in between.
     * @returns null: the site has it, or may have it @throws StationError WRONG_STATE, NOT_FOUND
     */
    edit: (bookingId: string, edit: BookingEdit): Promise<LedgerBooking | null> =>
      inTransaction(db, () =>
        isHereAlone(uploadOf(db, bookingId)) ? editBooking(db, clock.now(), bookingId, edit) : null,
      ),

    /** As `edit`: keeps it here until that moment, or no longer. */
    hold: (bookingId: string, hold: { day: string; until: Date } | null): Promise<LedgerBooking | null> =>
      inTransaction(db, () =>
        isHereAlone(uploadOf(db, bookingId)) ? holdBooking(db, clock.now(), bookingId, hold) : null,
      ),

    /** A booking whose reference is another's goes under this one, or the next that is free here. @throws StationError WRONG_STATE */
    reword: (bookingId: string, reference: string): Promise<LedgerBooking> =>
      inTransaction(db, () => {
        const now = clock.now()
        const before = bookingRows(db).mustGet(bookingId)
        const row = uploadOf(db, bookingId)
        const unique =
          reference.toLowerCase() === before.reference.toLowerCase() ? reference : freeReference(db, reference)
        const queued = moveBooking(db, now, before, {
          to: 'QUEUED',
          actor: 'operator',
          dueAt: now,
          detail: { answer: 'new-reference', was: before.reference, reference: unique },
        })
        statement(db, 'UPDATE booking SET reference = ?, request = json_set(request, ?, ?) WHERE booking_id = ?').run(
          unique,
          '$.reference',
          unique,
          bookingId,
        )
        if (row) moveUpload(db, now, row, 'HANDING')
        // A person has seen the other booking of this freight.
        if (before.question?.kind === 'reference-taken' && before.question.sameFreightAs !== undefined) {
          statement(db, `UPDATE hand_over SET person = json_remove(person, '$.isFirst') WHERE subject_id = ?`).run(
            bookingId,
          )
        }
        return { ...queued, ...bookingRows(db).mustGet(bookingId) }
      }),

    /** What the site had, page by page, from a moment on: it may have lost it. @param after the row that the last page ended with */
    taken: async (
      since: string | null,
      after: number,
      most: number,
    ): Promise<{ kind: 'booking' | 'change'; id: string; state: string; seq: number }[]> =>
      comparedSchema.parse(
        statement(
          db,
          `SELECT h.kind, h.subject_id AS id, coalesce(b.state, c.state) AS state, h.seq FROM hand_over h
           LEFT JOIN booking b ON b.booking_id = h.subject_id LEFT JOIN shipment_change c ON c.change_id = h.subject_id
           WHERE h.seq > ? AND +h.state = 'TAKEN' AND +h.taken_at >= ? AND coalesce(b.state, c.state) IS NOT NULL
           ORDER BY h.seq LIMIT ?`,
        ).all(after, since ?? '', most),
      ),

    /** The site has lost these, or knows less of them: they are uploaded again, with the site's earlier report. */
    handAgain: (ids: readonly string[]): Promise<void> =>
      inTransaction(db, () => {
        for (const id of ids) {
          const row = uploadOf(db, id)
          // The site's reports from now on may be of an earlier moment than what it lost.
          statement(db, 'UPDATE hand_over SET site_at = NULL WHERE subject_id = ?').run(id)
          if (row?.state === 'TAKEN' || row?.state === 'HANDING') handAsKnown(db, clock.now(), row)
        }
      }),

    /** What the site answered an act with: under the timeline that this station is in step with. */
    applySiteBooking: (reported: SiteBooking) =>
      inTransaction(db, () => applySiteBooking(db, clock.now(), { reported, timeline: readFollowed(db).timeline })),
    applySiteChange: (reported: SiteChange) =>
      inTransaction(db, () => {
        const isNews = applySiteChange(db, clock.now(), { reported, timeline: readFollowed(db).timeline })
        return isNews ? changeOf(reported.changeId) : null
      }),
  }
}

/** Does only this station have it? What the site has answered with a question to its person it does not have. */
export const isHereAlone = (row: UploadRow | null): boolean =>
  row !== null && (asksItsPerson(row) || (row.state !== 'TAKEN' && row.tried_under === null))

function subjectOf(answer: UploadAnswer): string {
  switch (answer.answer) {
    case 'taken':
      return answer.booking.bookingId
    case 'change-taken':
      return answer.change.changeId
    case 'reference-taken':
      return answer.bookingId
    case 'refused':
      return answer.id
  }
}
