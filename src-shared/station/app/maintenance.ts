import { z } from 'zod'

/** Long enough that trying words takes years; the most that a person types. */
export const passphraseSchema = z
  .string()
  .min(12, 'a passphrase needs at least 12 characters')
  .max(200, 'a passphrase can have at most 200 characters')

/** Why a file cannot take the ledger's place. `cut`: it ends too soon; `newer`: a newer Waybill made it. */
export const UNSOUND_REASONS = ['empty', 'cut', 'not-a-database', 'foreign', 'newer', 'damaged', 'unreadable'] as const
export type UnsoundReason = (typeof UNSOUND_REASONS)[number]

/** Where a backup is: beside the records, or at the second place. */
export const BACKUP_PLACES = ['here', 'second'] as const
export type BackupPlace = (typeof BACKUP_PLACES)[number]

/** A copy of the ledger as it was at a moment. */
export interface Backup {
  /** Its file's name, by which it is restored. */
  name: string
  /** `full`: all of it; `cut`: what changed since the copy before, which it needs. */
  kind: 'full' | 'cut'
  /** When it was made, by this computer's clock then; ISO 8601 in UTC. */
  at: string
  bytes: number
  /** Its stamp is ahead of the clock: one of the two was or is wrong. */
  isFromAhead: boolean
  /** Null: it can be restored. */
  unsound: { reason: UnsoundReason; detail: string } | null
  /** How many bookings are in it; null when it cannot be read. */
  bookings: number | null
  /** The last thing noted in it, ISO 8601 in UTC; null: nothing, or it cannot be read. */
  until: string | null
}

/** The content of the data folder, by purpose. */
export const DATA_PARTS = ['ledger', 'cache', 'backups', 'logs', 'embedded', 'put-aside', 'other'] as const
export type DataPart = (typeof DATA_PARTS)[number]

/** A folder on another disk that every backup is copied to. */
export interface SecondPlace {
  /** Chosen by a person. */
  folder: string
  /** The folder in it that holds this station's backups. */
  name: string
  /** Since when it has everything that was there then, ISO 8601 in UTC; null: it never caught up. */
  caughtUpAt: string | null
  /** Why the last try failed; null: it did not. */
  failure: string | null
  /** Copies there are under a passphrase. */
  isSealed: boolean
  /** Archives that were proven there, by name. */
  archives: string[]
}

/** A backup that was looked through, and until when nothing is missing in it; ISO 8601 in UTC. */
export interface ProvenBackup {
  name: string
  at: string
}

/** The result of a rehearsed restore. */
export interface RestoreDrill {
  /** The backup that was restored into a folder of its own. */
  name: string
  at: string
  bookings: number
  /** What differs from the ledger in use; empty: nothing. */
  differences: string[]
}

/** Answer of the maintenance commands. */
export interface MaintenanceState {
  dataDir: string
  parts: { part: DataPart; bytes: number }[]
  /** Left on the disk for this user; null where the system does not report it. */
  freeBytes: number | null
  /** Newest first, by how far the ledger had come. */
  backups: Backup[]
  /** The newest backup that was looked through here; null: none ever was. */
  proven: ProvenBackup | null
  /** Null: none is chosen. */
  secondPlace: SecondPlace | null
  /** The backup that takes the ledger's place at the next start; null: none. */
  restoreNext: string | null
}
