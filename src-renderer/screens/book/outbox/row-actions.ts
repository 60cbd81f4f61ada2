import type { Booking } from '../../../../src-shared/station/booking/booking.ts'

/** What can be done with a booking by one button. */
export type BookingAction =
  /** Asks the service now, so that waiting bookings are sent as soon as it answers. */
  | 'try'
  /** Ends a hold. */
  | 'release'
  | 'giveUp'
  | 'look'
  | 'answer'
  /** Takes up again one that did not become a shipment. */
  | 'copy'
  /** Asks for the same price again and books again. */
  | 'again'
  | 'print'
  | 'track'
  | 'holdTag'

/** The one or two right things to do with a booking in its state, the likeliest first. */
export function rowActions({ state, question, holdUntil, hasLabel, cancellation }: Booking): BookingAction[] {
  switch (state) {
    case 'QUEUED':
      return [holdUntil ? 'release' : 'try', 'giveUp']
    case 'SENDING':
      return []
    case 'UNKNOWN':
      return ['look']
    case 'NEEDS_DECISION':
      return question === null ? ['look'] : ['answer']
    case 'REJECTED':
      return ['copy']
    case 'BOOKED':
      if (cancellation) return ['again']
      return hasLabel ? ['print', 'track'] : ['track']
    case 'CANCELLED':
      return ['copy']
  }
}
