import { z } from 'zod'
import type { SiteBooking, SiteChange } from '../../src-shared/site/record.ts'
import { sitePersonSchema, type SitePerson } from '../../src-shared/site/identity.ts'
import { bookingSummarySchema, type BookingWire } from '../../src-shared/station/booking/record.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { mutableStateOf } from '../booking/booking-row.rows.ts'
import { toBooking } from '../booking/booking-row.rows.ts'
import { toChange } from '../booking/changes/change-row.ts'
import { COLUMNS } from '../booking/booking.site.rows.ts'
import type { SiteQueries } from './site-database.ts'

const personColumn = jsonColumn(sitePersonSchema).nullable()

/** What a row has beside what the outbox reads of it. */
const bookingMoreSchema = z.object({
  submission_id: z.string(),
  station_id: z.string(),
  summary: jsonColumn(bookingSummarySchema),
  held_until: z.string().nullable(),
  approved_by: z.string().nullable(),
  person: personColumn,
})
const changeMoreSchema = z.object({
  submission_id: z.string(),
  station_id: z.string().nullable(),
  person: personColumn,
})

/** A row of bookings as it is reported to every station. */
function siteBookingOf(row: unknown): SiteBooking {
  const b = toBooking(row)
  const more = bookingMoreSchema.parse(row)
  const wire: BookingWire =
    b.kind === 'load'
      ? { kind: b.kind, loadId: b.loadId, request: b.request }
      : b.kind === 'quote'
        ? { kind: b.kind, request: b.request }
        : { kind: b.kind, request: b.request }
  return {
    bookingId: b.bookingId,
    submissionId: more.submission_id,
    stationId: more.station_id,
    environment: b.environment,
    reference: b.reference,
    wire,
    summary: more.summary,
    origin: b.origin,
    quoteExpiresAt: b.quoteExpiresAt,
    hold: b.holdUntil === null || more.held_until === null ? null : { day: b.holdUntil, until: more.held_until },
    batch: b.batchId === null || b.batchRow === null ? null : { batchId: b.batchId, row: b.batchRow },
    approvedBy: more.approved_by,
    person: more.person,
    createdAt: b.createdAt,
    updatedAt: b.updatedAt,
    course: mutableStateOf(b),
  }
}

/** Bookings by id; those that are not there are left out. */
export async function siteBookingsById(db: SiteQueries, ids: readonly string[]): Promise<Map<string, SiteBooking>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(`SELECT ${COLUMNS} FROM booking b WHERE b.booking_id = ANY ($1::text[])`, ids)
  return new Map(rows.map((row) => siteBookingOf(row)).map((booking) => [booking.bookingId, booking]))
}

function siteChangeOf(row: unknown): SiteChange {
  const c = toChange(row)
  const more = changeMoreSchema.parse(row)
  return {
    changeId: c.changeId,
    submissionId: more.submission_id,
    stationId: more.station_id ?? 'site',
    environment: c.environment,
    bookingId: c.bookingId,
    shipmentId: c.shipmentId,
    change: c.change,
    person: more.person,
    createdAt: c.createdAt,
    updatedAt: c.updatedAt,
    state: c.state,
    error: c.error,
    cancellation: c.cancellation,
    nextAt: c.nextAt,
  }
}

export async function siteChangesById(db: SiteQueries, ids: readonly string[]): Promise<Map<string, SiteChange>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(`SELECT c.* FROM shipment_change c WHERE c.change_id = ANY ($1::text[])`, ids)
  return new Map(rows.map((row) => siteChangeOf(row)).map((change) => [change.changeId, change]))
}

/** A person as a column keeps them. */
export const personJson = (person: SitePerson): string | null => (person === null ? null : JSON.stringify(person))
