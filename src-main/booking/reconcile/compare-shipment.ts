import type { COMPARED_FIELDS, NearMatch } from '../../../src-shared/machine/booking.ts'
import { majorUnits, type Money } from '../../../src-shared/station/money.ts'
import type { DetailAnswer } from '../../freight/answer/shipment.ts'
import { referenceOfRequest, type LedgerBooking } from '../booking-row.rows.ts'

export type ComparedField = (typeof COMPARED_FIELDS)[number]
type Difference = NearMatch['differences'][number]

/**
 * Where a shipment at the service differs from the booking's request. Capitals, blanks and a ZIP+4 are no difference;
 * in the reference they are, for it alone identifies the owner of a shipment. A missing value is only named for the
 * reference: the service may omit the rest.
 * @param charge the service's price for it; null: not given
 */
export function differencesOf(booking: LedgerBooking, shipment: DetailAnswer, charge: Money | null): Difference[] {
  const { total, request } = booking
  const reference = referenceOfRequest(booking)
  const [from, to] = placesOf(booking)
  // A price that was never quoted cannot be contradicted.
  const isSamePrice =
    charge === null || total === null || (charge.minor === total.minor && charge.currency === total.currency)
  return [
    found('reference', reference, shipment.reference, shipment.reference === reference),
    found('carrier', booking.provider, shipment.provider, isSameWord(shipment.provider, booking.provider)),
    found('service', booking.service, shipment.service, isSameWord(shipment.service, booking.service)),
    found('price', total && shown(total), charge && shown(charge), isSamePrice),
    found(
      'consignee',
      request.consigneeInfo?.companyName,
      shipment.consigneeInfo?.companyName,
      isSameWord(shipment.consigneeInfo?.companyName, request.consigneeInfo?.companyName),
    ),
    found('origin', from, shipment.originAddress?.postalCode, isSamePlace(shipment.originAddress?.postalCode, from)),
    found(
      'destination',
      to,
      shipment.destinationAddress?.postalCode,
      isSamePlace(shipment.destinationAddress?.postalCode, to),
    ),
  ].flat()
}

/**
 * Is a text the same as requested, but for capitals and blanks? A text that is missing on either side differs in
 * nothing.
 */
export function isSameWord(reported: string | null | undefined, asked: string | undefined): boolean {
  return !reported || !asked || bare(reported) === bare(asked)
}

/** Letters and digits alone, in one case: how a reference, name or code is recognized when a person retyped it. */
export function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function found(
  field: ComparedField,
  asked: string | null | undefined,
  reported: string | null | undefined,
  isSame: boolean,
): Difference[] {
  return isSame ? [] : [{ field, asked: asked ?? '', told: reported ?? null }]
}

function shown(price: Money): string {
  return `${majorUnits(price).toFixed(2)} ${price.currency}`
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

/** A service may write a ZIP+4 where a ZIP was given, and a Canadian code with or without its blank. */
function isSamePlace(reported: string | null | undefined, asked: string | undefined): boolean {
  return isSameWord(reported, asked) || (typeof reported === 'string' && reported.startsWith(`${asked}-`))
}
