import { DraftStore, onceFor } from '../draft-store.svelte.ts'
import { BorderController } from './border-controller.svelte.ts'
import { BORDER_DRAFT, readBorderDraft } from './border-draft.ts'

/** The controller of quotes over the border, and its draft. */
export const borderDraftOf = onceFor(
  (station, pickups) =>
    new DraftStore(station, {
      at: BORDER_DRAFT,
      read: (body, now) => readBorderDraft(body, now, pickups()),
      controller: new BorderController(station, pickups),
    }),
)
