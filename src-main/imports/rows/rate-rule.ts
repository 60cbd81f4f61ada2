import { StationError } from '../../../src-shared/station/error.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { plainText as plain } from '../../../src-shared/station/plain-text.ts'
import type { Rules } from '../../rules/rules.ts'

/** Which rate of its quote a row takes. */
export type RateRule = { kind: 'cheapest' } | { kind: 'fastest' } | { kind: 'carrier'; carrier: string }

const CHEAPEST = ['cheapest', 'lowest price', 'mas barato', 'mas barata', 'mas economico', 'economico']
const FASTEST = ['fastest', 'quickest', 'mas rapido', 'mas rapida', 'rapido']

/** A rule as written in a cell: one of the words for cheapest or fastest, else a carrier's name or SCAC. */
export function rateRuleOf(text: string): RateRule {
  const typed = text.trim().replace(/^carrier\s*:\s*/i, '')
  const word = plain(typed)
  if (CHEAPEST.includes(word)) return { kind: 'cheapest' }
  if (FASTEST.includes(word)) return { kind: 'fastest' }
  return { kind: 'carrier', carrier: typed }
}

/** The rule by which a carrier's one service is taken: `Northline Freight / LTL_GUARANTEED`. */
export const ruleOfService = (carrier: string, service: string): string => `${carrier} / ${service}`

/** The carrier that a rule names, without its service. */
export const carrierIn = (carrier: string): string => carrier.replace(/ \/ .*$/, '')

/**
 * The rate that the rule takes. `fastest` goes by the latest day of arrival and leaves out rates that name none; of rates
 * alike the cheaper wins. A carrier is taken by its name, provider or SCAC, its cheapest rate first, and by one
 * of these with a service, that one's.
 * @throws StationError NO_RATE_FITS
 */
export function chooseRate(quote: Quote, rule: RateRule): Rate {
  const [best] = candidates(quote.rates, rule)
  if (best) return best
  const offers = [...new Set(quote.rates.map(({ carrierName }) => carrierName))]
  throw new StationError({
    code: 'NO_RATE_FITS',
    message:
      quote.rates.length === 0
        ? 'No carrier offered a rate for this row.'
        : `No rate matches the rule ${reported(rule)}. Rates were available from ${offers.join(', ')}.`,
    details: { rule, offers, quoteId: quote.id },
  })
}

/**
 * The row's own choice goes before the rules' own choice; forbidden ones are taken only where nothing else is left.
 * @param isRuled false: the cheapest is the cheapest, whatever the rules would choose
 * @throws StationError NO_RATE_FITS
 */
export async function rateOf(
  carrierRules: Pick<Rules, 'decide'>,
  quote: Quote,
  rule: RateRule,
  isRuled = true,
): Promise<Rate> {
  const { choice, why } = await carrierRules.decide(quote)
  const chosen = quote.rates.find(({ rateId }) => rateId === choice)
  if (isRuled && rule.kind === 'cheapest' && chosen) return chosen
  const forbidden = new Set(why.offers.flatMap(({ rateId, forbiddenBy }) => (forbiddenBy === null ? [] : [rateId])))
  const rates = quote.rates.filter(({ rateId }) => !forbidden.has(rateId))
  return chooseRate(rates.length > 0 ? { ...quote, rates } : quote, rule)
}

function candidates(rates: readonly Rate[], rule: RateRule): Rate[] {
  // Amounts in two currencies cannot be compared: the first offer's is taken.
  const currency = rates[0]?.total.currency
  const cheapest = rates
    .filter(({ total }) => total.currency === currency)
    .toSorted((a, b) => a.total.minor - b.total.minor)
  switch (rule.kind) {
    case 'cheapest':
      return cheapest
    case 'fastest':
      return cheapest
        .flatMap((rate) => (rate.transitDays ? [{ rate, days: rate.transitDays.to }] : []))
        .toSorted((a, b) => a.days - b.days)
        .map(({ rate }) => rate)
    case 'carrier': {
      const wanted = plain(rule.carrier)
      return cheapest.filter(({ carrierName, provider, scac, service }) =>
        [carrierName, provider, scac].some(
          (name) => name !== null && [name, ruleOfService(name, service)].some((one) => plain(one) === wanted),
        ),
      )
    }
  }
}

const reported = (rule: RateRule) => (rule.kind === 'carrier' ? `"${rule.carrier}"` : rule.kind)
