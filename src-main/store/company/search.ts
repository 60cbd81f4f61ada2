import { z } from 'zod'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import type { SiteQueries } from '../site/site-database.ts'

/** So many are shown; who finds more types more. */
const MOST_FOUND = 50
/** A consignee is looked for by so many letters or more. */
const LEAST_LETTERS = 3

const rowSchema = z.object({
  site_id: z.string(),
  site_name: z.string(),
  booking_id: z.string(),
  station: z.string(),
  reference: z.string(),
  state: z.enum(BOOKING_STATES),
  is_cancelled: z.boolean(),
  consignee: z.string(),
  destination: z.string(),
  carrier: z.string(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  pro_number: z.string().nullable(),
  created_at: z.string(),
})

/** A booking of any site that the asking role sees. */
export interface FoundBooking {
  siteId: string
  siteName: string
  bookingId: string
  station: string
  reference: string
  state: (typeof BOOKING_STATES)[number]
  isCancelled: boolean
  consignee: string
  destination: string
  carrier: string
  shipmentId: string | null
  trackingNumber: string | null
  proNumber: string | null
  createdAt: string
}

/** The sites that the role sees, told to every index: each begins with the site. */
const SEEN = 'b.site_id = ANY (ARRAY(SELECT site_id FROM site))'
/** Behind every text that begins with the same letters, in the order of bytes. */
const LAST_LETTER = '\u{10FFFF}'

const arm = (condition: string): string =>
  `(SELECT * FROM booking b WHERE ${SEEN} AND ${condition} LIMIT ${MOST_FOUND + 1})`

const FOUND = [
  arm('b.reference_key = lower($1::text)'),
  arm('b.tracking_number = $1::text'),
  arm('b.pro_number = $1::text'),
  arm('b.shipment_id = $1::text'),
  arm(
    `char_length($1::text) >= ${LEAST_LETTERS} AND b.consignee_key >= lower($1::text) AND b.consignee_key < lower($1::text) || $2::text`,
  ),
].join(' UNION ALL ')

/**
 * Bookings of the sites that the role of this connection sees, newest first: by the whole reference, tracking number, PRO or
 * shipment, or by how the consignee's name begins. Nothing is written.
 * @throws StationError DATABASE_AWAY
 */
export async function searchCompany(
  db: SiteQueries,
  text: string,
): Promise<{ bookings: FoundBooking[]; areMore: boolean }> {
  const rows = await db.all(
    `SELECT DISTINCT ON (f.created_at, f.site_id, f.booking_id) f.site_id, s.site_name, f.booking_id,
       coalesce(t.name, f.station_id) AS station, f.reference, f.state, f.cancellation IS NOT NULL AS is_cancelled,
       f.summary ->> 'consigneeName' AS consignee, f.summary ->> 'destination' AS destination,
       f.summary ->> 'carrierName' AS carrier, f.shipment_id, f.tracking_number, f.pro_number, f.created_at
     FROM (${FOUND}) f JOIN site s ON s.site_id = f.site_id
     LEFT JOIN station t ON t.site_id = f.site_id AND t.station_id = f.station_id
     ORDER BY f.created_at DESC, f.site_id, f.booking_id LIMIT ${MOST_FOUND + 1}`,
    text.trim(),
    LAST_LETTER,
  )
  const bookings = rows.map((raw): FoundBooking => {
    const row = rowSchema.parse(raw)
    return {
      siteId: row.site_id,
      siteName: row.site_name,
      bookingId: row.booking_id,
      station: row.station,
      reference: row.reference,
      state: row.state,
      isCancelled: row.is_cancelled,
      consignee: row.consignee,
      destination: row.destination,
      carrier: row.carrier,
      shipmentId: row.shipment_id,
      trackingNumber: row.tracking_number,
      proNumber: row.pro_number,
      createdAt: row.created_at,
    }
  })
  return { bookings: bookings.slice(0, MOST_FOUND), areMore: bookings.length > MOST_FOUND }
}
