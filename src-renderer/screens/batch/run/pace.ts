/** How long to watch before a speed is shown: the first rows are not representative. */
const LOOKED_ON_MS = 5_000

/** The speed of a run, and its remaining time, measured since the first look. */
export class Pace {
  #first: { done: number; at: number } | null = null

  /** @param now epoch milliseconds. Null: unknown yet. */
  left(done: number, rows: number, now: number): { perMinute: number; ms: number } | null {
    if (this.#first === null || done < this.#first.done) this.#first = { done, at: now }
    const passed = now - this.#first.at
    const made = done - this.#first.done
    if (passed < LOOKED_ON_MS || made === 0) return null
    return { perMinute: (made / passed) * 60_000, ms: ((rows - done) / made) * passed }
  }
}
