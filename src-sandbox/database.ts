import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MIGRATIONS } from './migrations.ts'

export type SandboxDatabase = Database.Database

/** The service cannot start; the message is a sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Opens `sandbox.db` in `dataDir` (both are made when missing) and brings it to this version, each step in one
 * transaction.
 * @throws StartError when another service has it, when a newer version made it, or when it is no database.
 */
export function openSandboxDatabase(dataDir: string): SandboxDatabase {
  const file = join(dataDir, 'sandbox.db')
  let db: SandboxDatabase | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    db = new Database(file, { timeout: 1000 })
    // One process a file; the first read takes the lock, so that a second service stops here.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    migrate(db, file)
    return db
  } catch (cause) {
    db?.close()
    if (cause instanceof StartError) throw cause
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY')) {
      throw new StartError(`${file} is in use by another sandbox.`, { cause })
    }
    throw new StartError(`${file} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

function migrate(db: SandboxDatabase, file: string): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > MIGRATIONS.length) {
    throw new StartError(
      `${file} was made by a newer sandbox (version ${version}; this one knows ${MIGRATIONS.length}).`,
    )
  }
  MIGRATIONS.slice(version).forEach((sql, index) => {
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version + index + 1}`)
    }).immediate()
  })
}
