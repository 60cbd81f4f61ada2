import type { LogLevel } from './log.ts'
import type { ProvenBackup } from './maintenance.ts'

/** Station health: figures, no business data. */
export interface Health {
  /** ISO 8601 in UTC. */
  madeAt: string
  disk: {
    /** Of the whole data folder. */
    bytes: number
    /** Left for this user; null where the system does not report it. */
    freeBytes: number | null
    /** The growth of the records in 30 days, measured by the full backups; null: they do not go back three days. */
    bytesPerMonth: number | null
    /** At this pace; null: not in sight, or unknown. */
    fullInMonths: number | null
  }
  /** Null: none was ever proven. */
  proven: ProvenBackup | null
  /** The longest that the thread was blocked, today and since the start, in milliseconds. */
  longestHoldMs: number
  /** The statement that took longest since the start, above 40 ms; null: none. */
  slowest: { ms: number; sql: string } | null
  waiting: {
    /** Bookings that the service has not confirmed. */
    bookings: number
    /** Bookings that wait for a person's answer. */
    questions: number
    /** Print jobs that are to go out; of the newest 500. */
    printJobs: number
    /** Print jobs that may or may not have come out; of the newest 500. */
    unsureJobs: number
    /** Rows of the service that could not be read. */
    quarantine: number
  }
  log: { folder: string; level: LogLevel; bytes: number; failure: string | null }
  worries: Worry[]
}

/** Findings that a person should look at. */
const WORRIES = ['disk-low', 'disk-soon-full', 'not-proven', 'questions', 'unsure-jobs', 'log'] as const
export type Worry = (typeof WORRIES)[number]

const LEAST_FREE_BYTES = 500 * 1024 * 1024
const SOON_MONTHS = 3
/** A backup is proven each quarter of an hour while Waybill runs, and a weekend is between two working days. */
const PROVEN_WITHIN_MS = 4 * 24 * 60 * 60 * 1000

export function worriesOf({ madeAt, disk, proven, waiting, log }: Omit<Health, 'worries'>): Worry[] {
  const provenAge = proven === null ? Infinity : Date.parse(madeAt) - Date.parse(proven.at)
  const has: Record<Worry, boolean> = {
    'disk-low': disk.freeBytes !== null && disk.freeBytes < LEAST_FREE_BYTES,
    'disk-soon-full': disk.fullInMonths !== null && disk.fullInMonths < SOON_MONTHS,
    'not-proven': provenAge > PROVEN_WITHIN_MS,
    questions: waiting.questions > 0,
    'unsure-jobs': waiting.unsureJobs > 0,
    log: log.failure !== null,
  }
  return WORRIES.filter((worry) => has[worry])
}

/** The support file: a ZIP that a person can inspect before sending it. */
export interface SupportFile {
  fileName: string
  base64: string
}
