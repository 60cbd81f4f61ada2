/**
 * `createdAfter` and `createdBefore` are ISO dates in the interface. In which zone such a day begins, and whether the
 * bound is inclusive, is not documented: a bound is two days further out than requested, and extra rows are skipped.
 */
const DAY_MS = 24 * 60 * 60 * 1000
const MARGIN_MS = 2 * DAY_MS

/** `createdAfter` of everything from this moment on, YYYY-MM-DD. @param at milliseconds since 1970 */
export const createdAfterDay = (at: number): string => dayOf(at - MARGIN_MS)

/** `createdBefore` of everything until this moment, YYYY-MM-DD. @param at milliseconds since 1970 */
export const createdBeforeDay = (at: number): string => dayOf(at + MARGIN_MS)

/** More than a bound by days lets through, in milliseconds: a row further out was not filtered. */
export const BEYOND_DAYS_MS = MARGIN_MS + 2 * DAY_MS

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Is this page, asked for newest first, the last that holds anything from this moment on? A service that does not heed the
 * order proves nothing by its last row.
 * @param times of its rows, as listed, ISO 8601
 */
export function isReadBackTo(times: readonly string[], since: number): boolean {
  const listed = times.map((time) => Date.parse(time))
  const [first, last] = [listed[0], listed.at(-1)]
  if (first === undefined || last === undefined || first <= last) return false
  return last < since && listed.every((time, index) => index === 0 || time <= (listed[index - 1] ?? time))
}

/** When the rows of a list were made, those that report it. */
export function createdTimes(listed: readonly { createdAt?: string | null | undefined }[]): string[] {
  return listed.flatMap(({ createdAt }) => (createdAt ? [createdAt] : []))
}
