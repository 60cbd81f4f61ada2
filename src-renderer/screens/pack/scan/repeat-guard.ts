/** A code that comes again so soon was read twice by one pull of the trigger, or by two people at one bench. */
export const REPEAT_MS = 5_000

/** Remembers the last code and when it came, to notice the same one coming again. Times are epoch milliseconds. */
export class RepeatGuard {
  #code: string | null = null
  #at = 0

  /** How long ago this very code came, when that is within the guarded time; else null. Remembers it either way. */
  notice(code: string, now: number): number | null {
    const since = now - this.#at
    const isRepeat = this.#code === code && since >= 0 && since < REPEAT_MS
    this.#code = code
    this.#at = now
    return isRepeat ? since : null
  }

  /** The next scan of any code is a new one. */
  forget(): void {
    this.#code = null
  }
}
