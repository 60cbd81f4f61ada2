/** Random numbers that a seed makes again: `next` from 0 up to and without 1. */
export interface Random {
  next(): number
  /** From 0 up to and without `below`. */
  below(below: number): number
  of<T>(items: readonly [T, ...T[]]): T
}

/** The seed's word as a number, by FNV-1a. */
export function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below, of: (items) => items[below(items.length)] ?? items[0] }
}
