import type { CreatedFilter, FillCursor } from './sync-cursor.rows.ts'
import { COARSENESS_MS } from './created-filter.ts'

/** How far each look reaches behind the cursor: events and shipments may be reported late. */
export const OVERLAP_MS = 10 * 60 * 1000
/** How far the look at a start, and once an hour, reaches: a carrier's scans may come a day late. */
export const DEEP_OVERLAP_MS = 24 * 60 * 60 * 1000
/** By days, a fill begins again before a day after this many pages, */
const PAGES_BEFORE_A_DAY = 50
/** and when it leaves this behind: the rows around that day are read twice. */
const LEAST_STEP_MS = 30 * 24 * 60 * 60 * 1000

/** Where the next look begins. Both are the service's times; our clock is not used. */
export function lookFrom(cursor: string | null, overlapMs: number): string | undefined {
  return cursor === null ? undefined : new Date(Date.parse(cursor) - overlapMs).toISOString()
}

/**
 * The newest of the times, but never one that lies ahead of the service's own: a scanner or a row with a wrong year
 * would otherwise hide everything before that year.
 *
 * @param asOf the service's time of the answer
 */
export function newestUntil(current: string | null, times: readonly string[], asOf: string): string | null {
  const limit = Date.parse(asOf)
  let newest = current
  for (const time of times) {
    const ms = Date.parse(time)
    if (ms > limit) continue
    if (newest === null || ms > Date.parse(newest)) newest = time
  }
  return newest
}

/**
 * Is a cursor further ahead of the service's time than a look reaches back? The service's clock was ahead, and is set
 * right: what is new now is before the cursor.
 *
 * @param asOf the service's time of the answer; null: it gave none
 */
export const isAhead = (cursor: string | null, asOf: string | null): boolean =>
  cursor !== null && asOf !== null && Date.parse(cursor) - Date.parse(asOf) > OVERLAP_MS

/**
 * Where a fill continues after a page, newest first, whose oldest row bears this time. By times: before that time, a second kept
 * double so that no row of the same second is lost, or the next page while one time fills whole pages. By days: the next page,
 * and before that day once there are many. Without a filter: the next page.
 *
 * @param oldest null for a page without times
 */
export function fillAfter(
  current: FillCursor,
  oldest: string | null,
  hasNext: boolean,
  filter: CreatedFilter,
): FillCursor {
  if (!hasNext) return { ...current, isDone: true }
  const before = oldest === null || filter === 'none' ? NaN : Date.parse(oldest) + COARSENESS_MS
  const step = current.before === null ? Infinity : Date.parse(current.before) - before
  const isFar = filter === 'day' ? current.page >= PAGES_BEFORE_A_DAY && step >= LEAST_STEP_MS : step > 0
  if (Number.isNaN(before) || !isFar) return { ...current, page: current.page + 1 }
  return { before: new Date(before).toISOString(), page: 1, isDone: false }
}
