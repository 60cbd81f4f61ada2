import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { NearMatch } from '../../../src-shared/machine/booking.ts'
import type { DetailAnswer, SummaryAnswer } from '../../freight/answer/shipment.ts'
import { FreightError, isOfOneAlone } from '../../freight/http/failure.ts'
import type { LedgerBooking } from '../../store/ledger/booking/booking-row.ts'
import type { BookingClient } from '../outbox/booking-client.ts'
import { bare, differencesOf, isSameWord } from './compare-shipment.ts'
import { madeSince, NEWEST_FIRST } from './made-since.ts'
import { chargeOf, type CandidateGuard } from './match-shipment.ts'

const MAX_PAGES = 3
/** A person compares no more than this. */
const MOST_NEAR = 5
/** What is looked at in full: more would keep the look from ending. */
const MOST_DETAILS = 40

/**
 * Shipments that may be this booking's although something differs: the reference is written otherwise or not told, the price
 * is off, the service renamed, or the detail cannot be read. Those the service lists under the reference, then those made
 * since the booking was sent; never one that is another booking's or was seen here before.
 * @throws FreightError when the service cannot be asked
 */
export async function findNear(
  client: Pick<BookingClient, 'listShipments' | 'lookUpShipment'>,
  booking: LedgerBooking,
  guard: CandidateGuard,
): Promise<NearMatch[]> {
  const since = booking.sentAt ?? booking.createdAt
  const sentAt = new Date(since)
  const near = new Map<string, NearMatch>()
  const seen = new Set<string>()

  const consider = async (summary: SummaryAnswer, isListedByReference: boolean): Promise<void> => {
    const { shipmentId, provider } = summary
    if (seen.has(shipmentId) || seen.size >= MOST_DETAILS || near.size >= MOST_NEAR || isCancelled(summary)) return
    if (!isListedByReference && !isSameWord(provider, booking.provider)) return
    seen.add(shipmentId)
    if (await guard.isClaimed(booking.environment, shipmentId)) return
    if (await guard.wasSeenBefore(shipmentId, sentAt)) return
    const shipment = await detailOf(client, summary)
    const differences = differencesOf(booking, shipment, chargeOf(shipment, booking.total))
    if (isCancelled(shipment) || !isNear(booking, shipment, differences)) return
    near.set(shipmentId, { shipmentId, trackingNumber: shipment.trackingNumber ?? null, differences })
  }

  const listed = await client.listShipments({ ...NEWEST_FIRST, reference: booking.reference, page: 1 })
  for (const summary of listed.shipments) await consider(summary, true)
  for await (const shipments of madeSince(client, sentAt, MAX_PAGES)) {
    for (const summary of shipments) await consider(summary, false)
  }
  return [...near.values()]
}

/**
 * The same reference but for how it is written; or none told, and then nothing else that is told may differ, and enough of
 * it must be told to mean something.
 */
function isNear(booking: LedgerBooking, shipment: DetailAnswer, differences: NearMatch['differences']): boolean {
  if (shipment.reference !== undefined) return bare(shipment.reference) === bare(booking.reference)
  const told = [shipment.provider, shipment.totalCost, shipment.destinationAddress?.postalCode, shipment.consigneeInfo]
  return differences.length === 1 && told.filter((value) => value !== undefined).length >= 2
}

/** What is told of a shipment: its detail, or its row in the list where that cannot be read. */
async function detailOf(client: Pick<BookingClient, 'lookUpShipment'>, summary: SummaryAnswer): Promise<DetailAnswer> {
  try {
    return await client.lookUpShipment(summary.shipmentId)
  } catch (error) {
    if (!(error instanceof FreightError) || !isOfOneAlone(error)) throw error
    return summary
  }
}
