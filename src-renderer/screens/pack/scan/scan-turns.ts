/** Scans wait for each other: a fast operator loses none, and the screen shows the last one. */
export class ScanTurns {
  #last: Promise<unknown> = Promise.resolve()

  /** Does the work when all before it is done. @returns the end of it, which fails as the work does */
  readonly take = (work: () => Promise<void>): Promise<void> => {
    const done = this.#last.then(work)
    // A failure is reported to its caller; the next one continues all the same.
    this.#last = done.catch(() => undefined)
    return done
  }
}
