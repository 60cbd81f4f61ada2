import { z } from 'zod'

/** The longest form takes 23. */
const MOST_TIME = 30
const FORM = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? ([+-]?\d{1,2})$/
/** The least and the greatest offset from UTC anywhere, in hours. */
const OFFSETS = { least: -12, greatest: 14 }

/** A time at a dock, as a cross-border quote writes it. */
export interface DockTime {
  /** The day on the wall at the dock, YYYY-MM-DD. */
  day: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Reads `MM/DD/YYYY HH:mm` or `MM/DD/YYYY HH:mm:ss`, a blank and a whole number of hours from UTC, as in
 * `11/23/2026 08:00 -6`; null when it is not written so or there is no such time (section "Stop location object").
 */
export function readDockTime(text: string): DockTime | null {
  const match = FORM.exec(text)
  if (!match) return null
  const [month = 0, dayOfMonth = 0, year = 0, hour = 0, minute = 0, second = 0, offset = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const wall = new Date(Date.UTC(year, month - 1, dayOfMonth, hour, minute, second))
  const isReal = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === dayOfMonth && hour < 24 && minute < 60
  if (!isReal || second > 59 || offset < OFFSETS.least || offset > OFFSETS.greatest) return null
  return { day: `${match[3]}-${match[1]}-${match[2]}`, at: wall.getTime() - offset * 3_600_000 }
}

/** openTime, closeTime and readyTime of a stop. It stays text, as it was written. */
export const dockTimeSchema = z
  .string()
  .max(MOST_TIME)
  .refine((text) => readDockTime(text) !== null, {
    error:
      'must be written MM/DD/YYYY HH:mm or MM/DD/YYYY HH:mm:ss, a blank and the UTC offset in whole hours, for example 11/23/2026 08:00 -6',
  })

/** scheduledDate of a shipper: `YYYY-MM-DDTHH:mm`, the time on the wall at the dock. */
export const scheduledDateSchema = z
  .string()
  .max(MOST_TIME)
  .refine((text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && z.iso.datetime().safeParse(`${text}:00Z`).success, {
    error: 'must be written YYYY-MM-DDTHH:mm, for example 2026-11-23T09:30',
  })
