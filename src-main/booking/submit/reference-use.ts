import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { ReferenceUse, ReferenceUser } from '../../../src-shared/station/booking/reference.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import type { ShipmentReader } from '../../shipments/shipments.rows.ts'
import type { BookingReader } from '../bookings.rows.ts'
import { copyName, referenceUsed } from '../under-reference.ts'

export interface ReferenceTools {
  bookings: Pick<BookingReader, 'referenceFor' | 'withReference' | 'paidUnder' | 'wasReserved' | 'ofSubmission'>
  shipments: Pick<ShipmentReader, 'findByCode'>
  /** The service in use. */
  environments: { link: () => { key: string } }
}

interface AskedReference {
  submissionId: string
  reference: string
  /** The reference that a person declared to be booked again. */
  meant: string | undefined
}

/** What a booking with this reference would be called, and what is paid for under it, or may be. */
export async function referenceUse(tools: ReferenceTools, wanted: string): Promise<ReferenceUse> {
  if (wanted === '') return { reference: '', isTaken: false, usedBy: null }
  const reference = await nextReference(tools, wanted)
  return { reference, isTaken: reference !== wanted, usedBy: await userOf(tools, wanted) }
}

/**
 * What a booking that wants this reference would be called: free in this ledger, and not a shipment's that another place
 * booked, as far as the cache knows.
 */
export async function nextReference(tools: ReferenceTools, wanted: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const name = copyName(wanted, copy)
    const isFree = (await tools.bookings.referenceFor(name)) === name
    if (isFree && (await bookedElsewhere(tools, name)) === null) return name
  }
}

/** The first booking here under the reference, with or without a suffix; else what another place booked under it. */
async function userOf(
  { bookings, shipments, environments }: ReferenceTools,
  wanted: string,
): Promise<ReferenceUser | null> {
  const here = await bookings.paidUnder(wanted, environments.link().key)
  if (here) return here
  const elsewhere = await bookedElsewhere({ bookings, shipments }, wanted)
  if (!elsewhere) return null
  const { shipmentId, reference, provider, destination, status, createdAt } = elsewhere
  return {
    bookingId: null,
    shipmentId,
    reference: reference ?? wanted,
    carrierName: provider ?? '',
    consigneeName: destination?.companyName ?? '',
    state: status,
    at: createdAt,
  }
}

/** A shipment under this reference that was not booked here, as far as the cache knows; null: none. */
export async function bookedElsewhere(
  { bookings, shipments }: Pick<ReferenceTools, 'bookings' | 'shipments'>,
  wanted: string,
): Promise<Shipment | null> {
  const found = (await shipments.findByCode(wanted)).filter(
    (shipment) => shipment.reference?.toLowerCase() === wanted.toLowerCase() && !isCancelled(shipment),
  )
  if (found.length === 0) return null
  // An order of the part of the ledger that a restore took away: it is looked for, and not sent in addition to what
  // is found.
  if (await bookings.wasReserved(wanted)) return null
  // Canceled from here, and the cache does not know it yet.
  const known = new Set((await bookings.withReference(wanted)).map(({ shipmentId }) => shipmentId))
  return found.find(({ shipmentId }) => !known.has(shipmentId)) ?? null
}

/** The person wants one booking under it: it is a reference, and not declared to be used again. */
export const isOnlyOne = (word: string, meant: string | undefined): boolean =>
  word !== '' && word.toLowerCase() !== meant?.toLowerCase()

/**
 * The same order is not paid for twice by a pressed Enter.
 * @returns whether it has to be the only one that is paid for under its reference
 * @throws StationError REFERENCE_USED
 */
export async function assertReferenceIsMeant(
  tools: ReferenceTools,
  { submissionId, reference: word, meant }: AskedReference,
): Promise<boolean> {
  if (!isOnlyOne(word, meant)) return false
  const usedBy = await userOf(tools, word)
  // A repeated submission is the same booking, which has the reference by now.
  if (usedBy === null || (await tools.bookings.ofSubmission(submissionId))) return true
  throw referenceUsed(word, await nextReference(tools, word), usedBy)
}
