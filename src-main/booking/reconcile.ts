import type { ShipmentDetail } from '../../src-shared/freight/shipment.ts'
import { money } from '../../src-shared/station/money.ts'
import type { FreightClient } from '../freight/client.ts'
import type { LedgerBooking } from '../store/ledger/bookings.ts'

/** Rules a shipment out that cannot have come from this booking's request. */
export interface CandidateGuard {
  /** It belongs to another booking of this ledger. */
  isClaimed: (environment: string, shipmentId: string) => Promise<boolean>
  /** It was seen here before this booking was sent. */
  wasSeenBefore: (shipmentId: string, moment: Date) => Promise<boolean>
}

const PAGE = 100
const MAX_PAGES = 5

/**
 * The shipments at the service that this booking's request made: by reference through the list, then each in detail,
 * because a summary carries no reference, and compared exactly. None, one, or several when it was booked twice.
 *
 * @throws FreightError when the service cannot be asked; then nothing is known.
 */
export async function findBooked(
  client: FreightClient,
  booking: LedgerBooking,
  guard: CandidateGuard,
): Promise<ShipmentDetail[]> {
  const found: ShipmentDetail[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { shipments, hasNext } = await client.listShipments({ reference: booking.reference, page, limit: PAGE })
    for (const { shipmentId, status } of shipments) {
      if (status === 'CANCELLED') continue
      if (await guard.isClaimed(booking.environment, shipmentId)) continue
      if (booking.sentAt && (await guard.wasSeenBefore(shipmentId, new Date(booking.sentAt)))) continue
      const detail = await client.lookUpShipment(shipmentId)
      if (isOf(booking, detail)) found.push(detail)
    }
    if (!hasNext) break
  }
  return found
}

/**
 * Is this shipment what the request asked for? The reference must be the same to the letter; carrier, service, price and
 * consignee must not contradict it where the service tells them. Another station that shares the key may have used the
 * same reference for other freight.
 */
function isOf(booking: LedgerBooking, shipment: ShipmentDetail): boolean {
  const { request } = booking
  return (
    shipment.reference === booking.reference &&
    agrees(shipment.provider, request.selectedRate.provider) &&
    agrees(shipment.service, request.selectedRate.service) &&
    agrees(shipment.consigneeInfo?.companyName, request.consigneeInfo?.companyName) &&
    (typeof shipment.totalCost !== 'number' ||
      money(shipment.totalCost, shipment.currency ?? booking.total.currency).minor === booking.total.minor)
  )
}

function agrees(told: string | null | undefined, asked: string | undefined): boolean {
  return !told || !asked || told === asked
}
