import type { Booking } from '../../../src-shared/station/booking.ts'
import type { MessageKey } from '../../messages/catalogue.ts'

/** What the person with the freight does about a booking in its state. */
export function holdAdvice({ state }: Pick<Booking, 'state'>): MessageKey {
  return `hold.${state}`
}

/** Has the freight something to wait for? Then a tag can hold it. */
export function canHold({ state }: Pick<Booking, 'state'>): boolean {
  return state === 'QUEUED' || state === 'SENDING' || state === 'UNKNOWN' || state === 'NEEDS_DECISION'
}
