import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { BookingMove } from '../../../src-shared/machine/booking.ts'
import { dayAtPickup } from '../../../src-shared/station/booking/pickup-place.ts'
import { money, type Money } from '../../../src-shared/station/money.ts'
import type { DetailAnswer } from '../../freight/answer/shipment.ts'
import { FreightError, isOfOneAlone } from '../../freight/http/failure.ts'
import { differencesOf, isSameWord, type ComparedField } from './compare-shipment.ts'
import { madeSince, NEWEST_FIRST } from './made-since.ts'
import { referenceOfRequest, type LedgerBooking } from '../booking-row.rows.ts'
import type { BookingClient } from '../outbox/booking-client.ts'

/** Rules a shipment out that cannot have come from this booking's request. */
export interface CandidateGuard {
  /** It belongs to another booking of this ledger. */
  isClaimed: (environment: string, shipmentId: string) => Promise<boolean>
  /** It was seen here before this booking was sent. */
  wasSeenBefore: (shipmentId: string, moment: Date) => Promise<boolean>
}

type LookingClient = Pick<BookingClient, 'listShipments' | 'lookUpShipment'>

const MAX_PAGES = 5

/** A shipment that agrees with a booking in everything. */
export interface Match {
  shipment: DetailAnswer
  /** It was seen here before the booking was sent, by this station's clock: which may have been set in between. */
  isDoubtful: boolean
}

/**
 * Does a live shipment at the service carry this reference, to the letter but for case? Asked before a row is booked that may have
 * been booked before a restore.
 * @throws FreightError when the service cannot be asked
 */
export async function isReferenceUsed(client: LookingClient, reference: string): Promise<boolean> {
  const { shipments, quarantined } = await client.listShipments({ ...NEWEST_FIRST, reference, page: 1 })
  for (const { shipmentId, status } of shipments) {
    if (isCancelled({ status })) continue
    const shipment = await readable(client, shipmentId)
    // One that cannot be read may be it: a person is asked.
    if (shipment === null || shipment.reference?.toLowerCase() === reference.toLowerCase()) return true
  }
  return quarantined.length > 0
}

/** Null: this one alone cannot be read, which must not keep a look from its end. @throws FreightError when the service cannot be asked */
async function readable(client: LookingClient, shipmentId: string): Promise<DetailAnswer | null> {
  try {
    return await client.lookUpShipment(shipmentId)
  } catch (error) {
    if (error instanceof FreightError && isOfOneAlone(error)) return null
    throw error
  }
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
  const reference = referenceOfRequest(booking)
  const found = new Map<string, Match>()
  const consider = async (shipmentId: string) => {
    try {
      const match = await asBooked(client, booking, shipmentId, guard)
      if (match) found.set(shipmentId, match)
    } catch (error) {
      // One that cannot be read proves nothing, and must not keep the look from ending: a person is asked about it.
      if (!(error instanceof FreightError) || !isOfOneAlone(error)) throw error
    }
  }
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { shipments, hasNext } = await client.listShipments({ ...NEWEST_FIRST, reference, page })
    for (const { shipmentId, status } of shipments) if (!isCancelled({ status })) await consider(shipmentId)
    if (!hasNext) break
  }
  if (booking.restoredFrom !== null && booking.createdAt > booking.restoredFrom) {
    for (const match of await alikeSince(client, booking, booking.restoredFrom, guard)) {
      if (!found.has(match.shipment.shipmentId)) found.set(match.shipment.shipmentId, match)
    }
  }
  if (booking.kind === 'load' && !found.has(booking.loadId)) await consider(booking.loadId)
  return [...found.values()]
}

/**
 * Shipments made since the backup that are freight like this, under any reference: a form from before a restore that
 * was submitted since got one that this ledger does not know. Each is doubtful, for a station books the same freight
 * often.
 */
