/** A copy of the ledger as it was at a moment. */
export interface Backup {
  /** Its file's name, by which it is restored. */
  name: string
  /** ISO 8601 in UTC. */
  at: string
  bytes: number
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
  /** Newest first. */
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
