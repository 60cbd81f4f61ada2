import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { shownState } from '../../book/shown-state.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'

/** The advice to the person with the freight, for a booking's state. */
export function holdAdvice(booking: Pick<Booking, 'state' | 'holdUntil' | 'cancellation'>): PlainKey {
  return shownState(booking) === 'HELD' ? 'hold.HELD' : `hold.${booking.state}`
}
