import { isQueued } from '../../../src-shared/machine/booking.ts'
import type { WantedChange } from '../../../src-shared/station/booking/change.ts'
import { invalidField, wrongState } from '../../../src-shared/station/error.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import { dayAtPickup, pickupPlaceOfBooking } from '../../../src-shared/station/booking/pickup-place.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { assertSomebodyPicksUp } from '../submit/pickup-check.ts'

const PATH = 'change.pickupDate'

/**
 * Refuses another day of pickup where it cannot be had: the service's update names no day, so it must not have the booking.
 * @throws StationError WRONG_STATE, INVALID_INPUT
 */
export function assertPickupMayMove(
  booking: LedgerBooking,
  change: WantedChange,
  now: Date,
  termsOf: PickupTermsOf,
): void {
  if (change.kind !== 'update' || change.pickupDate === undefined) return
  const { bookingId, reference, state, holdUntil, carrierName } = booking
  const { pickupDate } = change
  if (!isQueued(booking)) {
    const message = `Booking ${reference} is ${state}: the pickup day can be changed only before it is sent.`
    throw wrongState(message, { bookingId, state })
  }
  if (pickupDate < dayAtPickup(booking, now)) throw invalidField(PATH, `${pickupDate} has passed`)
  if (holdUntil !== null && pickupDate < holdUntil) throw invalidField(PATH, `it is on hold until ${holdUntil}`)
  const from = pickupPlaceOfBooking(booking)
  if (from !== null) assertSomebodyPicksUp(PATH, pickupDate, from, now, termsOf(carrierName))
}
