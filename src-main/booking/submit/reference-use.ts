import { isCalledOff, isNeverBooked } from '../../../src-shared/machine/booking.ts'
import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { ReferenceUse, ReferenceUser } from '../../../src-shared/station/booking/reference.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { ShipmentReader } from '../../store/cache/shipments.ts'
import type { BookingReader, LedgerBooking } from '../../store/ledger/booking/bookings.ts'

export interface ReferenceTools {
  bookings: Pick<BookingReader, 'referenceFor' | 'withReference' | 'wasGivenOut' | 'ofSubmission'>
  shipments: Pick<ShipmentReader, 'findByCode'>
}

interface AskedReference {
  submissionId: string
  reference: string
  /** The reference of which a person said that it is booked once more. */
  meant: string | undefined
}

const isPaidFor = (booking: LedgerBooking): boolean => !isNeverBooked(booking) && !isCalledOff(booking)

/** What a booking with this reference would be called, and what is paid for under it, or may be. */
export async function referenceUse(tools: ReferenceTools, wanted: string): Promise<ReferenceUse> {
  if (wanted === '') return { reference: '', isTaken: false, usedBy: null }
  const reference = await tools.bookings.referenceFor(wanted)
  return { reference, isTaken: reference !== wanted, usedBy: await userOf(tools, wanted) }
}

/** The first booking here under the reference, with or without a suffix; else what another place booked under it. */
async function userOf({ bookings, shipments }: ReferenceTools, wanted: string): Promise<ReferenceUser | null> {
  const here = (await bookings.withReference(wanted)).find(isPaidFor)
  if (here) {
    const { bookingId, shipmentId, reference, carrierName, consigneeName, state, createdAt } = here
    return { bookingId, shipmentId, reference, carrierName, consigneeName, state, at: createdAt }
  }
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
  // An order of the part of the ledger that a restore took away: it is looked for, and not sent beside what is found.
  if (await bookings.wasGivenOut(wanted)) return null
  // Called off from here, and the cache has not heard of it.
  const known = new Set((await bookings.withReference(wanted)).map(({ shipmentId }) => shipmentId))
  return found.find(({ shipmentId }) => !known.has(shipmentId)) ?? null
}

/**
 * The same order is not paid for twice by a pressed Enter.
 * @throws StationError REFERENCE_USED
 */
export async function assertReferenceIsMeant(
  tools: ReferenceTools,
  { submissionId, reference: word, meant }: AskedReference,
): Promise<void> {
  if (word === '' || word.toLowerCase() === meant?.toLowerCase()) return
  const usedBy = await userOf(tools, word)
  // Handed in once more it is the same booking, which has the reference by now.
  if (usedBy === null || (await tools.bookings.ofSubmission(submissionId))) return
  const reference = await tools.bookings.referenceFor(word)
  throw new StationError({
    code: 'REFERENCE_USED',
    message: `${word} was used before: ${usedBy.carrierName} for ${usedBy.consigneeName}, ${usedBy.state}${usedBy.at === null ? '' : `, booked ${usedBy.at}`}. Booked once more it becomes ${reference}; say that this is meant.`,
    details: { reference: word, next: reference, usedBy },
  })
}
