import type { Money } from '../../../src-shared/station/money.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { unlessNotFound } from '../../kernel/fault.ts'

/** A quote and the rate of it that is taken. */
export interface Offer {
  quote: Quote
  rate: Rate
  /** The price that a person agreed to, where another quote has moved it since. */
  agreed?: Money | undefined
}

/**
 * The offer that was stored, while it is valid; null: it has expired, or its quote is no longer stored.
 * @param storedQuote throws StationError NOT_FOUND
 */
export async function liveOffer(
  storedQuote: (quoteId: string) => Promise<Quote>,
  stored: { quoteId: string; rateId: string; validUntil: string },
  now: Date,
): Promise<Offer | null> {
  if (Date.parse(stored.validUntil) <= now.getTime()) return null
  const found = await unlessNotFound(storedQuote(stored.quoteId))
  const rate = found?.rates.find(({ rateId }) => rateId === stored.rateId)
  return found && rate ? { quote: found, rate } : null
}
