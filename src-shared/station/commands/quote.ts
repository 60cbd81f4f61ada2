import { z } from 'zod'
import { returns } from '../command.ts'
import { crossBorderQuoteInputSchema, type CrossBorderQuote } from '../quote/crossborder.ts'
import { idSchema } from '../limits.ts'
import { quoteListSchema, type AnyQuote, type QuoteAgain, type QuoteHistoryPage } from '../quote/quote-history.ts'
import { quoteInputSchema, type Quote } from '../quote/quote.ts'

/** The Quote screen's rows of the command table. */
export const quoteCommands = {
  'quotes.request': returns<Quote>()(quoteInputSchema),
  'quotes.requestCrossBorder': returns<CrossBorderQuote>()(crossBorderQuoteInputSchema),
  'quotes.get': returns<Quote>()(z.object({ id: idSchema('id') })),
  /** A quote of either kind. */
  'quotes.find': returns<AnyQuote>()(z.object({ id: idSchema('id') })),
  /** The quotes of the past, newest first, and what became of each. */
  'quotes.list': returns<QuoteHistoryPage>()(quoteListSchema),
  /** Asks the same once more: the new quote, and what has changed. */
  'quotes.again': returns<QuoteAgain>()(z.object({ id: idSchema('id') })),
} as const
