import { isUnsent } from '../../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import type { BookingAction } from '../outbox/row-actions.ts'

/** The card's actions beside the buttons of a row: these open a dialog. */
export type CardDialog = 'hold' | 'change' | 'void'
export type CardAction = BookingAction | CardDialog

/**
 * Everything that makes sense with a booking in its state, the likeliest first.
 * @param actualPickup when the carrier picked it up; from then on it can be neither changed nor canceled
 */
export function cardActions(booking: Booking, actualPickup: string | null): CardAction[] {
  const { state, question, holdUntil, cancellation, hasLabel } = booking
  switch (state) {
    case 'QUEUED':
      return [holdUntil ? 'release' : 'try', 'hold', 'change', 'holdTag', 'giveUp']
    case 'SENDING':
      return ['holdTag']
    case 'UNKNOWN':
      return ['look', 'holdTag', 'void']
    case 'NEEDS_DECISION':
      if (question === null) return ['look', 'holdTag', 'void']
      return isUnsent(booking) ? ['change', 'holdTag'] : ['holdTag', 'void']
    case 'REJECTED':
    case 'CANCELLED':
      return ['copy']
    case 'BOOKED':
      if (cancellation) return ['again', 'track']
      return [
        ...(hasLabel ? (['print'] as const) : []),
        'track',
        ...(actualPickup ? [] : (['change'] as const)),
        'again',
        ...(actualPickup ? [] : (['void'] as const)),
      ]
  }
}
