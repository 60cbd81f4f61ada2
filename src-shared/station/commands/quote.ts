import { z } from 'zod'
import { returns } from '../command.ts'
import { crossBorderQuoteInputSchema, type CrossBorderQuote } from '../crossborder.ts'
import { quoteListSchema, type AnyQuote, type QuoteAgain, type QuoteHistoryPage } from '../quote-history.ts'
import { quoteInputSchema, type Quote } from '../quote.ts'

/** The Quote screen's rows of the command table. */
export const quoteCommands = {
  'quotes.request': returns<Quote>()(quoteInputSchema),
  'quotes.requestCrossBorder': returns<CrossBorderQuote>()(crossBorderQuoteInputSchema),
  'quotes.get': returns<Quote>()(z.object({ id: z.string() })),
  /** A quote of either kind. */
  'quotes.find': returns<AnyQuote>()(z.object({ id: z.string() })),
  /** The quotes of the past, newest first, and what became of each. */
  'quotes.list': returns<QuoteHistoryPage>()(quoteListSchema),
  /** Asks the same once more: the new quote, and what has changed. */
  'quotes.again': returns<QuoteAgain>()(z.object({ id: z.string() })),
} as const
