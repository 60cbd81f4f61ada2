import type { SeenBooking } from '../people/seen-booking.ts'
import type { WorldShipment } from '../in-process/service.ts'
import type { Violation } from './violation.ts'

/**
 * A person who is asked whether a booking is to be sent again sees what it may have become, or is told that more is there than
 * was looked at: else it is sent on a click, and paid twice.
 * @param there at the service, under its reference
 * @param held shipments of other bookings
 */
export function unshown(
  { bookingId, reference, question }: SeenBooking,
  there: readonly WorldShipment[],
  held: ReadonlySet<string | null>,
): Violation | null {
  if (question?.kind !== 'not-found' || question.near?.length || question.isCutShort || question.answeredWith)
    return null
  const own = there.find(({ shipmentId, status }) => status !== 'CANCELLED' && !held.has(shipmentId))
  if (!own) return null
  const what = `${bookingId} (${reference}) is ${own.shipmentId} at the service, and whoever is asked about it is not told`
  return { rule: 'unshown', what, reference }
}
