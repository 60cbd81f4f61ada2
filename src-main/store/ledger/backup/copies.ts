import type { Backup } from '../../../../src-shared/station/app/maintenance.ts'
import type { SqliteDatabase } from '../../database.ts'
import { systemFiles, type StoreFiles } from '../../files.ts'
import { inTransaction } from '../../transaction.ts'
import { appendAudit } from '../audit/audit.ts'
import { backUp, backupsIn } from './backups.ts'
import type { LedgerFacts } from './inspect.ts'
import { createInspections } from './inspections.ts'
import { planRestore, plannedRestore } from './restore.ts'

export type LedgerCopies = ReturnType<typeof ledgerCopies>

/** The ledger's backups as a person handles them; each of these is noted in the audit log. */
export function ledgerCopies(db: SqliteDatabase, backupDir: string, files: StoreFiles = systemFiles) {
  const inspections = createInspections(backupDir)
  const note = (at: Date, action: string, detail: Record<string, unknown>) =>
    inTransaction(db, () =>
      appendAudit(db, { at, actor: 'operator', subjectKind: 'ledger', subjectId: 'ledger', action, detail }),
    )

  return {
    /** Newest first, each looked through. */
    list: (now: Date): Promise<Backup[]> =>
      Promise.all(
        backupsIn(files, backupDir).map(async ({ name, at, bytes }) => {
          const facts = await inspections.of(name)
          return {
            name,
            at,
            bytes,
            isFromAhead: Date.parse(at) > now.getTime(),
            unsound: facts.isSound ? null : { reason: facts.reason, detail: facts.detail },
            bookings: facts.isSound ? facts.bookings : null,
            until: facts.isSound ? facts.until : null,
          }
        }),
      ),

    take: async (now: Date): Promise<void> => {
      await backUp({ db, dir: backupDir, files, now })
      await note(now, 'backed up', {})
    },

    /** Whether that file is there, and can take the ledger's place, looked at anew. Null: there is none of that name. */
    inspect: async (name: string): Promise<LedgerFacts | null> => {
      if (!backupsIn(files, backupDir).some((backup) => backup.name === name)) return null
      inspections.forget(name)
      return inspections.of(name)
    },

    /** Which one takes the ledger's place at the next start. */
    planned: (): string | null => plannedRestore(files, backupDir),

    /** Null: none after all. */
    plan: async (name: string | null, now: Date): Promise<void> => {
      planRestore(files, backupDir, name)
      await note(now, name === null ? 'restore called off' : 'restore planned', { backup: name })
    },
  }
}
