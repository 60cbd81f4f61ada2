import { StationError } from '../../../src-shared/station/error.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'

/** A quote and the rate of it that is taken. */
export interface Offer {
  quote: Quote
  rate: Rate
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
  const found = await storedQuote(stored.quoteId).catch((error: unknown) => {
    if (error instanceof StationError && error.code === 'NOT_FOUND') return null
    throw error
  })
  const rate = found?.rates.find(({ rateId }) => rateId === stored.rateId)
  return found && rate ? { quote: found, rate } : null
}
