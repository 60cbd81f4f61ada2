import { join } from 'node:path'

/** Where everything of the ledger lies in a data folder. */
export interface LedgerPlace {
  dataDir: string
  file: string
  backupDir: string
  /** Held by the one Waybill that has the folder open. */
  lock: string
  /** How far the ledger has come, kept beside it. */
  watermark: string
  /** Every reference and manifest number that was given out. */
  given: string
  /** Who was forgotten, as hashes, whatever happens to the ledger. */
  forgotten: string
  /** A ledger being made ready to take the other one's place. */
  incoming: string
  /** Which renames of a recovery are to be finished. */
  step: string
  /** How the ledger was when it was closed in order; not there while it is open. */
  closed: string
  /** Something in the ledger read as damaged: the next opening reads every page. */
  suspect: string
  /** The last copy that was looked through. */
  proven: string
}

export function ledgerPlace(dataDir: string): LedgerPlace {
  const file = join(dataDir, 'ledger.db')
  return {
    dataDir,
    file,
    backupDir: join(dataDir, 'backups'),
    lock: join(dataDir, 'owner.lock'),
    watermark: join(dataDir, 'ledger.mark'),
    given: join(dataDir, 'ledger.given'),
    forgotten: join(dataDir, 'ledger.forgotten'),
    incoming: `${file}.incoming`,
    step: join(dataDir, 'ledger.step'),
    closed: join(dataDir, 'ledger.closed'),
    suspect: join(dataDir, 'ledger.suspect'),
    proven: join(dataDir, 'ledger.proven'),
  }
}

/** The suffixes of SQLite's files beside a database file, the file itself first. */
export const WITH_JOURNALS = ['', '-wal', '-shm'] as const

/** A ledger that another one has taken the place of. */
export const PUT_ASIDE_NAME = /^ledger\.db\.(damaged|replaced)-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z(-\d+)?$/
