import { z } from 'zod'
import { BOOKING_STATES, isOpen } from '../../../src-shared/machine/booking.ts'
import type { SyncRequest } from '../../../src-shared/site/upload.ts'
import type { SiteQueries } from '../site-database.ts'

const bookingsSchema = z.array(z.object({ booking_id: z.string(), state: z.enum(BOOKING_STATES) }))
const changesSchema = z.array(z.object({ change_id: z.string() }))

/** What a station has and the site has not, or has as open while the station knows how it ended. */
export async function missingHere(
  db: SiteQueries,
  { bookings, changes }: Pick<SyncRequest, 'bookings' | 'changes'>,
): Promise<{ wantedBookings: string[]; wantedChanges: string[] }> {
  const here = new Map(
    bookingsSchema
      .parse(
        await db.all(
          'SELECT booking_id, state FROM booking WHERE booking_id = ANY ($1::text[])',
          bookings.map(({ bookingId }) => bookingId),
        ),
      )
      .map(({ booking_id, state }) => [booking_id, state] as const),
  )
  const changesHere = new Set(
    changesSchema
      .parse(
        await db.all(
          'SELECT change_id FROM shipment_change WHERE change_id = ANY ($1::text[])',
          changes.map(({ changeId }) => changeId),
        ),
      )
      .map(({ change_id }) => change_id),
  )
  return {
    wantedBookings: bookings
      .filter(({ bookingId, state }) => {
        const known = here.get(bookingId)
        return known === undefined || (isOpen({ state: known }) && state === 'BOOKED')
      })
      .map(({ bookingId }) => bookingId),
    wantedChanges: changes.filter(({ changeId }) => !changesHere.has(changeId)).map(({ changeId }) => changeId),
  }
}
