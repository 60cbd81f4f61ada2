import type { Stop } from '../../../../src-shared/freight/crossborder-quote.ts'
import type { PickupPlace } from '../../../../src-shared/station/booking/pickup-day.ts'
import { dayOfStop } from '../../../../src-shared/station/booking/dock-day.ts'
import { placeOfStop } from '../../../../src-shared/station/booking/pickup-place.ts'
import type { CrossBorderQuote } from '../../../../src-shared/station/quote/crossborder.ts'
import type { Money } from '../../../../src-shared/station/money.ts'
import { isCrossBorder, type AnyQuote } from '../../../../src-shared/station/quote/quote-history.ts'
import {
  movedPickupOf,
  pickupDayOfQuote,
  type MovedPickup,
} from '../../../../src-shared/station/quote/quoted-pickup.ts'
import type { Quote, Rate } from '../../../../src-shared/station/quote/quote.ts'
import { humaniseCode } from '../../../locale/format.ts'
import { addressLines, partyOf, type PartyForm } from '../party.ts'

/** One rate of a quote of either kind, as it is confirmed. */
export interface Offer {
  kind: 'quote' | 'crossborder'
  /** Our own id of the quote. */
  quoteId: string
  rateId: string
  /** The carrier, or those of the legs. */
  carrier: string
  /** Of a carrier that takes it alone; null: it is not known, or there are several. */
  scac: string | null
  service: string
  total: Money
  /** What the total is made of; null: the carrier did not say. */
  breakdown: Rate['breakdown']
  /** YYYY-MM-DD as the carrier wrote it. */
  deliveryDate: string | null
  isGuaranteed: boolean
  expiresAt: string
  origin: string[]
  destination: string[]
  shipper: PartyForm
  consignee: PartyForm
  /** YYYY-MM-DD: the day that the rates are for. */
  shipDate: string | null
  /** The service moved the pickup to that day; null: it did not. */
  moved: MovedPickup | null
  /** Where it is picked up. */
  from: PickupPlace
}

/** All rates of a quote, in its order. */
export function offersOf(quote: AnyQuote): Offer[] {
  return isCrossBorder(quote) ? crossBorderOffers(quote) : domesticOffers(quote)
}

function domesticOffers(quote: Quote): Offer[] {
  const { id, rates, expiresAt, request } = quote
  const { originAddress, destinationAddress } = request
  const shipDate = pickupDayOfQuote(quote) ?? null
  const moved = movedPickupOf(quote)
  return rates.map(({ rateId, carrierName, scac, service, total, breakdown, deliveryDate, isGuaranteed }) => ({
    kind: 'quote',
    quoteId: id,
    rateId,
    carrier: carrierName,
    scac,
    service: humaniseCode(service),
    total,
    breakdown,
    deliveryDate,
    isGuaranteed: isGuaranteed === true,
    expiresAt,
    origin: addressLines(originAddress),
    destination: addressLines(destinationAddress),
    shipper: partyOf(originAddress),
    consignee: partyOf(destinationAddress),
    shipDate,
    moved,
    from: originAddress,
  }))
}

function crossBorderOffers({ id, rates, expiresAt, request }: CrossBorderQuote): Offer[] {
  const { shipperLocation, consigneeLocation } = request
  return rates.map(({ rateId, serviceType, total, moves }) => ({
    kind: 'crossborder',
    quoteId: id,
    rateId,
    carrier: [...new Set(moves.map(({ carrierName }) => carrierName))].join(' + ') || (serviceType ?? ''),
    scac: null,
    service: serviceType ?? '',
    total,
    breakdown: null,
    deliveryDate: moves.at(-1)?.deliveryDate ?? null,
    isGuaranteed: false,
    expiresAt,
    origin: stopLines(shipperLocation),
    destination: stopLines(consigneeLocation),
    shipper: stopParty(shipperLocation),
    consignee: stopParty(consigneeLocation),
    shipDate: moves[0]?.pickupDate ?? dayOfStop(shipperLocation),
    moved: null,
    from: placeOfStop(shipperLocation),
  }))
}

function stopLines({ name, address1, address4, city, stateOrProvince, zipCode, country }: Stop): string[] {
  return addressLines({
    companyName: name,
    address1,
    address2: address4,
    city,
    state: stateOrProvince,
    postalCode: zipCode,
    country,
  })
}

function stopParty({ name, contactFirstName, contactLastName, phone, email }: Stop): PartyForm {
  const contactName = [contactFirstName, contactLastName].filter(Boolean).join(' ')
  return partyOf({ companyName: name, contactName, phone, email })
}
