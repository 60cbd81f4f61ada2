import { isQueued } from '../../../src-shared/machine/booking.ts'
import type { Country } from '../../../src-shared/freight/address.ts'
import type { WantedChange } from '../../../src-shared/station/booking/change.ts'
import { invalidField, wrongState } from '../../../src-shared/station/error.ts'
import type { LedgerBooking } from '../../store/ledger/booking/booking-row.ts'
import { assertSomebodyPicksUp } from '../submit/pickup-check.ts'

const PATH = 'change.pickupDate'

/**
 * Refuses another day of pickup where it cannot be had: the service's update names no day, so it must not have the booking.
 * @param today where the station stands
 * @throws StationError WRONG_STATE, INVALID_INPUT
 */
export function assertPickupMayMove(booking: LedgerBooking, change: WantedChange, today: string): void {
  if (change.kind !== 'update' || change.pickupDate === undefined) return
  const { bookingId, reference, state, holdUntil } = booking
  const { pickupDate } = change
  if (!isQueued(booking)) {
    const message = `Booking ${reference} is ${state}: its pickup day can be changed only while it waits to be sent.`
    throw wrongState(message, { bookingId, state })
  }
  if (pickupDate < today) throw invalidField(PATH, `${pickupDate} has passed`)
  if (holdUntil !== null && pickupDate < holdUntil) throw invalidField(PATH, `it is on hold until ${holdUntil}`)
  const country = countryOf(booking)
  if (country !== null) assertSomebodyPicksUp(PATH, pickupDate, country, today)
}

/** Where it is picked up; null: nobody knows any more. */
function countryOf({ kind, request, origin }: LedgerBooking): Country | null {
  if (kind === 'direct') return request.originAddress.country
  if (origin === null) return null
  return origin.kind === 'domestic' ? origin.request.originAddress.country : origin.request.shipperLocation.country
}