async function alikeSince(
  client: LookingClient,
  booking: LedgerBooking,
  backupAt: string,
  guard: CandidateGuard,
): Promise<Match[]> {
  const found: Match[] = []
  for await (const { shipments } of madeSince(client, new Date(backupAt), MAX_PAGES)) {
    for (const { shipmentId, status, provider, service } of shipments) {
      const isOther = !isSameWord(provider, booking.provider) || !isSameWord(service, booking.service)
      if (isOther || isCancelled({ status }) || (await guard.isClaimed(booking.environment, shipmentId))) continue
      const shipment = await readable(client, shipmentId)
      if (shipment && isFreightOf(booking, shipment)) found.push({ shipment, isDoubtful: true })
    }
  }
  return found
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
    if (!isOf(booking, shipment)) return mayBeOf(booking, shipment) ? { shipment, isDoubtful: true } : null
    const isDoubtful = booking.sentAt !== null && (await guard.wasSeenBefore(shipmentId, new Date(booking.sentAt)))
    return { shipment, isDoubtful }
  } catch (error) {
    if (error instanceof FreightError && error.delivery === 'refused' && error.code === 'SHIPMENT_NOT_FOUND')
      return null
    throw error
  }
}

/** The move of a booking that became this shipment. */
export function bookedAs(
  shipment: Pick<
    DetailAnswer,
    'shipmentId' | 'trackingNumber' | 'proNumber' | 'totalCost' | 'currency' | 'estimatedPickup'
  >,
  booking: LedgerBooking,
): Extract<BookingMove, { to: 'BOOKED' }> {
  const { shipmentId, trackingNumber = null, proNumber = null } = shipment
  return {
    to: 'BOOKED',
    shipment: { shipmentId, trackingNumber, proNumber },
    charged: chargeOf(shipment, booking.total),
    pickupDate: pickupDayOf(shipment, booking),
  }
}

/** The service's estimate where none was asked for; the day of the send where it gives none, or one that was over then. */
function pickupDayOf({ estimatedPickup }: Pick<DetailAnswer, 'estimatedPickup'>, booking: LedgerBooking): string {
  if (booking.pickupDate !== '') return booking.pickupDate
  const sentOn = dayAtPickup(booking, new Date(booking.sentAt ?? booking.createdAt))
  const estimated = estimatedPickup === undefined ? '' : dayAtPickup(booking, new Date(estimatedPickup))
  return estimated > sentOn ? estimated : sentOn
}

/** The service's price for a shipment; null when not given. */
export function chargeOf(
  { totalCost, currency }: Pick<DetailAnswer, 'totalCost' | 'currency'>,
  quoted: Money | null,
): Money | null {
  return totalCost === undefined ? null : money(totalCost, currency ?? quoted?.currency ?? 'USD')
}

/**
 * Is this shipment what the request asked for? The reference must be the same to the letter, and no reported value
 * may differ.
 */
export function isOf(booking: LedgerBooking, shipment: DetailAnswer): boolean {
  return (
    shipment.reference === referenceOfRequest(booking) &&
    isFreightOf(booking, shipment) &&
    !differs(booking, shipment, 'price')
  )
}

/** Does no reported carrier, service, consignee or place contradict the request? */
function isFreightOf(booking: LedgerBooking, shipment: DetailAnswer): boolean {
  return (
    !isCancelled(shipment) &&
    (['carrier', 'service', 'consignee', 'origin', 'destination'] as const).every(
      (field) => !differs(booking, shipment, field),
    )
  )
}

function differs(booking: LedgerBooking, shipment: DetailAnswer, field: ComparedField): boolean {
  return differencesOf(booking, shipment, chargeOf(shipment, booking.total)).some(
    (difference) => difference.field === field && difference.told !== null,
  )
}

/**
 * What a person accepted after the backup, another price above all, is not in a restored ledger: a shipment under the very
 * reference of a booking that came back is never passed over.
 */
function mayBeOf(booking: LedgerBooking, shipment: DetailAnswer): boolean {
  return booking.restoredFrom !== null && !isCancelled(shipment) && shipment.reference === referenceOfRequest(booking)
}
