import { isOpen } from '../../src-shared/machine/booking.ts'
import type { SiteBooking, SiteChange } from '../../src-shared/site/record.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { kept } from '../data/forget/on-write.ts'
import { toJson } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { appendAudit, supportOf } from '../data/audit/audit.rows.ts'
import { mutableValues } from '../booking/booking-row.rows.ts'
import { bookingRows, type LedgerBooking } from '../booking/booking-row.rows.ts'
import { bookedTwice } from '../booking/booking-write.rows.ts'
import { toChange } from '../booking/changes/change-row.ts'
import { takeOver } from '../booking/changes/change-write.rows.ts'
import { raiseOnce } from '../inbox/notices.rows.ts'
import { handAsKnown } from './upload-item.rows.ts'
import { uploadOf, moveUpload, type UploadRow, type ReportedAt } from './upload-row.rows.ts'

/** What the site reported, and under which of its timelines. */
export interface Reported<T> {
  reported: T
  timeline: string | null
}

/** What the site's report made of a booking here. */
export interface AppliedBooking {
  before: LedgerBooking
  after: LedgerBooking
  /** What a person is to be asked now. */
  twice: StationErrorData | null
  /** The row stays as it is known here. */
  isKept: boolean
}

/**
 * Is it newer than the site's last report? Reports are ordered by the site's own clock, within a timeline: another
 * timeline may know less, and have a clock that is behind.
 */
function isNews({ site_at, site_timeline }: UploadRow, updatedAt: string, timeline: string | null): boolean {
  return site_at === null || site_timeline !== timeline || Date.parse(updatedAt) >= Date.parse(site_at)
}

/**
 * Applies the site's report of a booking of this station. The site moves the booking and its report wins, even when
 * it has the shipment of another booking here: the inbox names both. What was sent from here stays as it is known here:
 * the site is told of it, and a second shipment is kept beside the first. To be called inside a transaction.
 * @returns the booking before and after; null: it is not of this ledger, or the report is not newer
 */
export function applySiteBooking(
  db: SqliteDatabase,
  now: Date,
  { reported, timeline }: Reported<SiteBooking>,
): AppliedBooking | null {
  const { one, mustGet } = bookingRows(db)
  const upload = uploadOf(db, reported.bookingId)
  const before = one('b.booking_id = ?', reported.bookingId)
  if (before === null || upload === null || !isNews(upload, reported.updatedAt, timeline)) return null
  const { course, wire } = reported
  if (wasSentHere(before, upload, course.shipmentId)) {
    const twice = keepBeside(db, now, before, reported)
    // What waits is uploaded as it is known here anyway.
    if (upload.state !== 'HANDING') handAsKnown(db, now, upload)
    return { before, after: before, twice, isKept: true }
  }
  statement(db, 'DELETE FROM site_booking WHERE booking_id = ?').run(reported.bookingId)
  const text = textOf(db, reported)
  const values = {
    ...mutableValues(course, text),
    request: text(wire.request),
    load_id: wire.kind === 'load' ? wire.loadId : null,
    summary: text(reported.summary),
    hold_until: reported.hold?.day ?? null,
    held_until: reported.hold?.until ?? null,
    lease: null,
    leased_until: null,
    updated_at: reported.updatedAt,
  }
  const sets = Object.keys(values).map((column) => `${column} = @${column}`)
  statement(db, `UPDATE booking SET ${sets.join(', ')} WHERE booking_id = @bookingId`).run({
    ...values,
    bookingId: reported.bookingId,
  })
  // OR IGNORE: another booking of this ledger has the name; this one keeps being found by its old one here.
  if (reported.reference !== before.reference) {
    statement(db, 'UPDATE OR IGNORE booking SET reference = ? WHERE booking_id = ?').run(
      reported.reference,
      reported.bookingId,
    )
  }
  taken(db, now, reported.bookingId, { siteAt: reported.updatedAt, siteTimeline: timeline })
  if (before.state !== course.state) {
    appendAudit(db, {
      at: now,
      actor: 'station',
      subjectKind: 'booking',
      subjectId: reported.bookingId,
      action: course.state.toLowerCase(),
      detail: {
        from: before.state,
        by: 'site',
        ...(course.shipmentId !== null && { shipmentId: course.shipmentId }),
        ...(course.question && { question: course.question.kind }),
        ...(course.error && supportOf(course.error)),
      },
    })
  }
  return { before, after: mustGet(reported.bookingId), twice: null, isKept: false }
}

