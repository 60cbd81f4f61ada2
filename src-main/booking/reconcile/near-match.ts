import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { NearMatch } from '../../../src-shared/machine/booking.ts'
import type { DetailAnswer, SummaryAnswer } from '../../freight/answer/shipment.ts'
import { FreightError, isOfOneAlone } from '../../freight/http/failure.ts'
import { referenceOfRequest, type LedgerBooking } from '../booking-row.rows.ts'
import type { BookingClient } from '../outbox/booking-client.ts'
import { bare, differencesOf, isSameWord } from './compare-shipment.ts'
import { madeSince, NEWEST_FIRST } from './made-since.ts'
import { chargeOf, type CandidateGuard } from './match-shipment.ts'

/** They end where the booking was sent; a list without times ends here. */
const MAX_PAGES = 20
/** A person compares no more than this. */
const MOST_NEAR = 5
/** What is looked at in full, at a call each: more would keep the look from ending. What is known here costs none. */
const MOST_DETAILS = 40

/**
 * Shipments that may be this booking's although something differs: the reference is written otherwise or missing, the
 * price is off, the service renamed, or the detail cannot be read. Those the service lists under the reference, then
 * those made since the booking was sent; never one that is another booking's or was seen here before.
 * @returns them, and whether a bound ended the look before all had been seen
 * @throws FreightError when the service cannot be asked
 */
export async function findNear(
  client: Pick<BookingClient, 'listShipments' | 'lookUpShipment'>,
  booking: LedgerBooking,
  guard: CandidateGuard,
): Promise<{ near: NearMatch[]; isCutShort: boolean }> {
  const since = booking.sentAt ?? booking.createdAt
  const sentAt = new Date(since)
  const near = new Map<string, NearMatch>()
  const seen = new Set<string>()
  let details = 0
  let isCutShort = false

  const consider = async (summary: SummaryAnswer, isListedByReference: boolean): Promise<void> => {
    const { shipmentId, provider } = summary
    if (seen.has(shipmentId) || isCancelled(summary)) return
    if (!isListedByReference && !isSameWord(provider, booking.provider)) return
    seen.add(shipmentId)
    if (await guard.isClaimed(booking.environment, shipmentId)) return
    if (await wasThereBefore(booking, summary, guard)) return
    if (details === MOST_DETAILS || near.size === MOST_NEAR) {
      isCutShort = true
      return
    }
    details += 1
    const shipment = await detailOf(client, summary)
    const match = nearMatchOf(booking, shipment)
    if (isCancelled(shipment) || !isNear(booking, shipment, match.differences)) return
    near.set(shipmentId, match)
  }

  const reference = referenceOfRequest(booking)
  const listed = await client.listShipments({ ...NEWEST_FIRST, reference, page: 1 })
  for (const summary of listed.shipments) await consider(summary, true)
  let pages = 0
  // A row that cannot be read may be the booking.
  isCutShort ||= listed.quarantined.length > 0
  for await (const { shipments, quarantined } of madeSince(client, sentAt, MAX_PAGES)) {
    for (const summary of shipments) await consider(summary, false)
    isCutShort ||= quarantined.length > 0
    pages += 1
  }
  return { near: [...near.values()], isCutShort: isCutShort || pages === MAX_PAGES }
}

/**
 * Was it there before this booking was sent? This station's clock, by which it was seen, may have been set since: the
 * service's creation time counts as well. When a booking of a restored ledger was sent, the ledger does not know.
 */
async function wasThereBefore(
  { sentAt, restoredFrom }: LedgerBooking,
  { shipmentId, createdAt }: SummaryAnswer,
  guard: CandidateGuard,
): Promise<boolean> {
  if (sentAt === null || restoredFrom !== null) return false
  const moment = new Date(sentAt)
  const isMadeSince = createdAt !== undefined && Date.parse(createdAt) >= moment.getTime()
  return !isMadeSince && guard.wasSeenBefore(shipmentId, moment)
}

/** A shipment beside a booking, as a person compares the two. */
export const nearMatchOf = (booking: LedgerBooking, shipment: DetailAnswer): NearMatch => ({
  shipmentId: shipment.shipmentId,
  trackingNumber: shipment.trackingNumber ?? null,
  differences: differencesOf(booking, shipment, chargeOf(shipment, booking.total)),
})

/** Shorter than that two references hold one another by chance. */
const SHORTEST_PART = 6

/**
 * The same reference but for how it is written. Or a service's version of it, which is shortened, prefixed or joined
 * with others: then no other reported value may differ. Under quite another reference every value that identifies the
 * freight has to be reported, and to agree. Without a reference nothing else may differ, and enough must be reported
 * to mean something.
 */
function isNear(booking: LedgerBooking, shipment: DetailAnswer, differences: NearMatch['differences']): boolean {
  if (shipment.reference !== undefined) {
    const [reported, asked] = [bare(shipment.reference), bare(referenceOfRequest(booking))]
    if (reported === asked) return true
    if (differences.length > 1) return false
    const [short, long] = reported.length < asked.length ? [reported, asked] : [asked, reported]
    return (short.length >= SHORTEST_PART && long.includes(short)) || matchesAll(shipment)
  }
  const reported = [
    shipment.provider,
    shipment.totalCost,
    shipment.destinationAddress?.postalCode,
    shipment.consigneeInfo,
  ]
  return differences.length === 1 && reported.filter((value) => value !== undefined).length >= 2
}

/** Whether all is reported that identifies the freight where the reference does not. */
function matchesAll(shipment: DetailAnswer): boolean {
  const { provider, totalCost, consigneeInfo, originAddress, destinationAddress } = shipment
  const notifying = [
    provider,
    totalCost,
    consigneeInfo?.companyName,
    originAddress?.postalCode,
    destinationAddress?.postalCode,
  ]
  return notifying.every((value) => value !== undefined && value !== '')
}

/** The reported data of a shipment: its detail, or its row in the list where that cannot be read. */
async function detailOf(client: Pick<BookingClient, 'lookUpShipment'>, summary: SummaryAnswer): Promise<DetailAnswer> {
  try {
    return await client.lookUpShipment(summary.shipmentId)
  } catch (error) {
    if (!(error instanceof FreightError) || !isOfOneAlone(error)) throw error
    return summary
  }
}
