import type { Money } from '../../src-shared/station/money.ts'
import { isCrossBorder, type AnyQuote, type RateChange } from '../../src-shared/station/quote/quote-history.ts'

interface Offer {
  provider: string
  service: string
  carrierName: string
  total: Money
}

/**
 * Each carrier's service of either quote, with its price then and now; in the new quote's order, then the offers that
 * are gone.
 */
export function rateChanges(before: AnyQuote, after: AnyQuote): RateChange[] {
  const was = offersOf(before)
  const now = offersOf(after)
  return [...new Set([...now.keys(), ...was.keys()])].flatMap((key) => {
    const [old, fresh] = [was.get(key), now.get(key)]
    const reported = fresh ?? old
    if (!reported) return []
    const isComparable = old && fresh && old.total.currency === fresh.total.currency
    return [
      {
        provider: reported.provider,
        service: reported.service,
        carrierName: reported.carrierName,
        was: old?.total ?? null,
        now: fresh?.total ?? null,
        difference: isComparable ? fresh.total.minor - old.total.minor : null,
      },
    ]
  })
}

/** The cheapest offer of each provider's service. */
function offersOf(quote: AnyQuote): Map<string, Offer> {
  const offers = isCrossBorder(quote)
    ? quote.rates.map(({ moves, serviceType, total }) => ({
        provider: moves.map(({ scac, carrierName }) => scac ?? carrierName).join(' + '),
        service: serviceType ?? '',
        carrierName: [...new Set(moves.map(({ carrierName }) => carrierName))].join(' + '),
        total,
      }))
    : quote.rates
  const found = new Map<string, Offer>()
  for (const offer of offers) {
    const key = JSON.stringify([offer.provider, offer.service])
    const known = found.get(key)
    if (!known || offer.total.minor < known.total.minor) found.set(key, offer)
  }
  return found
}
