import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Quote } from '../../src-shared/station/quote.ts'
import type { Services } from '../services.ts'

/** The quote kept under this id. @throws StationError NOT_FOUND */
export async function keptQuote({ quotes }: Services, id: string): Promise<Quote> {
  const quote = await quotes.get(id)
  if (quote) return quote
  throw notKept(id)
}

function notKept(id: string): StationError {
  return new StationError({
    code: 'NOT_FOUND',
    message: 'This quote is not kept here any more. Ask for a new one.',
    details: { quoteId: id },
  })
}

/** The Quote screen's commands. */
export function quoteCommands(
  services: Services,
): Pick<
  CommandHandlers,
  'quotes.request' | 'quotes.requestCrossBorder' | 'quotes.get' | 'quotes.find' | 'quotes.list' | 'quotes.again'
> {
  const { quotes, records } = services
  return {
    'quotes.request': async (request) => {
      const quote = await records.ask.domestic(request)
      await quotes.keep(quote)
      return quote
    },
    'quotes.requestCrossBorder': async (request) => {
      const quote = await records.ask.crossBorder(request)
      await quotes.keep(quote)
      return quote
    },
    'quotes.get': ({ id }) => keptQuote(services, id),
    'quotes.find': async ({ id }) => {
      const quote = await quotes.find(id)
      if (!quote) throw notKept(id)
      return quote
    },
    'quotes.list': (query) => records.quoteHistory.list(query),
    'quotes.again': ({ id }) => records.quoteHistory.again(id),
  }
}
