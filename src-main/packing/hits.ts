import { isNeverBooked } from '../../src-shared/machine/booking.ts'
import { isCancelled, isEnded } from '../../src-shared/machine/shipment.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import type { LedgerBooking } from '../booking/bookings.rows.ts'

/** A shipment that carries a scanned code; without a booking it was not booked here. */
export interface Found {
  /** The service that was in use when the code was read. */
  key: string
  booking: LedgerBooking | null
  shipment: Shipment
}

/** What carries a scanned code: a shipment, or a booking that has none yet. */
export type Hit = Found | { key: string; booking: LedgerBooking; shipment: null }

export const isFound = (hit: Hit): hit is Found => hit.shipment !== null

/** Is it the shipment or the booking with this id? */
export const isHit = ({ booking, shipment }: Hit, id: string): boolean =>
  shipment?.shipmentId === id || booking?.bookingId === id

/**
 * The hits that a scan may mean: those under way, else those that reached their end, else the newest that was canceled or
 * refused. More than one is for a person to choose from: a PRO number is unique within a carrier at most, and may be
 * another order's reference.
 */
export function whichAreMeant(hits: readonly Hit[]): readonly Hit[] {
  const live = withoutLosers(hits.filter(isLive))
  if (live.length > 0) return live
  const ended = hits.filter((hit) => hit.shipment !== null && !isCancelled(hit.shipment))
  return ended.length > 0 ? ended : hits.slice(0, 1)
}

/** Without bookings whose reference another one here has, which is booked: what is scanned is that one's. */
function withoutLosers(hits: readonly Hit[]): readonly Hit[] {
  const booked = new Set(hits.filter(isFound).map(({ booking }) => booking?.bookingId))
  const hasLost = ({ booking }: Hit) =>
    booking?.question?.kind === 'reference-taken' && booked.has(booking.question.holder.bookingId)
  return hits.filter((hit) => !hasLost(hit))
}

const isLive = (hit: Hit): boolean => (isFound(hit) ? !isEnded(hit.shipment) : !isNeverBooked(hit.booking))
