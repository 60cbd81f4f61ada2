import type { Money } from '../../../../src-shared/station/money.ts'
import type { RateChange } from '../../../../src-shared/station/quote/quote-history.ts'
import type { Rate } from '../../../../src-shared/station/quote/quote.ts'

/** How a rate compares to the one of the quote before. */
export type Difference = { kind: 'dearer' | 'cheaper'; by: Money } | { kind: 'same' } | { kind: 'new' }

/**
 * How each rate compares to before, by its id; rates that cannot be compared are left out.
 * @param changes as the station reports them: of the cheapest offer of each carrier's service
 */
export function differences(rates: readonly Rate[], changes: readonly RateChange[]): ReadonlyMap<string, Difference> {
  const found = new Map<string, Difference>()
  for (const { rateId, provider, service, total } of rates) {
    const change = changes.find((one) => one.provider === provider && one.service === service)
    if (!change || change.now?.minor !== total.minor) continue
    if (change.was === null) found.set(rateId, { kind: 'new' })
    else if (change.difference !== null) found.set(rateId, differenceOf(change.difference, total.currency))
  }
  return found
}

function differenceOf(minor: number, currency: string): Difference {
  if (minor === 0) return { kind: 'same' }
  return { kind: minor > 0 ? 'dearer' : 'cheaper', by: { minor: Math.abs(minor), currency } }
}

/** Offers of the earlier quote that are gone. */
export function goneOffers(changes: readonly RateChange[]): { name: string; service: string; was: Money }[] {
  return changes.flatMap(({ carrierName, service, was, now }) =>
    was !== null && now === null ? [{ name: carrierName, service, was }] : [],
  )
}
