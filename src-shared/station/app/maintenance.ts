/** Why a file cannot take the ledger's place. `cut`: it ends too soon; `newer`: a newer Waybill made it. */
export const UNSOUND_REASONS = ['empty', 'cut', 'not-a-database', 'foreign', 'newer', 'damaged', 'unreadable'] as const
export type UnsoundReason = (typeof UNSOUND_REASONS)[number]

/** A copy of the ledger as it was at a moment. */
export interface Backup {
  /** Its file's name, by which it is restored. */
  name: string
  /** When it was made, by this computer's clock then; ISO 8601 in UTC. */
  at: string
  bytes: number
  /** Its stamp lies ahead of the clock: one of the two was or is wrong. */
  isFromAhead: boolean
  /** Null: it can be restored. */
  unsound: { reason: UnsoundReason; detail: string } | null
  /** How many bookings are in it; null when it cannot be read. */
  bookings: number | null
  /** The last thing noted in it, ISO 8601 in UTC; null: nothing, or it cannot be read. */
  until: string | null
}

/** What lies in the data folder, by what it is for. */
export const DATA_PARTS = ['ledger', 'cache', 'backups', 'embedded', 'put-aside', 'other'] as const
export type DataPart = (typeof DATA_PARTS)[number]

/** Answer of the maintenance commands. */
export interface MaintenanceState {
  dataDir: string
  parts: { part: DataPart; bytes: number }[]
  /** Left on the disk for this user; null where the system does not tell. */
  freeBytes: number | null
  /** Newest first, by how far the ledger had come. */
  backups: Backup[]
  /** The backup that takes the ledger's place at the next start; null: none. */
  restoreNext: string | null
}

/** What a person may send along when asking for help: how this station is set up, and nothing secret. */
export interface StationFacts {
  fileName: string
  /** JSON. */
  text: string
}
