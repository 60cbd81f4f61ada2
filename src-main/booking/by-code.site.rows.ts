import { z } from 'zod'
import { spellingsOf } from '../../src-shared/freight/scanned-code.ts'
import { NEVER_BOOKED } from '../../src-shared/machine/booking.ts'
import { MOST_LOOKED_UP } from '../../src-shared/site/feed.ts'
import type { SiteBooking } from '../../src-shared/site/record.ts'
import { isNotIn } from '../kernel/sqlite/is-in.ts'
import { FOLDED_REFERENCE } from './booking.site.rows.ts'
import { siteBookingsById } from '../site-server/record.rows.ts'
import type { SiteQueries } from '../site-server/site-database.ts'

const rowsSchema = z.array(z.object({ booking_id: z.string(), is_live: z.boolean() }))
const COLUMNS = `booking_id, seq, (${isNotIn('state', NEVER_BOOKED)} AND cancellation IS NULL) AS is_live`

/**
 * The bookings behind anything a person may scan: a reference, tracking number, PRO or shipment id. The live ones,
 * the newest first, at most this many; where none is live, the newest.
 */
export async function siteBookingsByCode(db: SiteQueries, environment: string, code: string): Promise<SiteBooking[]> {
  const { codes, pros } = spellingsOf(code)
  const rows = rowsSchema.parse(
    await db.all(
      `SELECT booking_id, is_live FROM (
         SELECT ${COLUMNS} FROM booking WHERE environment = $1 AND ${FOLDED_REFERENCE} = ANY($3::text[])
         UNION SELECT ${COLUMNS} FROM booking WHERE tracking_number = ANY($2::text[]) AND environment = $1
         UNION SELECT ${COLUMNS} FROM booking
           WHERE replace(replace(pro_number, '-', ''), ' ', '') = ANY($4::text[]) AND pro_number IS NOT NULL AND environment = $1
         UNION SELECT ${COLUMNS} FROM booking WHERE shipment_id = ANY($2::text[]) AND environment = $1) found
       ORDER BY is_live DESC, seq DESC LIMIT ${MOST_LOOKED_UP}`,
      environment,
      codes,
      codes.map((one) => one.toLowerCase()),
      pros,
    ),
  )
  const ids = rows.filter(({ is_live }, index) => is_live || index === 0).map(({ booking_id }) => booking_id)
  const bookings = await siteBookingsById(db, ids)
  return ids.flatMap((id) => bookings.get(id) ?? [])
}
