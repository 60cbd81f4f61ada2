import { nextTurn } from '../../src-node/runtime/wait.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { sumsOf, type Money } from '../../src-shared/station/money.ts'
import { decide } from '../../src-shared/station/rules/decide.ts'
import { ruleViewOf } from '../../src-shared/station/rules/offers.ts'
import type { Rule, RuleTrial } from '../../src-shared/station/rules/rule.ts'
import type { NumberedQuote } from '../quotes/quotes.rows.ts'
import type { BookedRate } from '../booking/quote-bookings.rows.ts'

const DAYS = 31
/** Quotes looked at, newest first, and how many in one turn of the event loop. */
const MOST_QUOTES = 2_000
const SLICE = 50

export interface TrialPorts {
  /** Newest first, older than this number. */
  quotes: (query: { before: number | undefined; limit: number }) => Promise<NumberedQuote[]>
  bookedRate: (quoteIds: readonly string[]) => Promise<{ quoteId: string; rate: BookedRate } | null>
}

/**
 * The changes that these rules would have made in the quotes of the last 31 days that are kept here, at most 2,000 of
 * them. Prices are compared with the bookings; for a quote that was not booked only refusals, insurance and
 * approvals count. An approval is that of the booked rate, or of the one that the rules choose.
 */
export async function tryRules(
  rules: readonly Rule[],
  now: Date,
  { quotes, bookedRate }: TrialPorts,
): Promise<RuleTrial> {
  const from = new Date(now.getTime() - DAYS * 86_400_000).toISOString()
  const saved: Money[] = []
  const trial = { quotes: 0, booked: 0, changed: 0, later: 0, sooner: 0, refused: 0, insured: 0, approvals: 0 }
  const done = (isComplete: boolean): RuleTrial => ({
    ...trial,
    isComplete,
    saved: sumsOf(saved),
  })

  async function look(quote: AnyQuote): Promise<void> {
    const { offers, context } = ruleViewOf(quote)
    // Existing insurance was quoted with it; the rule's own part is without it.
    const { choice, by, insure, why } = decide(rules, offers, context)
    const chosen = offers.find(({ rateId }) => rateId === choice)
    trial.quotes += 1
    if (insure) trial.insured += 1
    if (!chosen) {
      if (offers.length > 0) trial.refused += 1
      return
    }
    const taken = await takenOf(quote, bookedRate)
    const lookAt = (id: string | undefined) => why.offers.find(({ rateId }) => rateId === id)
    // Where no rule chooses, the person's choice stays, unless it is forbidden.
    const isKept = by === null && taken !== null && lookAt(taken.rateId)?.forbiddenBy === null
    if ((lookAt((isKept ? taken : chosen).rateId)?.approvalBy ?? null) !== null) trial.approvals += 1
    if (!taken) return
    trial.booked += 1
    if (taken.rateId === chosen.rateId) return
    trial.changed += 1
    if (taken.total.currency === chosen.total.currency) {
      const { currency } = taken.total
      saved.push({ minor: taken.total.minor - chosen.total.minor, currency })
    }
    if (taken.days === null || chosen.days === null) return
    if (chosen.days > taken.days) trial.later += 1
    if (chosen.days < taken.days) trial.sooner += 1
  }

  let before: number | undefined
  for (;;) {
    const slice = await quotes({ before, limit: SLICE })
    for (const { quote } of slice) {
      if (quote.requestedAt < from) return done(true)
      if (trial.quotes === MOST_QUOTES) return done(false)
      await look(quote)
    }
    before = slice.at(-1)?.seq
    if (slice.length < SLICE || before === undefined) return done(true)
    await nextTurn()
  }
}

/** The offer that was booked; null: none was, or it is not among them. */
async function takenOf(quote: AnyQuote, bookedRate: TrialPorts['bookedRate']) {
  const booked = await bookedRate(quote.rates.map(({ quoteId }) => quoteId))
  if (!booked) return null
  const { provider, service, total } = booked.rate
  const { offers } = ruleViewOf(quote)
  const isTaken = (rate: AnyQuote['rates'][number]) =>
    rate.quoteId === booked.quoteId &&
    rate.total.currency === total.currency &&
    (!('provider' in rate) || provider === null || (rate.provider === provider && rate.service === service))
  const ids = quote.rates.filter(isTaken).map(({ rateId }) => rateId)
  const candidates = offers.filter(({ rateId }) => ids.includes(rateId))
  return candidates.find((offer) => offer.total.minor === total.minor) ?? candidates[0] ?? null
}
