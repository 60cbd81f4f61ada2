import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { shownState } from '../../book/shown-state.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'

/** What the person with the freight does about a booking in its state. */
export function holdAdvice(booking: Pick<Booking, 'state' | 'holdUntil' | 'cancellation'>): PlainKey {
  return shownState(booking) === 'HELD' ? 'hold.HELD' : `hold.${booking.state}`
}
