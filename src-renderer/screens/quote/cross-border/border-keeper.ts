import { DraftKeeper, onceFor } from '../draft-keeper.svelte.ts'
import { BorderDesk } from './border-desk.svelte.ts'
import { BORDER_DRAFT, readBorderDraft } from './border-draft.ts'

/** The desk for quotes over the border, and its draft. */
export const borderKeeperOf = onceFor(
  (station) => new DraftKeeper(station, { at: BORDER_DRAFT, read: readBorderDraft, desk: new BorderDesk(station) }),
)
