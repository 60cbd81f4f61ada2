import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Database from 'better-sqlite3'
import { renameWhenFreeSync } from '../../../src-node/rename.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { anyStep, noOpening, type AtStep, type OnOpening } from './at-step.ts'
import { asStationError } from './store-error.ts'

export type SqliteDatabase = Database.Database

export interface DatabaseSpec {
  file: string
  /** One SQL script a version; `user_version` counts how many have run. Never edit one that has shipped. */
  migrations: readonly string[]
  /** FULL: a committed row survives a power cut. NORMAL: only for what can be fetched again. */
  synchronous: 'FULL' | 'NORMAL'
  /** Reads every page for damage at open; worth its time only for what cannot be fetched again. */
  checkPages: boolean
  /** A new file is made so that its free pages can be returned to the disk while it is in use. */
  givesBack?: boolean
  /** Looks at the file before anything in it is changed, and throws when it is not one of ours. */
  recognise?: (db: SqliteDatabase, version: number) => void
  /** Called with the open database before the first pending migration of a database that already holds data. */
  beforeMigration?: (db: SqliteDatabase, version: number) => Promise<void>
  atStep?: AtStep
  onOpening?: OnOpening | undefined
}

/**
 * Opens a database file (creating it), runs pending migrations, each in one transaction, and checks that the settings
 * a caller relies on are in force.
 *
 * @throws StationError DATABASE_DAMAGED (details.file), DATABASE_FROM_FUTURE (details.version, details.known),
 * DATA_IN_USE when another process has it, DATA_FOLDER_READ_ONLY, DISK_FULL.
 */
export async function openDatabase(spec: DatabaseSpec): Promise<SqliteDatabase> {
  let db: SqliteDatabase | undefined
  try {
    mkdirSync(dirname(spec.file), { recursive: true })
    db = new Database(spec.file, { timeout: 2000 })
    configure(db, spec)
    if (spec.checkPages) {
      await spec.onOpening?.('check')
      checkPages(db)
    }
    await migrate(db, spec)
    return db
  } catch (cause) {
    db?.close()
    throw asStationError(cause, spec.file)
  }
}

function configure(db: SqliteDatabase, spec: DatabaseSpec): void {
  // One process a file: in WAL mode an exclusive lock also spares the shared-memory file.
  db.pragma('locking_mode = EXCLUSIVE')
  // The lock is taken by the first read, so that a second process is refused here and not in the middle of its work.
  const version = Number(db.pragma('user_version', { simple: true }))
  spec.recognise?.(db, version)
  // To be set before the first table; a file that has some would be written to at each opening.
  if (spec.givesBack && version === 0) db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${spec.synchronous}`)
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  // Deleted or overwritten values are gone from the file, not only from its tables: a forgotten person cannot be
  // found in free pages.
  db.pragma('secure_delete = ON')
  const wanted = { journal_mode: 'wal', synchronous: spec.synchronous === 'FULL' ? 2 : 1, foreign_keys: 1 }
  for (const [name, value] of Object.entries(wanted)) {
    const actual: unknown = db.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`${basename(spec.file)}: ${name} is ${String(actual)}, must be ${value}`)
  }
}

function checkPages(db: SqliteDatabase): void {
  const result: unknown = db.pragma('quick_check(1)', { simple: true })
  if (result !== 'ok') throw Object.assign(new Error(String(result)), { code: 'SQLITE_CORRUPT' })
}

async function migrate(db: SqliteDatabase, spec: DatabaseSpec): Promise<void> {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > spec.migrations.length) {
    throw new StationError({
      code: 'DATABASE_FROM_FUTURE',
      message: `${spec.file} was made by a newer version of Waybill (it is at version ${version}, this one knows ${spec.migrations.length}). Install that version; the file was not changed.`,
      details: { file: spec.file, version, known: spec.migrations.length },
    })
  }
  const pending = spec.migrations.slice(version)
  if (pending.length === 0) return
  const { beforeMigration, atStep = anyStep, onOpening = noOpening } = spec
  if (version > 0) {
    await onOpening('migration')
    await beforeMigration?.(db, version)
  }
  const run = (sql: string, next: number) => {
    db.exec(sql)
    db.pragma(`user_version = ${next}`)
    atStep(`migration ${next} run`)
  }
  // A new file has nothing to lose: it is made whole or not at all.
  const steps = version === 0 ? [pending] : pending.map((sql) => [sql])
  let next = version
  for (const step of steps) {
    db.transaction(() => step.forEach((sql) => run(sql, ++next))).exclusive()
    atStep(`migration ${next} committed`)
  }
}

/** Moves a database file and its journals aside, never deleting: `ledger.db` -> `ledger.db.damaged-<stamp>`. */
export function putAside(file: string, at: Date): string {
  const target = `${file}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameWhenFreeSync(file + suffix, target + suffix)
  }
  return target
}
