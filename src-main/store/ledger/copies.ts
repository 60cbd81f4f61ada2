import type { SqliteDatabase } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit } from './audit.ts'
import { backUp, backupsIn, isSoundBackup, type LedgerBackup } from './backups.ts'
import { planRestore, plannedRestore } from './restore.ts'

export type LedgerCopies = ReturnType<typeof ledgerCopies>

/** The ledger's backups as a person handles them; each of these is noted in the audit log. */
export function ledgerCopies(db: SqliteDatabase, backupDir: string) {
  const note = (at: Date, action: string, detail: Record<string, unknown>) =>
    inTransaction(db, () =>
      appendAudit(db, { at, actor: 'operator', subjectKind: 'ledger', subjectId: 'ledger', action, detail }),
    )

  return {
    /** Newest first. */
    list: (): LedgerBackup[] => backupsIn(backupDir),

    take: async (now: Date): Promise<void> => {
      await backUp(db, backupDir, now)
      await note(now, 'backed up', {})
    },

    /** Whether every page of it can be read. */
    isSound: (name: string): boolean => isSoundBackup(backupDir, name),

    /** Which one takes the ledger's place at the next start. */
    planned: (): string | null => plannedRestore(backupDir),

    /** Null: none after all. */
    plan: async (name: string | null, now: Date): Promise<void> => {
      planRestore(backupDir, name)
      await note(now, name === null ? 'restore called off' : 'restore planned', { backup: name })
    },
  }
}
