import type { BookingContext, Order } from '../booking/open-shipment.ts'
import type { Day } from '../calendar.ts'
import { routeThrough } from '../lifecycle/hubs.ts'
import { milesBetween, type Location } from '../locations/location.ts'
import { pickupDayFor } from '../rating/transit.ts'
import { crossborderLoadOf } from './load.ts'
import { wantedPickupDay, type CrossborderQuote } from './quotes.ts'
import { moveDays, type CrossborderOffer } from './rates.ts'

/** Nearer to the border than this, freight passes no terminal on the way there. */
const NO_TERMINAL_MILES = 60

/** An offer of a cross-border quote as it is booked. */
export function crossborderOrder(
  { locations, hubs }: BookingContext,
  quote: CrossborderQuote,
  offer: CrossborderOffer,
  pickupDate: Day | undefined,
  now: number,
): Order {
  const { request } = quote
  const { origin, destination, cargo, toBorder, fromBorder } = crossborderLoadOf(locations, request)
  const pickupDay = pickupDayFor(pickupDate ?? wantedPickupDay(request), now)
  const [, crossing, last] = moveDays(offer, pickupDay)
  const border = {
    exit: toBorder.destination,
    entry: fromBorder.origin,
    arrivalDay: crossing.pickupDay,
    releaseDay: crossing.deliveryDay,
  }
  const [firstHub = border.exit, ...moreHubs] = [
    ...terminalsBetween(hubs, origin.location, border.exit),
    border.exit,
    border.entry,
    ...terminalsBetween(hubs, border.entry, destination.location),
  ]
  return {
    reserved: quote,
    origin,
    destination,
    cargo,
    weightLb: toBorder.weightLb,
    pieces: toBorder.pieces,
    provider: offer.provider,
    scac: offer.scac,
    service: offer.service,
    totalCents: offer.totalCents,
    pickupDay,
    deliveryDay: last.deliveryDay,
    transitDays: offer.transitDays,
    hubs: [firstHub, ...moreHubs],
    border,
  }
}

/** Terminals of one leg: in its country, and not those of the border towns. */
function terminalsBetween(hubs: readonly Location[], from: Location, to: Location): Location[] {
  if (milesBetween(from, to) < NO_TERMINAL_MILES) return []
  const border = [from, to]
  const inland = hubs.filter(
    (hub) => hub.country === from.country && border.every((place) => milesBetween(hub, place) > NO_TERMINAL_MILES / 2),
  )
  return routeThrough(inland, from, to)
}
