import { createHash, randomBytes } from 'node:crypto'

/** Numbers that look random and are the same for the same seed, each in [0, 1). */
export class SeededRandom {
  readonly #seed: string
  #count = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  next(): number {
    const digest = createHash('sha256').update(`${this.#seed}:${this.#count++}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }
}

/** Letters and digits that are not mistaken for one another when read aloud or typed. */
const READABLE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new id, `SHP-7K2M9QXW4TB3`: 60 random bits. */
export function newId(prefix: string): string {
  const letters = Array.from(randomBytes(12), (byte) => READABLE.charAt(byte % READABLE.length))
  return `${prefix}-${letters.join('')}`
}

/** A secret for a URL. */
export function newToken(): string {
  return randomBytes(24).toString('base64url')
}
