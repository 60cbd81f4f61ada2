import { isNeverBooked } from '../../../src-shared/machine/booking.ts'
import type { BookingCopy } from '../../../src-shared/station/booking/booking-input.ts'
import { StationError, wrongState } from '../../../src-shared/station/error.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { BookingSummary, BookingWire } from '../../../src-shared/station/booking/record.ts'
import { submissionHash } from '../../kernel/content-hash.ts'
import { isOnlyOne } from './reference-use.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { NewBooking } from '../bookings.rows.ts'

/** `approvedBy`: whose approval a rule or the daily limit needed, and got; null: none did. */
export type ApprovedCopy = Omit<BookingCopy, 'approvedBy'> & { approvedBy: string | null }

/**
 * A booking that did not become a shipment, as a new one with the errors fixed. Its quote goes along; one that has
 * ended is requested again before it is sent. Copied in two windows it is one booking, unless its reference is
 * declared to be used again. Its price is of the service that it was made for.
 * @param environment the service in use
 * @throws StationError WRONG_STATE, INVALID_INPUT
 */
export function copyOf(
  booking: LedgerBooking,
  { bookingId: copied, submissionId, changes, usedReference, approvedBy }: ApprovedCopy,
  environment: string,
  ids: Ids,
): NewBooking {
  const wire = copiedWire(booking, changes)
  if (booking.environment !== environment) throw madeForAnother(booking)
  const { origin, quoteExpiresAt } = booking
  const isOnly = isOnlyOne(wire.request.reference ?? '', usedReference)
  const summary = summaryOf(booking, wire)
  const contentHash = submissionHash('bookings.copy', { bookingId: copied, submissionId, changes })
  const named = { bookingId: ids.next('bkg'), submissionId, environment, copyOf: booking.bookingId }
  return { ...wire, ...named, summary, origin, quoteExpiresAt, approvedBy, isOnly, contentHash }
}

/** What a copy asks the service for. @throws StationError WRONG_STATE, INVALID_INPUT */
export function copiedWire(booking: LedgerBooking, changes: BookingCopy['changes']): BookingWire {
  const { bookingId, state, reference } = booking
  if (isNeverBooked(booking)) return editedWire(booking, changes)
  throw wrongState(`Booking ${reference} is ${state}; only one that is REJECTED or CANCELLED can be copied.`, {
    bookingId,
    state,
  })
}

function editedWire(booking: LedgerBooking, edits: BookingCopy['changes']): BookingWire {
  const { pickupDate, request: whole, ...given } = edits
  // An empty reference means the old one; empty instructions mean none.
  const isGiven = ([name, value]: [string, unknown]) => value !== undefined && (value !== '' || name !== 'reference')
  const words = Object.fromEntries(Object.entries(given).filter(isGiven))
  switch (booking.kind) {
    case 'direct': {
      const request = { ...booking.request, ...whole, ...words, ...(pickupDate ? { shipDate: pickupDate } : {}) }
      return { kind: 'direct', request: { ...request, reference: request.reference || booking.reference } }
    }
    case 'load':
    case 'quote': {
      if (whole !== undefined) throw notDirect()
      const day = pickupDate ? { pickupDate } : {}
      return booking.kind === 'load'
        ? { kind: 'load', loadId: booking.loadId, request: { ...booking.request, ...words, ...day } }
        : { kind: 'quote', request: { ...booking.request, ...words, ...day } }
    }
  }
}

function summaryOf(booking: LedgerBooking, wire: BookingWire): BookingSummary {
  const { carrierName, total, agreed, consigneeName, destination, pickupDate, provider, service } = booking
  const { returnOf, notifyConsignee } = booking
  const consignee = wire.request.consigneeInfo?.companyName ?? consigneeName
  if (wire.kind !== 'direct') {
    const day = wire.request.pickupDate ?? pickupDate
    // The tolerance continues from the price that a person agreed to.
    const price = { total, ...(agreed && { agreed }) }
    return {
      ...price,
      carrierName,
      consigneeName: consignee,
      destination,
      pickupDate: day,
      provider,
      service,
      returnOf,
      notifyConsignee,
    }
  }
  const { destinationAddress: to, consigneeInfo, shipDate, service: asked } = wire.request
  return {
    carrierName: asked.provider === provider ? carrierName : asked.provider,
    total: null,
    consigneeName: consigneeInfo?.companyName ?? to.companyName ?? '',
    destination: `${to.city}, ${to.state} ${to.postalCode}`,
    pickupDate: shipDate ?? '',
    notifyConsignee,
  }
}

/** A booking belongs to the service it was made for. */
export function madeForAnother({ reference, environment }: LedgerBooking): StationError {
  return wrongState(`Booking ${reference} was made for ${environment}. Switch to that service in Settings first.`, {
    environment,
  })
}

function notDirect(): StationError {
  const message = 'is for a direct booking only; this one was booked from a quote'
  return new StationError({
    code: 'INVALID_INPUT',
    message: `changes.request: ${message}`,
    details: { issues: [{ path: 'changes.request', message }] },
  })
}
