import { z } from 'zod'
import { BOOKING_STATES } from '../../src-shared/machine/booking.ts'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { addNotice } from '../site-server/notices.rows.ts'
import type { SiteQueries } from '../site-server/site-database.ts'
import { editOf } from './booking-edit.ts'
import type { LedgerBooking } from './booking-row.rows.ts'
import { isReference, lockBooking } from './booking.site.rows.ts'
import { bookedTwice } from './booking-write.rows.ts'

/** What is read of a row `b` and its station `s`. */
export const HOLDER =
  'b.booking_id, b.state, b.shipment_id, b.station_id, s.name AS station_name, b.person, b.created_at'
export const holderSchema = z.object({
  booking_id: z.string(),
  state: z.enum(BOOKING_STATES),
  shipment_id: z.string().nullable(),
  station_id: z.string(),
  station_name: z.string(),
  person: jsonColumn(sitePersonSchema).nullable(),
  created_at: z.string(),
})
type HolderRow = z.output<typeof holderSchema>

/** Who at the site has a reference, and since when, as a station shows it. */
export type ReferenceHolder = ReturnType<typeof holderOf>

export function holderOf(holder: HolderRow) {
  return {
    bookingId: holder.booking_id,
    state: holder.state,
    stationId: holder.station_id,
    stationName: holder.station_name,
    person: holder.person?.name ?? null,
    at: holder.created_at,
  }
}

interface Wanted {
  environment: string
  reference: string
}

async function rowOfReference(tx: SiteQueries, { environment, reference }: Wanted): Promise<HolderRow | null> {
  const row = await tx.one(
    `SELECT ${HOLDER} FROM booking b JOIN station s USING (station_id) WHERE b.environment = $1 AND ${isReference('$2', 'b')}`,
    environment,
    reference,
  )
  return row === undefined ? null : holderSchema.parse(row)
}

/** The booking that has this reference; null: none has. */
export async function referenceHolder(tx: SiteQueries, wanted: Wanted): Promise<ReferenceHolder | null> {
  const row = await rowOfReference(tx, wanted)
  return row && holderOf(row)
}

/** Gives a booking that was locked inside this transaction another reference, and its request the same. */
export async function giveReference(
  tx: SiteQueries,
  booking: LedgerBooking,
  reference: string,
): Promise<LedgerBooking> {
  const { bookingId } = booking
  const { request } = editOf(booking, {}, reference)
  await tx.run('UPDATE booking SET reference = $2, request = $3 WHERE booking_id = $1', bookingId, reference, request)
  return lockBooking(tx, bookingId)
}

/** The service has two bookings of this site under one reference, and a person has to look. @param reference of the other one here */
export async function reportBookedTwice(
  tx: SiteQueries,
  booking: Wanted & { bookingId: string },
  shipmentId: string,
): Promise<void> {
  const other = (await rowOfReference(tx, booking))?.shipment_id ?? null
  const named = [shipmentId, ...(other === null ? [] : [other])]
  await addNotice(tx, `booked-twice:${booking.bookingId}`, bookedTwice(booking, named))
}
