import type { BookingState } from '../../src-shared/station/booking.ts'
import type { BookingMove } from '../store/ledger/booking-moves.ts'

/** Where work on a booking leads, for the ledger to write down. */
export interface Outcome {
  to: BookingState
  move: BookingMove
}

/** The ids of a shipment as the ledger keeps them. */
export function idsOf(shipment: {
  shipmentId: string
  trackingNumber?: string | null | undefined
  proNumber?: string | null | undefined
}) {
  const { shipmentId, trackingNumber = null, proNumber = null } = shipment
  return { shipmentId, trackingNumber, proNumber }
}
