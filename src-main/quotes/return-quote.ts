import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import { isDelivered } from '../../src-shared/machine/shipment.ts'
import { nextPickupDay } from '../../src-shared/station/booking/pickup-day.ts'
import type { PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ShipmentReader } from '../shipments/shipments.rows.ts'
import type { LedgerBooking } from '../booking/bookings.rows.ts'
import type { Quotes } from './quotes.ts'

export interface ReturnQuotePorts {
  shipments: Pick<ShipmentReader, 'get'>
  bookings: { findByShipment(environment: string, shipmentId: string): Promise<LedgerBooking | null> }
  quotes: Pick<Quotes, 'request'>
  insured: (request: QuoteRequest) => Promise<QuoteRequest>
  environment: () => string
  pickups: () => Promise<PickupTermsOf>
  clock: Clock
}

/** Services at one end are kept for the other. An appointment and white gloves are the consignee's alone. */
const TURNED = {
  LIFTGATE_PICKUP: 'LIFTGATE_DELIVERY',
  LIFTGATE_DELIVERY: 'LIFTGATE_PICKUP',
  INSIDE_PICKUP: 'INSIDE_DELIVERY',
  INSIDE_DELIVERY: 'INSIDE_PICKUP',
  RESIDENTIAL_PICKUP: 'RESIDENTIAL_DELIVERY',
  RESIDENTIAL_DELIVERY: 'RESIDENTIAL_PICKUP',
  APPOINTMENT_DELIVERY: null,
  WHITE_GLOVE: null,
} as const satisfies Record<Accessorial, Accessorial | null>

/** The same freight the other way round, from that day on. */
export function turned(request: QuoteRequest, day: string): QuoteRequest {
  const { originAddress, destinationAddress, accessorials, ...rest } = request
  return {
    ...rest,
    originAddress: destinationAddress,
    destinationAddress: originAddress,
    shipDate: day,
    ...(accessorials && {
      accessorials: accessorials.flatMap((code) => {
        const other = TURNED[code]
        return other === null ? [] : [other]
      }),
    }),
  }
}

/**
 * Asks for a quote that brings a delivered shipment back. A booking of it keeps the link to its outward shipment.
 * @throws FreightError, StationError NOT_FOUND, WRONG_STATE (not delivered, or not booked here from a quote of one
 * country)
 */
export async function requestReturn(
  { shipments, bookings, quotes, insured, environment, pickups, clock }: ReturnQuotePorts,
  shipmentId: string,
): Promise<Quote> {
  const shipment = await shipments.get(shipmentId)
  if (!shipment) throw notFound('shipment', { shipmentId })
  if (!isDelivered(shipment)) {
    throw wrongState('Only delivered shipments can be returned.', { shipmentId, state: shipment.status })
  }
  const origin = (await bookings.findByShipment(environment(), shipmentId))?.origin
  if (origin?.kind !== 'domestic') {
    throw wrongState('It was not booked here from a quote that can be reversed. Get a quote in Quote.', { shipmentId })
  }
  const day = nextPickupDay(origin.request.destinationAddress, clock.now(), (await pickups())())
  return quotes.request(await insured(turned(origin.request, day)), undefined, { returnOf: shipmentId })
}
