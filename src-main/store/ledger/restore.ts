import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsIn, isSoundBackup } from './backups.ts'

/** Names the backup that takes the ledger's place at the next start, when nothing holds the file. */
const PLAN = 'restore-next'

/** Writes down which backup is wanted; null: none after all. */
export function planRestore(backupDir: string, name: string | null): void {
  if (name === null) rmSync(join(backupDir, PLAN), { force: true })
  else writeFileSync(join(backupDir, PLAN), name)
}

/** The backup that is wanted; null when none is, or when it is not there or not sound any more. */
export function plannedRestore(backupDir: string): string | null {
  const file = join(backupDir, PLAN)
  if (!existsSync(file)) return null
  const wanted = readFileSync(file, 'utf8').trim()
  const found = backupsIn(backupDir).find(({ name }) => name === wanted)
  return found && isSoundBackup(backupDir, found.name) ? found.name : null
}

export const forgetRestore = (backupDir: string): void => planRestore(backupDir, null)
