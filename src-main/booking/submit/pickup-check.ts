import {
  pickupDayFrom,
  whyNoPickup,
  type NoPickup,
  type PickupPlace,
} from '../../../src-shared/station/booking/pickup-day.ts'
import { placeOfStop } from '../../../src-shared/station/booking/pickup-place.ts'
import { movedPickupOf } from '../../../src-shared/station/quote/quoted-pickup.ts'
import { invalidField, type StationError } from '../../../src-shared/station/error.ts'
import type { Submission } from './submission.ts'

const SENTENCES: Record<Exclude<NoPickup, 'past'>, string> = {
  weekend: 'nobody picks up on a weekend',
  holiday: 'it is a public holiday where the freight is picked up',
  far: 'it is too far ahead; look at the year',
}

/**
 * Refuses a day on which no one can pick up, or before the one that the service said its rates are for. A day that has passed is let through: the form says so, and a submission that
 * is handed in again after its day is still the same one.
 * @throws StationError INVALID_INPUT
 */
export function assertPickupCanBe(submission: Submission, now: Date): void {
  const { day, from, path } = pickupOf(submission)
  if (day === undefined) return
  assertSomebodyPicksUp(path, day, from, now)
  const moved = submission.kind === 'direct' ? null : movedPickupOf(submission.quote)
  // Booked for a day on which its carrier does not come, it would stand on the wrong day everywhere.
  if (moved !== null && day < moved.given) {
    throw invalidField(path, `${day}: the rates of this quote are for pickup on ${moved.given}`)
  }
}

/** @param path where the day stands in the input; @throws StationError INVALID_INPUT, but for a day that has passed */
export function assertSomebodyPicksUp(path: string, day: string, from: PickupPlace, now: Date): void {
  const why = whyNoPickup(day, from, now)
  if (why !== null && why !== 'past') throw refused(path, day, from, why)
}

function refused(path: string, day: string, { country }: PickupPlace, why: Exclude<NoPickup, 'past'>): StationError {
  const next = why === 'far' ? '' : `; the next day is ${pickupDayFrom(day, country)}`
  return invalidField(path, `${day}: ${SENTENCES[why]}${next}`)
}

function pickupOf(submission: Submission): { day: string | undefined; from: PickupPlace; path: string } {
  if (submission.kind === 'direct') {
    const { shipDate, originAddress } = submission.request
    return { day: shipDate, from: originAddress, path: 'request.shipDate' }
  }
  const { pickupDate: day } = submission.details
  const path = 'pickupDate'
  return submission.kind === 'quote'
    ? { day, from: submission.quote.request.originAddress, path }
    : { day, from: placeOfStop(submission.quote.request.shipperLocation), path }
}
