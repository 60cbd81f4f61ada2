import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../database.ts'

const BACKUPS_KEPT = 7
const BACKUP_NAME = /^ledger-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)\.db$/

/** A copy of the ledger as it was at a moment. */
export interface LedgerBackup {
  /** File name in the backup folder. */
  name: string
  /** ISO 8601 in UTC. */
  at: string
  bytes: number
}

/** Newest first. The stamp in a file's name sorts like the time it stands for. */
export function backupsIn(dir: string): LedgerBackup[] {
  mkdirSync(dir, { recursive: true })
  return readdirSync(dir)
    .sort()
    .reverse()
    .flatMap((name) => {
      const stamp = BACKUP_NAME.exec(name)?.[1]
      if (!stamp) return []
      const at = stamp.replace(/T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/, 'T$1:$2:$3.$4Z')
      return [{ name, at, bytes: statSync(join(dir, name)).size }]
    })
}

/** Online backup (SQLite's own, consistent while in use), then the oldest beyond the rotation are removed. */
export async function backUp(db: SqliteDatabase, dir: string, now: Date): Promise<void> {
  mkdirSync(dir, { recursive: true })
  await db.backup(join(dir, `ledger-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`))
  for (const { name } of backupsIn(dir).slice(BACKUPS_KEPT)) rmSync(join(dir, name))
}

export function newestSoundBackup(dir: string): string | null {
  return backupsIn(dir).find(({ name }) => isSoundBackup(dir, name))?.name ?? null
}

/** Whether SQLite can read every page of it. */
export function isSoundBackup(dir: string, name: string): boolean {
  try {
    const db = new Database(join(dir, name), { readonly: true })
    try {
      return db.pragma('quick_check(1)', { simple: true }) === 'ok'
    } finally {
      db.close()
    }
  } catch {
    // A file that SQLite cannot open is not a sound backup; that is the answer, not a fault.
    return false
  }
}
