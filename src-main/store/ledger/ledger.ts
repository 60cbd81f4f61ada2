import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../clock.ts'
import { openDatabase, putAside, type SqliteDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { appendAudit } from './audit.ts'
import { backUp, backupsIn, newestSoundBackup } from './backups.ts'
import { LEDGER_MIGRATIONS } from './migrations.ts'
import { forgetRestore, plannedRestore } from './restore.ts'

const BACKUP_EVERY_MS = 24 * 60 * 60 * 1000

/** The open ledger: the one connection, and what went wrong when it was opened. */
export interface Ledger {
  db: SqliteDatabase
  notices: StationErrorData[]
  close(): void
}

/**
 * Opens ledger.db in a data folder. A damaged file is put aside, never deleted, and the newest sound backup takes its
 * place; the notice says so.
 *
 * @throws StationError DATABASE_FROM_FUTURE, DATA_IN_USE
 */
export async function openLedger(dataDir: string, clock: Clock): Promise<Ledger> {
  const file = join(dataDir, 'ledger.db')
  const backupDir = join(dataDir, 'backups')
  const open = () =>
    openDatabase({
      file,
      migrations: LEDGER_MIGRATIONS,
      synchronous: 'FULL',
      checkPages: true,
      beforeMigration: (db) => backUp(db, backupDir, clock.now()),
    })

  const notices: StationErrorData[] = []
  let db: SqliteDatabase
  try {
    db = await open()
    const restored = plannedRestore(backupDir)
    if (restored) {
      // Opened first: a file that another Waybill holds is refused there and never moved from under it.
      db.close()
      const putAsideAs = putAside(file, clock.now(), 'replaced')
      copyFileSync(join(backupDir, restored), file)
      db = await open()
      distrustOpenWork(db, clock.now())
      forgetRestore(backupDir)
      notices.push(restoreNotice(restored, putAsideAs))
    }
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'DATABASE_DAMAGED') throw error
    const putAsideAs = putAside(file, clock.now())
    const backup = newestSoundBackup(backupDir)
    if (backup) copyFileSync(join(backupDir, backup), file)
    db = await open()
    if (backup) distrustOpenWork(db, clock.now())
    notices.push(damageNotice(error, putAsideAs, backup))
  }
  const taken = backupsIn(backupDir)[0]?.at
  const isDue = taken === undefined || Math.abs(clock.now().getTime() - Date.parse(taken)) > BACKUP_EVERY_MS
  if (isDue) await backUp(db, backupDir, clock.now())
  return { db, notices, close: () => db.close() }
}

function restoreNotice(backup: string, putAsideAs: string): StationErrorData {
  return new StationError({
    code: 'LEDGER_RESTORED',
    message: `The backup ${backup} was put in place of the ledger, as a person asked. What was there before is kept as ${putAsideAs}.`,
    details: { backup, putAside: putAsideAs },
  }).toData()
}

function damageNotice(error: StationError, putAsideAs: string, backup: string | null): StationErrorData {
  const restored = backup
    ? `The backup ${backup} was put in its place; what was saved after it is only in the damaged file.`
    : 'There was no backup; a new, empty ledger was made. Bookings made earlier are at the service and show under Track.'
  return new StationError({
    code: 'DATABASE_DAMAGED',
    message: `The ledger was damaged and is kept as ${putAsideAs}. ${restored}`,
    details: { ...error.details, putAside: putAsideAs, backup },
  }).toData()
}

/**
 * A restored backup is a look into the past: what was unsent then may have been sent since. So nothing open in it is
 * sent by itself: bookings are looked for at the service first, print jobs ask the operator.
 */
function distrustOpenWork(db: SqliteDatabase, now: Date): void {
  db.transaction(() => {
    const at = now.toISOString()
    statement(
      db,
      `UPDATE booking SET state = 'UNKNOWN', sent_at = coalesce(sent_at, created_at), checks = 0, due_at = ?, updated_at = ?
       WHERE state IN ('QUEUED', 'SENDING')
         OR (state = 'NEEDS_DECISION' AND coalesce(question ->> 'kind', '') NOT IN ('not-found', 'duplicate'))`,
    ).run(at, at)
    // An update or a cancellation is looked for like a booking, and sent again only when it is not there.
    statement(
      db,
      `UPDATE shipment_change SET state = 'UNKNOWN', due_at = ?, updated_at = ?
       WHERE state IN ('QUEUED', 'SENDING') AND shipment_id IS NOT NULL`,
    ).run(at, at)
    statement(db, `UPDATE print_job SET state = 'UNKNOWN', updated_at = ? WHERE state IN ('QUEUED', 'SENDING')`).run(at)
    appendAudit(db, { at: now, actor: 'station', subjectKind: 'ledger', subjectId: 'ledger', action: 'restored' })
  }).immediate()
}
