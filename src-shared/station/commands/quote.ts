import { z } from 'zod'
import { atStation, returns } from '../command.ts'
import { crossBorderQuoteInputSchema, type CrossBorderQuote } from '../quote/crossborder.ts'
import { idSchema } from '../limits.ts'
import { lineSchema, type ReadLine } from '../quote-line/line.ts'
import { quoteListSchema, type AnyQuote, type QuoteAgain, type QuoteHistoryPage } from '../quote/quote-history.ts'
import { quoteRequestInputSchema, type Quote } from '../quote/quote.ts'

/** The Quote screen's rows of the command table. */
export const quoteCommands = {
  /** Requests a quote for domestic freight. */
  'quotes.request': returns<Quote>()(quoteRequestInputSchema, atStation.clerk),
  /** Requests a quote for freight that crosses a border. */
  'quotes.requestCrossBorder': returns<CrossBorderQuote>()(crossBorderQuoteInputSchema, atStation.clerk),
  /** Reads one line about freight as a quote request. The service is not asked. */
  'quotes.readLine': returns<ReadLine>()(z.object({ line: lineSchema }), atStation.clerk),
  /** Returns a stored quote for domestic freight. */
  'quotes.get': returns<Quote>()(z.object({ id: idSchema('id') }), atStation.clerk),
  /** Returns a stored quote of either kind. */
  'quotes.find': returns<AnyQuote>()(z.object({ id: idSchema('id') }), atStation.clerk),
  /** Lists past quotes, the newest first, with the outcome of each. */
  'quotes.list': returns<QuoteHistoryPage>()(quoteListSchema, atStation.clerk),
  /** Requests the same quote again: returns the new quote, and its changes. */
  'quotes.again': returns<QuoteAgain>()(z.object({ id: idSchema('id') }), atStation.clerk),
  /** Requests a quote that brings a delivered shipment back, its addresses turned. NOT_FOUND, WRONG_STATE. */
  'quotes.requestReturn': returns<Quote>()(z.object({ shipmentId: idSchema('shipmentId') }), atStation.clerk),
} as const
