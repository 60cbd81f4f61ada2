import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { quoteCommands as rows } from '../../src-shared/station/commands/quote.ts'
import type { Services } from '../app/services.ts'

/** The Quote screen's commands. */
export function quoteCommands({
  quotes,
  quoteLines,
  rules,
  returnQuote,
}: Pick<Services, 'returnQuote' | 'quotes' | 'quoteLines' | 'rules'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'quotes.request': async ({ orderId, ...request }) =>
      quotes.request(await rules.insured(request), undefined, { orderId }),
    'quotes.requestCrossBorder': (request) => quotes.requestCrossBorder(request),
    'quotes.readLine': ({ line }) => quoteLines.read(line),
    'quotes.get': ({ id }) => quotes.get(id),
    'quotes.find': ({ id }) => quotes.find(id),
    'quotes.list': (query) => quotes.list(query),
    'quotes.requestReturn': ({ shipmentId }) => returnQuote(shipmentId),
    'quotes.again': ({ id }) => quotes.again(id),
  }
}
