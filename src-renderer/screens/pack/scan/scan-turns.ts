/** Scans wait for each other: a fast hand loses none, and what is on screen is that of the last one. */
export class ScanTurns {
  #last: Promise<unknown> = Promise.resolve()

  /** Does the work when all before it is done. @returns the end of it, which fails as the work does */
  readonly take = (work: () => Promise<void>): Promise<void> => {
    const done = this.#last.then(work)
    // One that failed is told by whoever asked for it; the next one goes on all the same.
    this.#last = done.catch(() => undefined)
    return done
  }
}
