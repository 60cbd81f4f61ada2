/** So long is looked on before a speed is told: the first rows say little. */
const LOOKED_ON_MS = 5_000

/** How fast a run goes, and how long it takes yet; by what was done since the first look. */
export class Pace {
  #first: { done: number; at: number } | null = null

  /** @param now epoch milliseconds. Null: nobody can say yet. */
  left(done: number, rows: number, now: number): { perMinute: number; ms: number } | null {
    if (this.#first === null || done < this.#first.done) this.#first = { done, at: now }
    const passed = now - this.#first.at
    const made = done - this.#first.done
    if (passed < LOOKED_ON_MS || made === 0) return null
    return { perMinute: (made / passed) * 60_000, ms: ((rows - done) / made) * passed }
  }
}
