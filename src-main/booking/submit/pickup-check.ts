import type { Country } from '../../../src-shared/freight/address.ts'
import { pickupDayFrom, whyNoPickup, type NoPickup } from '../../../src-shared/station/booking/pickup-day.ts'
import { invalidField, type StationError } from '../../../src-shared/station/error.ts'
import type { Submission } from './submission.ts'

const SENTENCES: Record<Exclude<NoPickup, 'past'>, string> = {
  weekend: 'nobody picks up on a weekend',
  holiday: 'it is a public holiday where the freight is picked up',
  far: 'it is too far ahead; look at the year',
}

/**
 * Refuses a day on which nobody can pick up. A day that has passed is let through: the form says so, and a submission that
 * is handed in once more after its day is still the same one.
 * @param today where the station stands
 * @throws StationError INVALID_INPUT
 */
export function assertPickupCanBe(submission: Submission, today: string): void {
  const { day, country, path } = pickupOf(submission)
  if (day !== undefined) assertSomebodyPicksUp(path, day, country, today)
}

/** @param path where the day stands in the input; @throws StationError INVALID_INPUT, but for a day that has passed */
export function assertSomebodyPicksUp(path: string, day: string, country: Country, today: string): void {
  const why = whyNoPickup(day, country, today)
  if (why !== null && why !== 'past') throw refused(path, day, country, why)
}

function refused(path: string, day: string, country: Country, why: Exclude<NoPickup, 'past'>): StationError {
  const next = why === 'far' ? '' : `; the next day is ${pickupDayFrom(day, country)}`
  return invalidField(path, `${day}: ${SENTENCES[why]}${next}`)
}

function pickupOf(submission: Submission): { day: string | undefined; country: Country; path: string } {
  if (submission.kind === 'direct') {
    const { shipDate, originAddress } = submission.request
    return { day: shipDate, country: originAddress.country, path: 'request.shipDate' }
  }
  const { pickupDate } = submission.details
  return submission.kind === 'quote'
    ? { day: pickupDate, country: submission.quote.request.originAddress.country, path: 'pickupDate' }
    : { day: pickupDate, country: submission.quote.request.shipperLocation.country, path: 'pickupDate' }
}