/**
 * Is it paid for here under another shipment than the site reports, or being sent, or looked for, by this station alone?
 */
function wasSentHere(
  { state, shipmentId, sentAt }: LedgerBooking,
  { state: upload, tried_under }: UploadRow,
  reported: string | null,
): boolean {
  if (state === 'BOOKED') return shipmentId !== null && shipmentId !== reported
  return sentAt !== null && upload === 'HANDING' && tried_under === null && isOpen({ state })
}

/**
 * The site's shipment of a booking that has its own here is found, printed and canceled like another station's.
 * @returns what a person is asked; null: nothing, or it was asked before
 */
function keepBeside(
  db: SqliteDatabase,
  now: Date,
  before: LedgerBooking,
  reported: SiteBooking,
): StationErrorData | null {
  const { shipmentId } = reported.course
  if (shipmentId === null) return null
  storeSiteBooking(db, reported)
  if (before.shipmentId === null) return null
  const twice = bookedTwice(before, [before.shipmentId, shipmentId])
  return raiseOnce(db, now, twice) ? twice : null
}

/** A booking as the site has it. To be called inside a transaction. */
export function storeSiteBooking(db: SqliteDatabase, booking: SiteBooking): void {
  const { bookingId, environment, reference, course } = booking
  statement(
    db,
    `INSERT INTO site_booking (booking_id, environment, reference, tracking_number, pro_number, shipment_id, record)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (booking_id) DO UPDATE SET reference = excluded.reference,
       tracking_number = excluded.tracking_number, pro_number = excluded.pro_number,
       shipment_id = excluded.shipment_id, record = excluded.record`,
  ).run(
    bookingId,
    environment,
    reference,
    course.trackingNumber,
    course.proNumber,
    course.shipmentId,
    kept(db, JSON.stringify(booking), booking.createdAt),
  )
}

/**
 * JSON from the site, without the persons forgotten here since it was made: the site may not be done yet, or may run
 * on a backup. A booking that has not ended is kept whole: this station may have to send it, and it is blanked when
 * it ends.
 */
function textOf(db: SqliteDatabase, { course, createdAt }: SiteBooking): (value: unknown) => string | null {
  return isOpen(course) ? toJson : (value) => kept(db, toJson(value), createdAt)
}

/** The same of a change. @returns whether it is of this ledger, and news */
export function applySiteChange(db: SqliteDatabase, now: Date, { reported, timeline }: Reported<SiteChange>): boolean {
  const upload = uploadOf(db, reported.changeId)
  const row = statement(db, 'SELECT * FROM shipment_change WHERE change_id = ?').get(reported.changeId)
  if (row === undefined || upload === null || !isNews(upload, reported.updatedAt, timeline)) return false
  const before = toChange(row)
  statement(
    db,
    `UPDATE shipment_change SET state = ?, shipment_id = ?, error = ?, cancellation = ?, due_at = ?, updated_at = ?
     WHERE change_id = ?`,
  ).run(
    reported.state,
    reported.shipmentId,
    kept(db, toJson(reported.error), reported.createdAt),
    kept(db, toJson(reported.cancellation), reported.createdAt),
    reported.nextAt,
    reported.updatedAt,
    reported.changeId,
  )
  taken(db, now, reported.changeId, { siteAt: reported.updatedAt, siteTimeline: timeline })
  // The site has no booking with this shipment that it could report as changed.
  if (reported.state === 'DONE' && reported.bookingId === null) {
    takeOver(db, toChange(statement(db, 'SELECT * FROM shipment_change WHERE change_id = ?').get(reported.changeId)))
  }
  if (before.state !== reported.state) {
    appendAudit(db, {
      at: now,
      actor: 'station',
      subjectKind: 'change',
      subjectId: reported.changeId,
      action: reported.state.toLowerCase(),
      detail: { from: before.state, by: 'site', ...(reported.error && supportOf(reported.error)) },
    })
  }
  return true
}

/** The site has it: its report shows that, whether or not the answer arrived. */
function taken(db: SqliteDatabase, now: Date, subjectId: string, at: ReportedAt): void {
  const row = uploadOf(db, subjectId)
  if (row === null) return
  if (row.state !== 'TAKEN') moveUpload(db, now, row, 'TAKEN', at)
  else {
    statement(
      db,
      'UPDATE hand_over SET site_at = @siteAt, site_timeline = @siteTimeline WHERE subject_id = @subjectId',
    ).run({ ...at, subjectId })
  }
}
