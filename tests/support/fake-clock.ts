import type { Clock } from '../../src-main/kernel/clock.ts'
import type { Ids } from '../../src-main/kernel/ids.ts'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number

  constructor(start = '2026-11-21T15:00:00.000Z') {
    this.#now = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#now)
  }

  advance(ms: number): void {
    this.#now += ms
  }
}

/** Ids in order: bkg_1, bkg_2 ... */
export function countingIds(): Ids {
  let last = 0
  return { next: (prefix) => `${prefix}_${++last}` }
}
