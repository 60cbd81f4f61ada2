import type { Party } from '../../src-shared/freight/address.ts'
import type { BookingRequest, CarrierService, DirectBooking, QuoteBooking } from '../../src-shared/freight/booking.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Day } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import { assertCanRender } from '../documents/renderers.ts'
import { labelDocuments } from '../documents/store.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { fateOf } from '../life/fate.ts'
import { routeThrough } from '../life/hubs.ts'
import { estimateOn, planLife, type Journey } from '../life/plan.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'
import { nextBolNumber, nextProNumber, nextTrackingNumber } from '../numbers.ts'
import { newId } from '../random.ts'
import { carrierNamed, type Carrier } from '../rating/carriers.ts'
import type { Load } from '../rating/load.ts'
import { rate, type Offer } from '../rating/rates.ts'
import { deliveryDayFor, pickupDayFor } from '../rating/transit.ts'
import { insertShipment, shipmentExists, type ShipmentRecord } from '../shipments/store.ts'
import { assertCanPlan, checkedLoad, findQuote, noRates } from './quotes.ts'

export interface BookingDesk {
  db: SandboxDatabase
  locations: Locations
  /** Terminals, as places. */
  hubs: readonly Location[]
}

/** What is booked, whichever form asked for it. */
interface Order {
  quote: { loadId: string; bolNumber: string } | null
  request: QuoteRequest
  load: Load
  offer: Offer
  wantedDay: Day | undefined
}

/**
 * Books a shipment: all of it or nothing, in one transaction. The same reference twice makes two shipments: the interface
 * knows no idempotency.
 * @throws FreightFailure INVALID_REQUEST, INVALID_ADDRESS, NO_RATES_AVAILABLE, DOCUMENT_GENERATION_FAILED.
 */
export function book(desk: BookingDesk, request: BookingRequest, now: number): ShipmentRecord {
  const { db } = desk
  const labelFormat = request.labelFormat ?? 'PDF'
  assertCanRender('SHIPPING_LABEL', labelFormat)
  return db
    .transaction(() => {
      const order = 'quoteId' in request ? orderFromQuote(desk, request, now) : directOrder(desk, request, now)
      return openShipment(desk, order, request, labelFormat, now)
    })
    .immediate()
}

function orderFromQuote({ db, locations }: BookingDesk, request: QuoteBooking, now: number): Order {
  assertCanPlan('pickupDate', request.pickupDate, now)
  const quote = findQuote(db, request.quoteId, now)
  const offer = quote.offers.find((candidate) => isOffer(candidate, request.selectedRate))
  if (!offer) {
    throw invalidField(
      'selectedRate',
      `${nameOf(request.selectedRate)} is not a rate of the quote ${request.quoteId}.`,
      {
        reason: 'RATE_NOT_IN_QUOTE',
        rates: quote.offers.map(({ provider, service }) => ({ provider, service })),
      },
    )
  }
  return {
    quote,
    request: quote.request,
    load: checkedLoad(locations, quote.request).load,
    offer,
    wantedDay: request.pickupDate ?? quote.request.shipDate,
  }
}

function directOrder({ locations }: BookingDesk, request: DirectBooking, now: number): Order {
  assertCanPlan('shipDate', request.shipDate, now)
  const carrier = carrierNamed(request.service.provider)
  if (!carrier) {
    throw invalidField('service.provider', `there is no provider "${request.service.provider}".`)
  }
  if (!carrier.services.some(({ id }) => id === request.service.service)) {
    throw invalidField('service.service', `${carrier.name} has no service "${request.service.service}".`, {
      services: carrier.services.map(({ id }) => id),
    })
  }
  const { load } = checkedLoad(locations, request)
  const { offers, refusals } = rate(load)
  const offer = offers.find((candidate) => isOffer(candidate, request.service))
  if (!offer)
    throw noRates(
      load,
      refusals.filter(({ provider }) => provider === carrier.name),
    )
  return { quote: null, request, load, offer, wantedDay: request.shipDate }
}

function openShipment(
  desk: BookingDesk,
  { quote, request, load, offer, wantedDay }: Order,
  booking: BookingRequest,
  labelFormat: LabelFormat,
  now: number,
): ShipmentRecord {
  const { db } = desk
  const carrier = carrierOf(offer)
  const pickupDay = pickupDayFor(wantedDay, now)
  const deliveryDay = deliveryDayFor(pickupDay, offer.transitDays)
  const crossesBorder = load.origin.country !== load.destination.country
  // The first booking of a quote takes the load id and BOL number that the quote reserved; a second one gets its own.
  const reserved = quote !== null && !shipmentExists(db, quote.loadId) ? quote : null
  const shipmentId = reserved?.loadId ?? newId('SHP')
  const shipper = partyOf(booking.shipperInfo, request.originAddress)
  const consignee = partyOf(booking.consigneeInfo, request.destinationAddress)
  const [firstHub = load.origin, ...moreHubs] = routeThrough(desk.hubs, load.origin, load.destination)
  const journey: Journey = {
    shipmentId,
    bookedAt: now,
    pickupDay,
    deliveryDay,
    transitDays: offer.transitDays,
    origin: { address: request.originAddress, location: load.origin },
    destination: { address: request.destinationAddress, location: load.destination },
    hubs: [firstHub, ...moreHubs],
    recipient: consignee.contactName ?? consignee.companyName ?? 'Receiving',
  }
  const record: ShipmentRecord = {
    shipmentId,
    trackingNumber: nextTrackingNumber(db, offer.scac),
    proNumber: nextProNumber(db, offer.scac, carrier.proPrefix),
    bolNumber: reserved?.bolNumber ?? nextBolNumber(db),
    status: 'PENDING',
    provider: offer.provider,
    service: offer.service,
    reference: booking.reference ?? null,
    instructions: booking.instructions ?? null,
    totalCents: offer.totalCents,
    currency: 'USD',
    weightLb: load.weightLb,
    pieces: load.pieces,
    labelFormat,
    pickupDay,
    origin: request.originAddress,
    destination: request.destinationAddress,
    cargo: request.cargo,
    shipper,
    consignee,
    estimatedPickup: estimateOn(pickupDay),
    estimatedDelivery: estimateOn(deliveryDay),
    actualPickup: null,
    actualDelivery: null,
    createdAt: now,
    updatedAt: now,
  }
  insertShipment(db, record, planLife(journey, fateOf(shipmentId, crossesBorder)))
  labelDocuments(db, record, { format: labelFormat, size: '4x6' }, now)
  return record
}

function isOffer(offer: Offer, wanted: CarrierService): boolean {
  return offer.provider === wanted.provider && offer.service === wanted.service
}

function nameOf({ provider, service }: CarrierService): string {
  return `${provider} ${service}`
}

function carrierOf(offer: Offer): Carrier {
  const carrier = carrierNamed(offer.provider)
  if (!carrier)
    throw new FreightFailure('PROVIDER_ERROR', `${offer.provider} does not carry for this service any more.`)
  return carrier
}

/** The party that was named, completed from the address. */
function partyOf(party: Party | undefined, address: Party): Party {
  const { companyName, contactName, phone, email } = { ...definedOf(address), ...definedOf(party ?? {}) }
  return { companyName, contactName, phone, email }
}

function definedOf(party: Party): Party {
  return Object.fromEntries(Object.entries(party).filter(([, value]) => value !== undefined && value !== ''))
}
