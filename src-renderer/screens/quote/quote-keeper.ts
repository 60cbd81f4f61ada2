import { DraftKeeper, onceFor } from './draft-keeper.svelte.ts'
import { QuoteDesk } from './quote-desk.svelte.ts'
import { QUOTE_DRAFT, readQuoteDraft } from './quote-draft.ts'

/** The desk for quotes within a country, and its draft. */
export const quoteKeeperOf = onceFor(
  (station) => new DraftKeeper(station, { at: QUOTE_DRAFT, read: readQuoteDraft, desk: new QuoteDesk(station) }),
)
