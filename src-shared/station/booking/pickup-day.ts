import type { Country } from '../../freight/address.ts'
import { addDays, dayAt, daysBetween, timeAt } from '../day.ts'
import { holidayOn, isWeekend } from '../holidays.ts'
import { wallClock, zoneOfAddress, type WallClock } from '../place-zone.ts'
import { USUAL_PICKUPS, type PickupTerms } from './pickup-terms.ts'

/**
 * On which days a carrier picks up: Monday to Friday, and no public holiday of the place it picks up at, except where
 * Settings differ (pickup-terms.ts).
 */

/** How many days ahead a pickup can be requested: a mistyped year is farther off. */
const MOST_DAYS_AHEAD = 120

/** Where freight is picked up, as far as it is known: an address, or a stop's. */
export interface PickupPlace {
  country: Country
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
}

/** Why there is no pickup on a day. */
export type NoPickup = 'past' | 'weekend' | 'holiday' | 'closed' | 'far'

/**
 * Why there is no pickup there on this day; null: a carrier may. Which day it is now is read off the calendar of the
 * place.
 */
export function whyNoPickup(day: string, from: PickupPlace, now: Date, terms: PickupTerms): NoPickup | null {
  const today = pickupCalendar(from, now).day
  if (day < today) return 'past'
  if (daysBetween(today, day) > MOST_DAYS_AHEAD) return 'far'
  return dayOff(day, from.country, terms)
}

/** Why this day is off there, whichever day it is now; null: it is a working day. */
export function dayOff(
  day: string,
  country: Country,
  { worked, closed }: PickupTerms,
): Exclude<NoPickup, 'past' | 'far'> | null {
  if (isWeekend(day)) return 'weekend'
  const holiday = holidayOn(day, country)
  if (holiday !== null && !worked[country].includes(holiday)) return 'holiday'
  return closed[country].includes(day) ? 'closed' : null
}

/** This day, or the next pickup day there. */
export function pickupDayFrom(day: string, country: Country, terms: PickupTerms = USUAL_PICKUPS): string {
  let found = day
  while (dayOff(found, country, terms) !== null) found = addDays(found, 1)
  return found
}

/**
 * The next pickup day there: the default of a booking without a day. Today still counts where it is not
 * known when the truck leaves.
 */
export function nextPickupDay(from: PickupPlace, now: Date, terms: PickupTerms): string {
  const { day } = pickupCalendar(from, now)
  const hasLeft = whyNotToday(from, now, terms) === 'left'
  return pickupDayFrom(hasLeft ? addDays(day, 1) : day, from.country, terms)
}

/** Why nothing is picked up there any more today; null: it may be. */
export function whyNotToday(
  from: PickupPlace,
  now: Date,
  terms: PickupTerms,
): Exclude<NoPickup, 'past' | 'far'> | 'left' | null {
  const { day, time } = pickupCalendar(from, now)
  return dayOff(day, from.country, terms) ?? (terms.leavesAt !== null && time >= terms.leavesAt ? 'left' : null)
}

/**
 * The day that was asked for, or the next one where that is past or none was given. A weekend or a holiday becomes
 * the day behind it.
 */
export function pickupDayOr(
  asked: string | null | undefined,
  from: PickupPlace,
  now: Date,
  terms: PickupTerms,
): string {
  const next = nextPickupDay(from, now, terms)
  return asked && asked > next ? pickupDayFrom(asked, from.country, terms) : next
}

/** The chosen day while it has not passed there; then the next pickup day. */
export function pickupDayUnlessPassed(chosen: string, from: PickupPlace, now: Date, terms: PickupTerms): string {
  return chosen < pickupCalendar(from, now).day ? nextPickupDay(from, now, terms) : chosen
}

/** Day and time on the wall where freight is picked up; on this machine's where the place's zone is not known. */
export function pickupCalendar({ country, city, state, postalCode }: PickupPlace, now: Date): WallClock {
  const zone = zoneOfAddress({ country, city: city ?? null, state: state ?? null, postalCode })
  return zone === null ? { day: dayAt(now), time: timeAt(now) } : wallClock(zone, now)
}
