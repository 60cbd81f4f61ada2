import { join } from 'node:path'
import { z } from 'zod'
import type { Backup, BackupPlace, RestoreDrill } from '../../../src-shared/station/app/maintenance.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { systemFiles, type StoreFiles } from '../../kernel/sqlite/files.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../audit/audit.rows.ts'
import { backupsIn } from './backups.rows.ts'
import type { LedgerFacts } from './inspect.rows.ts'
import { COUNT_UNTIL, drilledSchema, LAST_BOOKINGS } from './drill.rows.ts'
import { createInspections, drillInThread } from './inspections.ts'
import { planRestore, plannedRestore } from './restore.ts'

const DRILL_EVERY_MS = 30 * 24 * 60 * 60 * 1000
const DRILLED = { here: 'restore rehearsed', second: 'restore from the second place rehearsed' } as const

export interface CopiesOptions {
  db: SqliteDatabase
  backupDir: string
  /** Makes a full copy now. */
  takeFull: () => Promise<void>
  files?: StoreFiles
}

/** A copy by its name, and where its file lies now. */
export interface CopyToTry {
  name: string
  path: string
  place: BackupPlace
}

export type LedgerCopies = ReturnType<typeof ledgerCopies>

/** The ledger's backups as a person handles them; each of these is noted in the audit log. */
export function ledgerCopies({ db, backupDir, takeFull, files = systemFiles }: CopiesOptions) {
  const inspections = createInspections(backupDir)
  let oldestSeen: string | undefined
  const note = (at: Date, action: string, detail: Record<string, unknown>) =>
    inTransaction(db, () =>
      appendAudit(db, { at, actor: 'operator', subjectKind: 'ledger', subjectId: 'ledger', action, detail }),
    )

  const isLongAgo = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) >= DRILL_EVERY_MS

  /** When a restore was last rehearsed from there, by any requester; null: never. */
  function lastDrill(place: BackupPlace): string | null {
    const last = statement(
      db,
      `SELECT max(at) FROM (SELECT at FROM audit
         WHERE subject_kind = 'ledger' AND subject_id = 'ledger' AND action = ? ORDER BY id DESC LIMIT 1)`,
    )
    return z.string().nullable().parse(last.pluck().get(DRILLED[place]))
  }

  /**
   * Restores a copy into a file of its own and compares it with the ledger in use: nothing that it holds may be different or
   * missing there.
   */
  async function drillOf({ name, path, place }: CopyToTry, now: Date): Promise<RestoreDrill> {
    const differences: string[] = []
    let bookings = 0
    try {
      const restored = await drillInThread(path, join(backupDir, `drill-${name}.making`))
      bookings = restored.bookings
      const reach = restored.last[0]?.seq ?? 0
      const count = z.int().parse(statement(db, COUNT_UNTIL).pluck().get(reach))
      if (count !== bookings) differences.push(`${bookings} bookings restored, ${count} here`)
      const last = drilledSchema.shape.last.parse(statement(db, LAST_BOOKINGS).all(reach))
      last.forEach((booking, index) => {
        const other = restored.last[index]
        if (JSON.stringify(booking) !== JSON.stringify(other)) {
          differences.push(`booking ${booking.reference} is ${other?.reference ?? 'not there'} in the backup`)
        }
      })
    } catch (error) {
      differences.push(reasonOf(error))
    }
    // Each place has its own: what is tried at one does not put the other off.
    await note(now, DRILLED[place], { backup: name, bookings, differences })
    return { name, at: now.toISOString(), bookings, differences }
  }

  return {
    /** Newest first, each looked through. */
    list: (now: Date): Promise<Backup[]> =>
      Promise.all(
        backupsIn(files, backupDir).map(async ({ name, kind, at, bytes }) => {
          const facts = await inspections.of(name)
          return {
            name,
            kind,
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
      await takeFull()
      await note(now, 'backed up', {})
    },

    /** Whether that file is there, and can take the ledger's place, checked now. Null: there is none of that name. */
    inspect: async (name: string): Promise<LedgerFacts | null> => {
      if (!backupsIn(files, backupDir).some((backup) => backup.name === name)) return null
      inspections.forget(name)
      return inspections.of(name)
    },

    /** A month since the last rehearsed restore, and since the first backup: one is due. */
    isDrillDue: (now: Date): boolean => {
      const last = lastDrill('here')
      if (last !== null && !isLongAgo(last, now)) return false
      // Called repeatedly by the clock: the folder is not read before its oldest can be a month old.
      if (oldestSeen === undefined || isLongAgo(oldestSeen, now)) oldestSeen = backupsIn(files, backupDir).at(-1)?.at
      return oldestSeen !== undefined && isLongAgo(oldestSeen, now)
    },

    /** The same of the second place, which is the one in use since that time. */
    isSecondDrillDue: (now: Date, since: string): boolean =>
      isLongAgo(since, now) && isLongAgo(lastDrill('second') ?? since, now),

    /** Restores the newest copy to try it, see `drillOf`. Null: there is no copy. */
    drill: async (now: Date): Promise<RestoreDrill | null> => {
      const newest = backupsIn(files, backupDir)[0]
      return newest === undefined
        ? null
        : drillOf({ name: newest.name, path: join(backupDir, newest.name), place: 'here' }, now)
    },

    drillOf,

    /** Which one takes the ledger's place at the next start. */
    planned: (): string | null => plannedRestore(files, backupDir),

    /** Null: none after all. */
    plan: async (name: string | null, now: Date): Promise<void> => {
      planRestore(files, backupDir, name)
      await note(now, name === null ? 'restore called off' : 'restore planned', { backup: name })
    },
  }
}
