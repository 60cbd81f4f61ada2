import type { LedgerBooking } from '../booking-row.rows.ts'
import type { DraftStore } from '../../settings/drafts.rows.ts'
import type { RestorationStore } from '../../data/backup/restorations.rows.ts'

/**
 * The time of the backup that a form came back with, ISO 8601; null: it was begun since. A form from before a restore
 * may have been submitted already, which the ledger does not know any more: its booking is looked for at the service
 * before it may be sent.
 */
export type RestoredFrom = (submissionId: string, copied: LedgerBooking | null) => Promise<string | null>

/** By the form's kept draft, or by the ended booking that it takes up again. */
export function restoredFromOf(
  drafts: Pick<DraftStore, 'restoredFrom'>,
  restorations: Pick<RestorationStore, 'newest'>,
): RestoredFrom {
  return async (submissionId, copied) => {
    const ofDraft = await drafts.restoredFrom(submissionId)
    if (ofDraft !== null || copied === null) return ofDraft
    const restoration = await restorations.newest()
    return restoration && copied.updatedAt <= restoration.at ? restoration.backupAt : null
  }
}
