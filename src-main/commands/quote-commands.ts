import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Quote } from '../../src-shared/station/quote.ts'
import { normaliseQuote } from '../freight/normalise-quote.ts'
import type { Services } from '../services.ts'

/** The quote kept under this id. @throws StationError NOT_FOUND */
export async function keptQuote({ quotes }: Services, id: string): Promise<Quote> {
  const quote = await quotes.get(id)
  if (quote) return quote
  throw new StationError({
    code: 'NOT_FOUND',
    message: 'This quote is not kept here any more. Ask for a new one.',
    details: { quoteId: id },
  })
}

/** The Quote screen's commands. */
export function quoteCommands(services: Services): Pick<CommandHandlers, 'quotes.request' | 'quotes.get'> {
  const { environments, quotes, clock, ids } = services
  return {
    'quotes.request': async (request) => {
      const requestedAt = clock.now()
      const answer = await environments.link().client.requestQuote(request)
      const quote = normaliseQuote(answer, request, ids.next('qte'), requestedAt)
      await quotes.keep(quote)
      return quote
    },
    'quotes.get': ({ id }) => keptQuote(services, id),
  }
}
