import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'

/** What the person with the freight does about a booking in its state. */
export function holdAdvice({ state }: Pick<Booking, 'state'>): PlainKey {
  return `hold.${state}`
}
