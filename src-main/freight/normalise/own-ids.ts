import { MOST_ID } from '../../../src-shared/station/limits.ts'

/** Room for what makes an id one of its own. */
const MOST_REPORTED = MOST_ID - 10

/**
 * A service may give one id to two rates, or one longer than a command takes; a person chooses by it, so that each gets one
 * of its own. What a booking is sent with is the quote's id, which stays as it came.
 */
export function withOwnIds<R extends { rateId: string }>(rates: readonly R[]): R[] {
  const taken = new Set<string>()
  return rates.map((rate, index) => {
    let rateId = rate.rateId.length > MOST_REPORTED ? `rate-${index + 1}` : rate.rateId
    while (taken.has(rateId)) rateId = `${rateId}#${index}`
    taken.add(rateId)
    return { ...rate, rateId }
  })
}
