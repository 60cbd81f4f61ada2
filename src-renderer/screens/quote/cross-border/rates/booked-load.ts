import { isNeverBooked } from '../../../../../src-shared/machine/booking.ts'
import type { Station } from '../../../../station.ts'

/** A booking that holds a quote's load. */
export interface BookedLoad {
  quoteId: string
  bookingId: string
  reference: string
}

const LOOKED_THROUGH = 100

/** The booking that the load of a recent quote has become; null: none. */
export async function bookingOfQuote(station: Station, quoteId: string): Promise<BookedLoad | null> {
  const { rows } = await station.invoke('quotes.list', { limit: LOOKED_THROUGH })
  // One that was never booked holds no load: the service never got it, or refused it.
  const booking = rows.find(({ id }) => id === quoteId)?.bookings.find((made) => !isNeverBooked(made))
  return booking ? { quoteId, bookingId: booking.bookingId, reference: booking.reference } : null
}
