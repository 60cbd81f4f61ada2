import { createHash } from 'node:crypto'
import { runtime } from '../src-node/runtime/runtime.ts'

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

  /** An id like newId's, the same for the same seed. */
  id(prefix: string): string {
    return `${prefix}-${Array.from({ length: ID_LETTERS }, () => READABLE.charAt(Math.floor(this.next() * READABLE.length))).join('')}`
  }
}

/** Letters and digits that are not mistaken for one another when read aloud or typed. */
const READABLE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LETTERS = 12

/** Random letters, of five bits each. */
export function randomLetters(count: number): string {
  let letters = ''
  for (const byte of runtime().random.bytes(count)) letters += READABLE.charAt(byte % READABLE.length)
  return letters
}

/** A whole number in letters that sort as it does; it must be less than 32 to the power of `count`. */
export function lettersOf(serial: number, count: number): string {
  let letters = ''
  for (let rest = serial; letters.length < count; rest = Math.floor(rest / READABLE.length)) {
    letters = READABLE.charAt(rest % READABLE.length) + letters
  }
  return letters
}

/** A new id, `SHP-7K2M9QXW4TB3`: 60 random bits. */
export function newId(prefix: string): string {
  return `${prefix}-${randomLetters(ID_LETTERS)}`
}

/** A secret for a URL. */
export function newToken(): string {
  return runtime().random.bytes(24).toString('base64url')
}
