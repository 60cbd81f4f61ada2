import { z } from 'zod'
import { OPEN_BOOKINGS } from '../../src-shared/machine/booking.ts'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import { MOST_UNDER_WAY, type UnderWay } from '../../src-shared/site/under-way.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import type { SiteQueries } from '../site-server/site-database.ts'

const rowSchema = z.object({
  booking_id: z.string(),
  reference: z.string(),
  state: z.enum(OPEN_BOOKINGS),
  station_id: z.string(),
  station_name: z.string(),
  person: jsonColumn(sitePersonSchema).nullable(),
  due_at: z.string().nullable(),
  created_at: z.string(),
})
const countSchema = z.object({ total: z.int() })
const IS_OPEN = isIn('b.state', OPEN_BOOKINGS)

/** What the site has that is not at its end: the oldest first. */
export async function bookingsUnderWay(db: SiteQueries): Promise<UnderWay> {
  const rows = await db.all(
    `SELECT b.booking_id, b.reference, b.state, b.station_id, s.name AS station_name, b.person, b.due_at, b.created_at
     FROM booking b JOIN station s USING (station_id) WHERE ${IS_OPEN} ORDER BY b.seq LIMIT $1`,
    MOST_UNDER_WAY,
  )
  const { total } = countSchema.parse(await db.one(`SELECT count(*) AS total FROM booking b WHERE ${IS_OPEN}`))
  return {
    total,
    bookings: rows.map((raw) => {
      const row = rowSchema.parse(raw)
      return {
        ...{ bookingId: row.booking_id, reference: row.reference, state: row.state },
        ...{ stationId: row.station_id, stationName: row.station_name, person: row.person?.name ?? null },
        ...{ at: row.created_at, dueAt: row.due_at },
      }
    }),
  }
}
