/** `shipment`, `event`: a row of a list. `detail`: the whole answer about one shipment. */
export const QUARANTINE_KINDS = ['shipment', 'event', 'detail'] as const
export type QuarantineKind = (typeof QUARANTINE_KINDS)[number]

/** A service row that could not be read: kept as received, and tried again at growing intervals. */
export interface QuarantineEntry {
  asideId: string
  kind: QuarantineKind
  /** Null: not even that could be read. */
  shipmentId: string | null
  /** JSON as received, at most some 4,000 letters of it; empty where the answer is in the record of calls. */
  raw: string
  /** The problems, with their paths. */
  issues: { path: string; message: string }[]
  /** ISO 8601. */
  firstAt: string
  /** How often it was tried again. */
  tries: number
  nextAt: string
}

/** Answer of `tracking.quarantine`: the newest, at most 100, and how many there are. */
export interface QuarantineList {
  rows: QuarantineEntry[]
  total: number
}
