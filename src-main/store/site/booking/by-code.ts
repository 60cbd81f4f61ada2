import { z } from 'zod'
import { readingsOf } from '../../../../src-shared/freight/scanned-code.ts'
import type { SiteBooking } from '../../../../src-shared/site/record.ts'
import { siteBookingsById } from '../record.ts'
import type { SiteQueries } from '../site-database.ts'

const idSchema = z.object({ booking_id: z.string() }).optional()

/** The newest booking behind anything a person may scan: its reference, tracking number, PRO or shipment id; null: none. */
export async function siteBookingByCode(
  db: SiteQueries,
  environment: string,
  code: string,
): Promise<SiteBooking | null> {
  const { codes, pros } = readingsOf(code)
  const row = idSchema.parse(
    await db.one(
      `SELECT booking_id FROM (
         SELECT booking_id, seq FROM booking WHERE environment = $1 AND lower(reference) = ANY($3::text[])
         UNION ALL SELECT booking_id, seq FROM booking WHERE tracking_number = ANY($2::text[]) AND environment = $1
         UNION ALL SELECT booking_id, seq FROM booking
           WHERE replace(replace(pro_number, '-', ''), ' ', '') = ANY($4::text[]) AND pro_number IS NOT NULL AND environment = $1
         UNION ALL SELECT booking_id, seq FROM booking WHERE shipment_id = ANY($2::text[]) AND environment = $1) found
       ORDER BY seq DESC LIMIT 1`,
      environment,
      codes,
      codes.map((one) => one.toLowerCase()),
      pros,
    ),
  )
  if (row === undefined) return null
  return (await siteBookingsById(db, [row.booking_id])).get(row.booking_id) ?? null
}
