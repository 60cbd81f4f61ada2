import type { BookingRequest, CarrierService, DirectBooking, QuoteBooking } from '../../src-shared/freight/booking.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Day } from '../calendar.ts'
import { invalidField } from '../http/failure.ts'
import { routeThrough } from '../lifecycle/hubs.ts'
import { carrierNamed } from '../rating/carriers.ts'
import type { Load } from '../rating/load.ts'
import { rate, type Offer } from '../rating/rates.ts'
import { deliveryDayFor, pickupDayFor } from '../rating/transit.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { openShipment, type BookingContext, type Order } from './open-shipment.ts'
import { assertCanPlan, checkedLoad, findQuote, noRates, type DomesticQuote } from './quotes.ts'
import { writeQuotes } from './waiting-quotes.ts'

/**
 * Books a shipment: all of it or nothing, in one transaction. The same reference twice makes two shipments: the interface
 * knows no idempotency.
 * @throws FreightFailure INVALID_REQUEST, INVALID_ADDRESS, NO_RATES_AVAILABLE.
 */
export function book(context: BookingContext, request: BookingRequest, now: number): ShipmentRecord {
  const { db } = context
  const labelFormat = request.labelFormat ?? 'PDF'
  writeQuotes(db)
  return db
    .transaction(() => {
      const order = 'quoteId' in request ? orderFromQuote(context, request, now) : directOrder(context, request, now)
      return openShipment(context, order, request, labelFormat, now)
    })
    .immediate()
}

function orderFromQuote(context: BookingContext, request: QuoteBooking, now: number): Order {
  assertCanPlan('pickupDate', request.pickupDate, now)
  const quote = findQuote(context.db, request.quoteId, now)
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
  return quotedOrder(context, quote, offer, request.pickupDate, now)
}

/** An offer of a domestic quote as it is booked. */
export function quotedOrder(
  context: BookingContext,
  quote: DomesticQuote,
  offer: Offer,
  pickupDate: Day | undefined,
  now: number,
): Order {
  const { request } = quote
  const { load } = checkedLoad(context.locations, request)
  return { ...domesticOrder(context, request, load, offer, pickupDate ?? request.shipDate, now), reserved: quote }
}

function directOrder(context: BookingContext, request: DirectBooking, now: number): Order {
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
  const { load } = checkedLoad(context.locations, request)
  const { offers, refusals } = rate(load)
  const offer = offers.find((candidate) => isOffer(candidate, request.service))
  if (!offer)
    throw noRates(
      load,
      refusals.filter(({ provider }) => provider === carrier.name),
    )
  return { ...domesticOrder(context, request, load, offer, request.shipDate, now), reserved: null }
}

function domesticOrder(
  { hubs }: BookingContext,
  request: Pick<QuoteRequest, 'originAddress' | 'destinationAddress' | 'cargo'>,
  load: Load,
  offer: Offer,
  wantedDay: Day | undefined,
  now: number,
): Omit<Order, 'reserved'> {
  const pickupDay = pickupDayFor(wantedDay, now)
  const [firstHub = load.origin, ...moreHubs] = routeThrough(hubs, load.origin, load.destination)
  return {
    origin: { address: request.originAddress, location: load.origin },
    destination: { address: request.destinationAddress, location: load.destination },
    cargo: request.cargo,
    weightLb: load.weightLb,
    pieces: load.pieces,
    provider: offer.provider,
    scac: offer.scac,
    service: offer.service,
    totalCents: offer.totalCents,
    pickupDay,
    deliveryDay: deliveryDayFor(pickupDay, offer.transitDays),
    transitDays: offer.transitDays,
    hubs: [firstHub, ...moreHubs],
  }
}

function isOffer(offer: Offer, wanted: CarrierService): boolean {
  return offer.provider === wanted.provider && offer.service === wanted.service
}

function nameOf({ provider, service }: CarrierService): string {
  return `${provider} ${service}`
}
