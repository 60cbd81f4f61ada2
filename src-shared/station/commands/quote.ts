import { z } from 'zod'
import { returns } from '../command.ts'
import { quoteInputSchema, type Quote } from '../quote.ts'

/** The Quote screen's rows of the command table. */
export const quoteCommands = {
  'quotes.request': returns<Quote>()(quoteInputSchema),
  'quotes.get': returns<Quote>()(z.object({ id: z.string() })),
} as const
