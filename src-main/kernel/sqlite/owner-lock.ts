import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StationError } from '../../../src-shared/station/error.ts'
import { asStationError } from './store-error.ts'

export interface OwnerLock {
  release(): void
}

/**
 * Makes this process the only Waybill in a data folder, also while the ledger itself is not there or is being replaced. The
 * lock is SQLite's own on a file without content, so that it ends with the process on every system.
 * @throws StationError DATA_IN_USE, DATA_FOLDER_READ_ONLY
 */
export function takeOwnerLock(file: string): OwnerLock {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { timeout: 2000 })
    // No journal: nothing is ever written.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    const taken = db
    return { release: () => taken.close() }
  } catch (cause) {
    db?.close()
    const reported = asStationError(cause, file)
    throw reported instanceof StationError && reported.code === 'DATA_IN_USE' ? inUse(file) : reported
  }
}

const inUse = (file: string): StationError =>
  new StationError({
    code: 'DATA_IN_USE',
    message: `${dirname(file)} is in use by another Waybill. Close it first, or choose another folder with --data.`,
    retryable: true,
    details: { file },
  })
