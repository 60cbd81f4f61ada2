import { holidayOn } from '../../../src-shared/station/holidays.ts'
import {
  pickupDayFrom,
  whyNoPickup,
  type NoPickup,
  type PickupPlace,
} from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms, PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { placeOfStop } from '../../../src-shared/station/booking/pickup-place.ts'
import { movedPickupOf } from '../../../src-shared/station/quote/quoted-pickup.ts'
import { invalidField } from '../../../src-shared/station/error.ts'
import { carriersOf, type Submission } from './submission.ts'

/** Settings > Carriers and cutoffs is where the last two can be changed. */
const SENTENCES: Record<Exclude<NoPickup, 'past'>, (day: string, from: PickupPlace) => string> = {
  weekend: () => 'no pickups on a weekend',
  far: () => 'it is too far ahead; check the year',
  holiday: (day, { country }) => `no pickups on ${holidayOn(day, country)} (Settings > Carriers and cutoffs)`,
  closed: () => 'no pickups on this day (Settings > Carriers and cutoffs)',
}

/**
 * Refuses a day on which no one can pick up, or before the one that the service's rates are for. A day that has
 * passed is let through: the form shows it, and a repeated submission after its day is still the same one.
 * @throws StationError INVALID_INPUT
 */
export function assertPickupCanBe(submission: Submission, now: Date, termsOf: PickupTermsOf): void {
  const { day, from, path, carrier } = pickupOf(submission)
  if (day === undefined) return
  assertSomebodyPicksUp(path, day, from, now, termsOf(carrier))
  const moved = submission.kind === 'direct' ? null : movedPickupOf(submission.quote)
  // Booked for a day on which its carrier does not come, it would have the wrong day everywhere.
  if (moved !== null && day < moved.given) {
    throw invalidField(path, `${day}: the rates of this quote are for pickup on ${moved.given}`)
  }
}

/** @param path where the day is in the input; @throws StationError INVALID_INPUT, but for a day that has passed */
export function assertSomebodyPicksUp(
  path: string,
  day: string,
  from: PickupPlace,
  now: Date,
  terms: PickupTerms,
): void {
  const why = whyNoPickup(day, from, now, terms)
  if (why === null || why === 'past') return
  const next = why === 'far' ? '' : `; the next day is ${pickupDayFrom(day, from.country, terms)}`
  throw invalidField(path, `${day}: ${SENTENCES[why](day, from)}${next}`)
}

function pickupOf(submission: Submission): {
  day: string | undefined
  from: PickupPlace
  path: string
  carrier: string | undefined
} {
  if (submission.kind === 'direct') {
    const { shipDate, originAddress, service } = submission.request
    return { day: shipDate, from: originAddress, path: 'request.shipDate', carrier: service.provider }
  }
  const on = { day: submission.details.pickupDate, path: 'pickupDate' }
  return submission.kind === 'quote'
    ? { ...on, from: submission.quote.request.originAddress, carrier: submission.rate.carrierName }
    : { ...on, from: placeOfStop(submission.quote.request.shipperLocation), carrier: carriersOf(submission.rate)[0] }
}
