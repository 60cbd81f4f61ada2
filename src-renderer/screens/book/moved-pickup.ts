import {
  nextPickupDay,
  pickupCalendar,
  whyNotToday,
  type PickupPlace,
} from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { MovedPickup } from '../../../src-shared/station/quote/quoted-pickup.ts'

interface Pickup {
  /** YYYY-MM-DD */
  day: string
  from: PickupPlace
  /** What the service did with the day that was asked for. */
  moved: MovedPickup | null
  now: Date
  terms: PickupTerms
}

/** Why a pickup is on the next possible day and not today; null: it is today, or on a day that a person chose. */
export function whyMovedFromToday({
  day,
  from,
  moved,
  now,
  terms,
}: Pickup): ReturnType<typeof whyNotToday> | 'service' {
  const own = whyNotToday(from, now, terms)
  if (own !== null) return day === nextPickupDay(from, now, terms) || day === moved?.given ? own : null
  return moved?.given === day && moved.asked === pickupCalendar(from, now).day ? 'service' : null
}
