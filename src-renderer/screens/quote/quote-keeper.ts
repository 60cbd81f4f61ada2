import { DraftKeeper, onceFor } from './draft-keeper.svelte.ts'
import { QuoteController } from './quote-controller.svelte.ts'
import { QUOTE_DRAFT, readQuoteDraft } from './quote-draft.ts'

/** The controller of quotes within a country, and its draft. */
export const quoteKeeperOf = onceFor(
  (station, pickups) =>
    new DraftKeeper(station, {
      at: QUOTE_DRAFT,
      read: (body, now) => readQuoteDraft(body, now, pickups()),
      controller: new QuoteController(station, pickups),
    }),
)
