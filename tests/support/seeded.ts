/** Randomness that a seed decides: the same words give the same numbers, on every machine. */
export interface Seeded {
  /** 0 <= x < 1 */
  next(): number
  /** An integer, 0 <= n < below. */
  below(below: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** One of them, each as likely as its weight. */
  pick<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T
  /** Waiting time of something that happens at random, every `mean` on average. */
  exponential(mean: number): number
}

/** The stream that belongs to these words. Another word is another stream, so that drawing from one moves no other. */
export function seeded(...words: (string | number)[]): Seeded {
  let state = hashOf(words.join('/'))
  // mulberry32: 32 bits of state are plenty to decide what goes wrong next.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: <T extends string>(weights: Readonly<Partial<Record<T, number>>>) => weighted(weights, next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
  }
}

function weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>, random: number): T {
  const choices = Object.entries<number | undefined>(weights).map(([name, weight]) => [name as T, weight ?? 0] as const)
  let left = random * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of choices) {
    left -= weight
    if (left < 0) return name
  }
  throw new Error('there is nothing to choose from')
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}
