import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StationError } from '../../../../src-shared/station/error.ts'
import { anyStep, type AtStep } from '../../at-step.ts'
import type { SqliteDatabase } from '../../database.ts'
import type { StoreFiles } from '../../files.ts'
import { asStationError } from '../../store-error.ts'
import { inTransaction } from '../../transaction.ts'
import { advancePosition, readIdentity } from './identity.ts'
import { looksWhole } from './inspect.ts'
import { inspectWhole } from './inspections.ts'

const BACKUPS_KEPT = 7
const BACKUP_NAME = /^ledger-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)(?:-(\d+))?\.db$/
const MAKING = '.making'

/** A file that its name calls a copy of the ledger. Whether it is one is for `inspectLedgerFile` to say. */
export interface LedgerBackup {
  /** File name in the backup folder. */
  name: string
  /** ISO 8601 in UTC, by the computer's clock when it was made. */
  at: string
  bytes: number
  /** How far the ledger had come; null in a name of before positions were kept. */
  position: number | null
}

/**
 * Newest first: the one of the ledger that had come furthest. The stamps only order what has no position, for a clock may
 * be set.
 */
export function backupsIn(files: StoreFiles, dir: string): LedgerBackup[] {
  return files
    .list(dir)
    .flatMap((name) => {
      const [, stamp, position] = BACKUP_NAME.exec(name) ?? []
      const bytes = files.size(join(dir, name))
      if (stamp === undefined || bytes === null) return []
      const at = stamp.replace(/T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/, 'T$1:$2:$3.$4Z')
      return [{ name, at, bytes, position: position === undefined ? null : Number(position) }]
    })
    .sort((a, b) => (b.position ?? -1) - (a.position ?? -1) || (a.at < b.at ? 1 : -1))
}

export interface BackUpOptions {
  db: SqliteDatabase
  dir: string
  files: StoreFiles
  now: Date
  atStep?: AtStep
}

/**
 * A copy of the ledger while it is in use (SQLite's own online backup). It bears its name only when it is whole, looked
 * through and on the disk; then the oldest beyond the rotation go, never the one just made.
 * @throws StationError DISK_FULL, DATA_FOLDER_READ_ONLY, BACKUP_UNSOUND
 */
export async function backUp({ db, dir, files, now, atStep = anyStep }: BackUpOptions): Promise<void> {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  let making: string | null = null
  try {
    files.makeFolder(dir)
    const position = await nextPosition(db)
    const name = `ledger-${stamp}${position === null ? '' : `-${position}`}.db`
    making = join(dir, name + MAKING)
    atStep('backup begun')
    await db.backup(making, {
      progress: ({ remainingPages }) => {
        if (remainingPages > 0) atStep('backup half copied')
        return 1000
      },
    })
    atStep('backup copied')
    withoutJournal(making)
    files.sync(making)
    atStep('backup synced')
    const facts = await inspectWhole(making)
    if (!facts.isSound) throw unsoundBackup(name, facts)
    atStep('backup looked through')
    files.rename(making, join(dir, name))
    atStep('backup named')
    rotate(files, dir, name)
    atStep('backup rotated')
  } catch (error) {
    if (making !== null) removeMaking(files, making)
    throw asStationError(error, dir)
  }
}

/** What a backup that was broken off has left. */
export function removeUnfinished(files: StoreFiles, dir: string): void {
  for (const name of files.list(dir)) {
    if (name.includes(MAKING)) files.remove(join(dir, name))
  }
}

function removeMaking(files: StoreFiles, making: string): void {
  for (const suffix of ['', '-journal', '-wal']) {
    if (files.exists(making + suffix)) files.remove(making + suffix)
  }
}

export function unsoundBackup(name: string, { reason, detail }: { reason: string; detail: string }): StationError {
  return new StationError({
    code: 'BACKUP_UNSOUND',
    message: `The backup ${name} cannot take the ledger's place: ${detail}.`,
    details: { name, reason, detail },
  })
}

/** Each backup has a position of its own, also when nothing else has happened since the last one. */
async function nextPosition(db: SqliteDatabase): Promise<number | null> {
  const isKept = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger_identity'").pluck().get() !== undefined
  if (!isKept) return null
  await inTransaction(db, () => advancePosition(db))
  return readIdentity(db).position
}

/** A file in the mode of a journal beside it would leave files behind whenever somebody looks into it. */
function withoutJournal(file: string): void {
  const copy = new Database(file, { fileMustExist: true })
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

function rotate(files: StoreFiles, dir: string, justMade: string): void {
  const whole = backupsIn(files, dir).filter(({ name }) => name !== justMade && looksWhole(join(dir, name)))
  for (const { name } of whole.slice(BACKUPS_KEPT - 1)) files.remove(join(dir, name))
}
