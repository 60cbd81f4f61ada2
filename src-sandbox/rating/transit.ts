import { addBusinessDays, addDays, businessDayFrom, dayOf, type Day } from '../calendar.ts'
import type { Carrier, Service } from './carriers.ts'
import type { Load } from './load.ts'
import { isOffshore } from './refusal.ts'

/** After this hour (UTC) no driver comes the same day: noon in Denver, 14:00 in New York. */
const PICKUP_CUT_OFF_UTC = 18
/** Business days the ship to Alaska or Hawaii takes. */
const SEA_DAYS = 4

/** Business days from pickup to delivery. */
export function transitDaysOf(carrier: Carrier, service: Service, load: Load): number {
  const days = Math.ceil(load.miles / carrier.milesADay) + service.extraDays
  const onLand = Math.max(1, Math.min(days, service.mostDays ?? days))
  return onLand + (isOffshore(load) ? SEA_DAYS : 0)
}

/** How many days ahead carriers take orders. */
const MOST_DAYS_AHEAD = 365

/** Is the day so far ahead that no carrier plans it yet? */
export function isTooFarAhead(day: Day, now: number): boolean {
  return day > addDays(dayOf(now), MOST_DAYS_AHEAD)
}

/** The day a driver comes: the wanted one, or the first business day that can still be kept. */
export function pickupDayFor(wanted: Day | undefined, now: number): Day {
  const today = dayOf(now)
  const soonest = now < Date.parse(`${today}T00:00:00Z`) + PICKUP_CUT_OFF_UTC * 3_600_000 ? today : addDays(today, 1)
  return businessDayFrom(wanted !== undefined && wanted > soonest ? wanted : soonest)
}

/** The day of delivery. */
export function deliveryDayFor(pickup: Day, transitDays: number): Day {
  return addBusinessDays(pickup, transitDays)
}
