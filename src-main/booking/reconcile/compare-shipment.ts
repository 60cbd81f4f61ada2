import type { COMPARED_FIELDS, NearMatch } from '../../../src-shared/machine/booking.ts'
import { majorUnits, type Money } from '../../../src-shared/station/money.ts'
import type { DetailAnswer } from '../../freight/answer/shipment.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'

export type ComparedField = (typeof COMPARED_FIELDS)[number]
type Difference = NearMatch['differences'][number]

/**
 * Where a shipment at the service is not told as the booking asked for it. Capitals, blanks and a ZIP+4 are no difference;
 * in the reference they are, for it alone says whose a shipment is. What the service does not tell is only named for the
 * reference: the rest it need not tell.
 * @param charge what the service says it costs; null: it does not say
 */
export function differencesOf(booking: LedgerBooking, shipment: DetailAnswer, charge: Money | null): Difference[] {
  const { total, request } = booking
  const [from, to] = placesOf(booking)
  // A price that was never quoted cannot be contradicted.
  const isSamePrice =
    charge === null || total === null || (charge.minor === total.minor && charge.currency === total.currency)
  return [
    found('reference', booking.reference, shipment.reference, shipment.reference === booking.reference),
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

/** Is a word told the same as the one asked for, but for capitals and blanks? What is not told or asked differs in nothing. */
export function isSameWord(reported: string | null | undefined, asked: string | undefined): boolean {
  return !reported || !asked || bare(reported) === bare(asked)
}

/** Letters and digits alone, in one case: how a reference, name or code is still known when somebody typed it anew. */
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
