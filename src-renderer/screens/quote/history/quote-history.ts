import type { QuoteSummary } from '../../../../src-shared/station/quote/quote-history.ts'
import { Pager } from '../../../live/pager.svelte.ts'
import type { Station } from '../../../station.ts'

/** The quotes of the past that a text finds, newest first. */
export function quoteHistory(station: Station, size: number): Pager<QuoteSummary, string> {
  return new Pager({
    query: '',
    size,
    load: (text: string, before: number | null, limit) =>
      station.invoke('quotes.list', { text, limit, ...(before === null ? {} : { before }) }),
  })
}
