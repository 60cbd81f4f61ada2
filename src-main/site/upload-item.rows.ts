import { z } from 'zod'
import { mayMoveUpload } from '../../src-shared/machine/upload.ts'
import type { UploadItem } from '../../src-shared/site/upload.ts'
import type { SiteBookingBody, SiteChangeBody } from '../../src-shared/site/record.ts'
import { bookingSummarySchema } from '../../src-shared/station/booking/record.ts'
import type { Money } from '../../src-shared/station/money.ts'
import { isAbove, mostAllowed } from '../../src-shared/station/rules/decide.ts'
import { bookedViewOf } from '../../src-shared/station/rules/offers.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { mutableStateOf } from '../booking/booking-row.rows.ts'
import { bookingRows, type LedgerBooking } from '../booking/booking-row.rows.ts'
import { toChange } from '../booking/changes/change-row.ts'
import { mostWithin } from '../quotes/requote.ts'
import { rulesOf } from '../rules/rules.rows.ts'
import { moveUpload, uploadOf, type UploadRow } from './upload-row.rows.ts'

const toleranceSchema = z.number()
const besideSchema = z.object({
  submission_id: z.string(),
  summary: jsonColumn(bookingSummarySchema),
  held_until: z.string().nullable(),
})

/** Recorded of a booking or a change when it is uploaded for the first time under that timeline of the site. */
export function itemOf(db: SqliteDatabase, row: UploadRow, timeline: string): UploadItem {
  if (row.kind === 'change') return { kind: 'change', triedUnder: timeline, change: changeBodyOf(db, row) }
  const booking = bookingRows(db).mustGet(row.subject_id)
  // One that is new at the site, and that this station sent while it was alone, or that came back with a backup.
  const known = booking.state === 'QUEUED' && booking.sentAt === null ? null : mutableStateOf(booking)
  const most = allowedNow(db, booking)
  const { isFirst } = row.person
  const body = bookingBodyOf(db, row, booking)
  return {
    kind: 'booking',
    triedUnder: timeline,
    booking: body,
    known,
    ...(most && { mostAllowed: most }),
    ...(isFirst && { isFirst }),
  }
}

/**
 * It is uploaded again, with what is known of it here by now: the content stays what it was. To be called inside a
 * transaction.
 */
export function handAsKnown(db: SqliteDatabase, now: Date, row: UploadRow): void {
  const { state, tried_under: triedUnder } = row
  if (state !== 'HANDING' && !mayMoveUpload({ state, triedUnder }, 'HANDING')) return
  if (state !== 'HANDING') moveUpload(db, now, row, 'HANDING')
  const { item } = uploadOf(db, row.subject_id) ?? row
  if (item?.kind !== 'booking') return
  const known = mutableStateOf(bookingRows(db).mustGet(row.subject_id))
  statement(db, 'UPDATE hand_over SET item = ? WHERE subject_id = ?').run(
    JSON.stringify({ ...item, known }),
    row.subject_id,
  )
}

/**
 * The most that this station allows it to cost without asking again: what was agreed and how far that may rise, and no more
 * than the rules allow; null: it has no quote that could end.
 */
export function allowedNow(db: SqliteDatabase, booking: LedgerBooking): Money | null {
  const { origin, total, agreed, carrierName, consigneeName } = booking
  if (origin === null || total === null) return null
  const view = bookedViewOf(origin, { carrierName, total, consigneeName })
  const ruled = view && mostAllowed(rulesOf(db), view.offer, view.context)
  const tolerated = mostWithin(agreed ?? total, toleranceOf(db))
  return ruled && isAbove(tolerated, ruled) ? ruled : tolerated
}

/** What a price may rise without a question, in percent. */
function toleranceOf(db: SqliteDatabase): number {
  const sql = `SELECT value ->> '$.priceTolerance' FROM setting WHERE name = 'settings' AND json_valid(value)`
  return toleranceSchema.parse(statement(db, sql).pluck().get() ?? 0)
}

function bookingBodyOf(db: SqliteDatabase, { person }: UploadRow, booking: LedgerBooking): SiteBookingBody {
  const { bookingId, holdUntil, batchId, batchRow } = booking
  const { submission_id, summary, held_until } = besideSchema.parse(
    statement(db, 'SELECT submission_id, summary, held_until FROM booking WHERE booking_id = ?').get(bookingId),
  )
  return {
    bookingId,
    submissionId: submission_id,
    environment: booking.environment,
    reference: booking.reference,
    wire: wireOf(booking),
    summary,
    origin: booking.origin,
    hold: holdUntil !== null && held_until !== null ? { day: holdUntil, until: held_until } : null,
    batch: batchId !== null && batchRow !== null ? { batchId, row: batchRow } : null,
    approvedBy: person.approvedBy,
    person: person.person,
    quoteExpiresAt: booking.quoteExpiresAt,
    createdAt: booking.createdAt,
  }
}

function wireOf(booking: LedgerBooking): SiteBookingBody['wire'] {
  switch (booking.kind) {
    case 'quote':
      return { kind: 'quote', request: booking.request }
    case 'direct':
      return { kind: 'direct', request: booking.request }
    case 'load':
      return { kind: 'load', loadId: booking.loadId, request: booking.request }
  }
}

function changeBodyOf(db: SqliteDatabase, { subject_id, person }: UploadRow): SiteChangeBody {
  const row: unknown = statement(db, 'SELECT * FROM shipment_change WHERE change_id = ?').get(subject_id)
  const { submission_id } = z.looseObject({ submission_id: z.string() }).parse(row)
  const { changeId, environment, bookingId, shipmentId, change, createdAt } = toChange(row)
  return {
    changeId,
    submissionId: submission_id,
    environment,
    bookingId,
    shipmentId,
    change,
    person: person.person,
    createdAt,
  }
}
