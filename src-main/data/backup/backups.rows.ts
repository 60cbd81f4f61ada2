import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isHeldFile } from '../../../src-node/rename.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { anyStep, type AtStep } from '../../kernel/sqlite/at-step.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { freeBytesAt, type StoreFiles } from '../../kernel/sqlite/files.ts'
import { asStationError } from '../../kernel/sqlite/store-error.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { advancePosition, readIdentity } from './identity.rows.ts'
import { readIncrementHead } from '../increments/cut-file.ts'
import { looksWhole } from './inspect.rows.ts'
import { inspectWhole } from './inspections.ts'
import { plannedRestore } from './restore.ts'
import { whatGoes, type LedgerBackup } from './retention.ts'

const BACKUP_NAME = /^ledger-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)(?:-(\d+))?\.(db|cut)$/
const MAKING = '.making'

/**
 * Newest first: the one of the ledger that had come furthest. The stamps only order what has no position, for a clock may
 * be set.
 */
export function backupsIn(files: StoreFiles, dir: string): LedgerBackup[] {
  return files
    .list(dir)
    .flatMap((name) => {
      const bytes = files.size(join(dir, name))
      const reported = bytes === null ? null : backupOf(name, bytes, () => baseOf(join(dir, name)))
      return reported ?? []
    })
    .sort(furthestFirst)
}

/**
 * The parsed name of a file in a backup folder; null: it is no backup's. `base` is called for an incremental backup
 * alone.
 */
export function backupOf(name: string, bytes: number, base: () => string | null): LedgerBackup | null {
  const [, stamp, position, suffix] = BACKUP_NAME.exec(name) ?? []
  if (stamp === undefined) return null
  const at = stamp.replace(/T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/, 'T$1:$2:$3.$4Z')
  const isIncrement = suffix === 'cut'
  return {
    name,
    kind: isIncrement ? 'cut' : 'full',
    base: isIncrement ? base() : null,
    at,
    bytes,
    position: position === undefined ? null : Number(position),
  }
}

export const furthestFirst = (a: LedgerBackup, b: LedgerBackup): number =>
  (b.position ?? -1) - (a.position ?? -1) || (a.at < b.at ? 1 : -1)

/** An incremental backup's reference to its base costs a look into the file, which never changes. */
const basesOfCuts = new Map<string, string>()
/** The full copy that an increment needs; null: it cannot be read. */
export function baseOf(path: string): string | null {
  const known = basesOfCuts.get(path)
  if (known !== undefined) return known
  try {
    const { base } = readIncrementHead(path)
    basesOfCuts.set(path, base)
    return base
  } catch {
    return null
  }
}

export const backupName = (now: Date, position: number | null, suffix: 'db' | 'cut'): string =>
  `ledger-${now.toISOString().replaceAll(/[:.]/g, '-')}${position === null ? '' : `-${position}`}.${suffix}`

export interface BackUpOptions {
  db: SqliteDatabase
  dir: string
  files: StoreFiles
  now: Date
  /** Writes the copy into that file; SQLite's own online backup when absent, which holds the loop for a large ledger. */
  copy?: ((making: string) => Promise<void>) | undefined
  atStep?: AtStep
}

/**
 * A full copy of the ledger while it is in use. It bears its name only when it is whole, looked through and on the disk;
 * then those that are not kept any longer go, never the one just made. Gives its name.
 * @throws StationError DISK_FULL, DATA_FOLDER_READ_ONLY, BACKUP_UNSOUND
 */
export async function backUp({ db, dir, files, now, copy, atStep = anyStep }: BackUpOptions): Promise<string> {
  let making: string | null = null
  try {
    files.makeFolder(dir)
    const position = await nextPosition(db)
    const name = backupName(now, position, 'db')
    making = join(dir, name + MAKING)
    atStep('backup begun')
    if (copy) await copy(making)
    else await copyOnline(db, making, atStep)
    atStep('backup copied')
    await files.later.sync(making)
    atStep('backup synced')
    const facts = await inspectWhole(making)
    if (!facts.isSound) throw unsoundBackup(name, facts)
    atStep('backup looked through')
    await files.later.rename(making, join(dir, name))
    atStep('backup named')
    await letGo(files, dir, now, name)
    atStep('backup rotated')
    return name
  } catch (error) {
    if (making !== null) await removeMaking(files, making)
    throw asStationError(error, dir)
  }
}

/** Leftovers of an interrupted backup. */
export function removeUnfinished(files: StoreFiles, dir: string): void {
  for (const name of files.list(dir)) {
    if (name.includes(MAKING)) files.remove(join(dir, name))
  }
}

async function removeMaking(files: StoreFiles, making: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal']) {
    if (files.exists(making + suffix)) await files.later.remove(making + suffix)
  }
}

export function unsoundBackup(name: string, { reason, detail }: { reason: string; detail: string }): StationError {
  return new StationError({
    code: 'BACKUP_UNSOUND',
    message: `The backup ${name} cannot replace the ledger: ${detail}.`,
    details: { name, reason, detail },
  })
}

/** Each backup has a position of its own, also when nothing else has happened since the last one. */
async function nextPosition(db: SqliteDatabase): Promise<number | null> {
  const isStored = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger_identity'").pluck().get() !== undefined
  if (!isStored) return null
  await inTransaction(db, () => advancePosition(db))
  return readIdentity(db).position
}

/** A file in WAL mode would leave files beside it on every read. */
function withoutJournal(file: string): void {
  const copy = new Database(file, { fileMustExist: true })
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** Bytes that full copies may take together beyond the last two: a part of what is theirs and free. */
const SHARE_OF_DISK = 0.25
const LEAST_BYTES = 1024 ** 3

/** Removes the copies that are not kept any longer; one that is not whole is left for a person to see. */
async function letGo(files: StoreFiles, dir: string, now: Date, justMade: string): Promise<void> {
  const all = backupsIn(files, dir).filter(({ name, kind }) => kind === 'cut' || looksWhole(join(dir, name)))
  const planned = plannedRestore(files, dir)
  for (const { name } of whatGoes(all, now, await mostBytes(dir, all))) {
    if (name === justMade || planned !== null) continue
    await files.later.remove(join(dir, name)).catch((error: unknown) => {
      if (!isHeldFile(error)) throw error
      // The next backup removes it.
      runtime().log.warn('an old backup is held by another program')
    })
  }
}

/** How much full copies may take in a folder together. */
export async function mostBytes(dir: string, all: readonly LedgerBackup[]): Promise<number> {
  const free = await freeBytesAt(dir)
  const taken = all.reduce((sum, { bytes }) => sum + bytes, 0)
  return free === null ? Infinity : Math.max(LEAST_BYTES, (free + taken) * SHARE_OF_DISK)
}

async function copyOnline(db: SqliteDatabase, making: string, atStep: AtStep): Promise<void> {
  await db.backup(making, {
    progress: ({ remainingPages }) => {
      if (remainingPages > 0) atStep('backup half copied')
      return 1000
    },
  })
  withoutJournal(making)
}
