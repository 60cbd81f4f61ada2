import { join } from 'node:path'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'

/** Names the backup that takes the ledger's place at the next start, when nothing holds the file. */
const PLAN = 'restore-next'
/** The same while that start carries it out: found at a later one, it was interrupted. */
const BEGUN = 'restore-begun'

/** Writes down which backup is wanted; null: none after all. */
export function planRestore(files: StoreFiles, backupDir: string, name: string | null): void {
  const path = join(backupDir, PLAN)
  if (name !== null) files.write(path, Buffer.from(name))
  else if (files.exists(path)) files.remove(path)
}

/** The backup that is wanted; null: none is. */
export const plannedRestore = (files: StoreFiles, backupDir: string): string | null => nameIn(files, backupDir, PLAN)

export interface BegunRestore {
  /** What this start is to carry out. */
  wanted: string | null
  /** What an earlier start did not bring to its end. */
  brokenOff: string | null
}

/** Takes the plan: it is for this one start, whatever its outcome. */
export function beginRestore(files: StoreFiles, backupDir: string): BegunRestore {
  const brokenOff = nameIn(files, backupDir, BEGUN)
  const wanted = nameIn(files, backupDir, PLAN)
  if (wanted !== null) files.rename(join(backupDir, PLAN), join(backupDir, BEGUN))
  return { wanted, brokenOff }
}

/** Nothing of the plan is left to do or to report. */
export function endRestore(files: StoreFiles, backupDir: string): void {
  const path = join(backupDir, BEGUN)
  if (files.exists(path)) files.remove(path)
}

function nameIn(files: StoreFiles, backupDir: string, file: string): string | null {
  const path = join(backupDir, file)
  if (!files.exists(path)) return null
  return files.read(path).toString('utf8').trim()
}
