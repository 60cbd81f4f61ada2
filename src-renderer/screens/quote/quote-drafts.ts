import { DraftStore, onceFor } from './draft-store.svelte.ts'
import { QuoteController } from './quote-controller.svelte.ts'
import { QUOTE_DRAFT, readQuoteDraft } from './quote-draft.ts'

/** The controller of quotes within a country, and its draft. */
export const quoteDraftOf = onceFor(
  (station, pickups) =>
    new DraftStore(station, {
      at: QUOTE_DRAFT,
      read: (body, now) => readQuoteDraft(body, now, pickups()),
      controller: new QuoteController(station, pickups),
    }),
)
