import { isQueued, type BookingState } from '../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'

/** The state of a booking as people see it: one on hold waits on purpose, and one whose shipment was canceled is not booked. */
export function shownState({
  state,
  holdUntil,
  cancellation,
}: Pick<Booking, 'state' | 'holdUntil' | 'cancellation'>): BookingState | 'HELD' | 'VOIDED' {
  if (cancellation) return 'VOIDED'
  return holdUntil !== null && isQueued({ state }) ? 'HELD' : state
}
