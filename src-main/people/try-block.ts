/** Wrong PINs, or unknown badges, in a row that cost no wait. */
const FREE_TRIES = 5
const FIRST_BLOCK_MS = 30_000
export const LONGEST_BLOCK_MS = 15 * 60_000
/** From this many on each waits the longest. */
export const MOST_TRIES = FREE_TRIES + 5

/** One that ends later than any block does was made by a clock that has been set back since. */
export const isBlockedAt = (until: Date, now: Date): boolean =>
  until > now && until.getTime() - now.getTime() <= LONGEST_BLOCK_MS

/** Null while tries are free; then 30 s, and twice as long each time up to 15 min. */
export function blockAfter(failures: number, now: Date): Date | null {
  if (failures < FREE_TRIES) return null
  return new Date(now.getTime() + Math.min(FIRST_BLOCK_MS * 2 ** (failures - FREE_TRIES), LONGEST_BLOCK_MS))
}
