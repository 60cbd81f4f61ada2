import type { Clock } from '../clock.ts'
import { normaliseCrossBorderQuote } from '../freight/normalise-crossborder.ts'
import { normaliseQuote } from '../freight/normalise-quote.ts'
import type { Ids } from '../ids.ts'
import type { QuoteOrigin } from '../store/ledger/booking-row.ts'
import type { BookingClient } from './booking-client.ts'
import type { AnyQuote } from './requote.ts'

/** Asks for the same quote again and keeps the answer beside those a clerk asked for. @throws FreightError */
export async function quoteAgain(
  client: BookingClient,
  origin: QuoteOrigin,
  { clock, ids, keep }: { clock: Clock; ids: Ids; keep: (quote: AnyQuote) => Promise<void> },
): Promise<AnyQuote> {
  const requestedAt = clock.now()
  const quote = await ask()
  await keep(quote)
  return quote

  async function ask(): Promise<AnyQuote> {
    const id = ids.next('qte')
    if (origin.kind === 'domestic') {
      return normaliseQuote(await client.requestQuote(origin.request), origin.request, id, requestedAt)
    }
    const answer = await client.requestCrossBorderQuote(origin.request)
    return normaliseCrossBorderQuote(answer, origin.request, id, requestedAt)
  }
}
