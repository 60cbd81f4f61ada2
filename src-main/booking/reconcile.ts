import type { ShipmentDetail } from '../../src-shared/freight/shipment.ts'
import { money, type Money } from '../../src-shared/station/money.ts'
import { FreightError } from '../freight/failure.ts'
import type { LedgerBooking } from '../store/ledger/booking-row.ts'
import type { BookingClient } from './booking-client.ts'

/** Rules a shipment out that cannot have come from this booking's request. */
export interface CandidateGuard {
  /** It belongs to another booking of this ledger. */
  isClaimed: (environment: string, shipmentId: string) => Promise<boolean>
  /** It was seen here before this booking was sent. */
  wasSeenBefore: (shipmentId: string, moment: Date) => Promise<boolean>
}

type LookingClient = Pick<BookingClient, 'listShipments' | 'lookUpShipment'>

const PAGE = 100
const MAX_PAGES = 5

/** A shipment that agrees with a booking in everything. */
export interface Match {
  shipment: ShipmentDetail
  /** It was seen here before the booking was sent, by this station's clock: which may have been set in between. */
  isDoubtful: boolean
}

/**
 * The shipments at the service that this booking's request made: by reference through the list, then each in detail,
 * because a summary carries no reference, and compared exactly. A load is also looked for under its own id. None, one, or
 * several when it was booked twice.
 *
 * @throws FreightError when the service cannot be asked; then nothing is known.
 */
export async function findBooked(
  client: LookingClient,
  booking: LedgerBooking,
  guard: CandidateGuard,
): Promise<Match[]> {
  const found = new Map<string, Match>()
  const consider = async (shipmentId: string) => {
    const match = await asBooked(client, booking, shipmentId, guard)
    if (match) found.set(shipmentId, match)
  }
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { shipments, hasNext } = await client.listShipments({ reference: booking.reference, page, limit: PAGE })
    for (const { shipmentId, status } of shipments) if (status !== 'CANCELLED') await consider(shipmentId)
    if (!hasNext) break
  }
  if (booking.kind === 'load' && !found.has(booking.loadId)) await consider(booking.loadId)
  return [...found.values()]
}

/**
 * This shipment, if it agrees with this booking's request in everything; null when it does not, or there is none.
 * @throws FreightError when the service cannot be asked
 */
export async function asBooked(
  client: LookingClient,
  booking: LedgerBooking,
  shipmentId: string,
  guard: CandidateGuard,
): Promise<Match | null> {
  if (await guard.isClaimed(booking.environment, shipmentId)) return null
  try {
    const shipment = await client.lookUpShipment(shipmentId)
    if (!isOf(booking, shipment)) return null
    const isDoubtful = booking.sentAt !== null && (await guard.wasSeenBefore(shipmentId, new Date(booking.sentAt)))
    return { shipment, isDoubtful }
  } catch (error) {
    if (error instanceof FreightError && error.delivery === 'refused' && error.code === 'SHIPMENT_NOT_FOUND')
      return null
    throw error
  }
}

/** What the service says a shipment costs; null when it does not say. */
export function chargeOf(
  { totalCost, currency }: Pick<ShipmentDetail, 'totalCost' | 'currency'>,
  quoted: Money | null,
): Money | null {
  return typeof totalCost === 'number' ? money(totalCost, currency ?? quoted?.currency ?? 'USD') : null
}

/**
 * Is this shipment what the request asked for? The reference must be the same to the letter; carrier, service, price,
 * consignee and places must not contradict it where the service tells them. Another station that shares the key may have
 * used the same reference for other freight.
 */
export function isOf(booking: LedgerBooking, shipment: ShipmentDetail): boolean {
  const { total, request, provider, service } = booking
  const charge = chargeOf(shipment, total)
  const [from, to] = placesOf(booking)
  return (
    shipment.status !== 'CANCELLED' &&
    shipment.reference === booking.reference &&
    agrees(shipment.provider, provider) &&
    agrees(shipment.service, service) &&
    agrees(shipment.consigneeInfo?.companyName, request.consigneeInfo?.companyName) &&
    isSamePlace(shipment.originAddress?.postalCode, from) &&
    isSamePlace(shipment.destinationAddress?.postalCode, to) &&
    // A price that was never quoted cannot be contradicted.
    (charge === null || total === null || (charge.minor === total.minor && charge.currency === total.currency))
  )
}

/** Postal codes of both ends, as far as they are known. */
function placesOf(booking: LedgerBooking): [string?, string?] {
  if (booking.kind === 'direct') {
    return [booking.request.originAddress.postalCode, booking.request.destinationAddress.postalCode]
  }
  const { origin } = booking
  if (origin?.kind === 'domestic') {
    return [origin.request.originAddress.postalCode, origin.request.destinationAddress.postalCode]
  }
  if (origin?.kind === 'crossborder') {
    return [origin.request.shipperLocation.zipCode, origin.request.consigneeLocation.zipCode]
  }
  return []
}

function agrees(told: string | null | undefined, asked: string | undefined): boolean {
  return !told || !asked || told === asked
}

/** A service may write a ZIP+4 where a ZIP was given. */
function isSamePlace(told: string | null | undefined, asked: string | undefined): boolean {
  return agrees(told, asked) || (typeof told === 'string' && told.startsWith(`${asked}-`))
}
