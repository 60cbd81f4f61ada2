/** Longer than anything between a station and its site is put off. */
const LONGEST_MS = 10 * 60_000

/**
 * Which due times are over: those before `now`, and those behind `latest`, which were written by a clock that was set back
 * since. ISO 8601 in UTC.
 */
export function putOffTimes(now: Date): { now: string; latest: string } {
  return { now: now.toISOString(), latest: new Date(now.getTime() + LONGEST_MS).toISOString() }
}
