import { randomFillSync, randomUUID } from 'node:crypto'

/** Chance. */
export interface RandomPort {
  /** The caller's own. */
  bytes(count: number): Buffer
  /** RFC 9562, version 4, with hyphens. */
  uuid(): string
  /** 0 <= x < 1 */
  fraction(): number
}

/** Drawn for many callers at once: a draw costs more than its bytes. */
const pool = Buffer.alloc(4096)
let taken = pool.length

export const systemRandom: RandomPort = {
  bytes: (count) => {
    if (count > pool.length) return randomFillSync(Buffer.alloc(count))
    if (taken + count > pool.length) {
      randomFillSync(pool)
      taken = 0
    }
    taken += count
    return Buffer.from(pool.subarray(taken - count, taken))
  },
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
}
