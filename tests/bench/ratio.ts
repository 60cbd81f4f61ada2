/** Milliseconds that `work` takes. */
export async function elapsed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The finest step in which a system counts CPU, in milliseconds: what took less took this, so that a ratio stays a number. */
const LEAST_CPU_MS = 0.001

/** Milliseconds of CPU, never less than a system can count. */
export const countedCpu = (ms: number): number => Math.max(LEAST_CPU_MS, ms)

/** Milliseconds of CPU that this process spends on `work`, beside whatever else the machine does. */
export async function busy(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return countedCpu((user + system) / 1000)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('median of nothing')
  return middle
}

/** The value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const found = sorted[Math.ceil(sorted.length * 0.95) - 1]
  if (found === undefined) throw new Error('p95 of nothing')
  return found
}

/**
 * Runs baseline and subject turn by turn, so that a slow moment of the machine hits both, and gives the median of each. The
 * first turn, which meets cold code and files, is left out.
 *
 * @param rounds turns that count; 0: the first one is all there is
 */
export async function sideBySide(
  rounds: number,
  baseline: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<{ baseline: number; subject: number }> {
  const times = { baseline: [] as number[], subject: [] as number[] }
  const first = { baseline: await baseline(), subject: await subject() }
  if (rounds === 0) return first
  for (let round = 0; round < rounds; round++) {
    times.baseline.push(await baseline())
    times.subject.push(await subject())
  }
  return { baseline: median(times.baseline), subject: median(times.subject) }
}

/** What a bench measures with: as much as a figure needs that means something, and the least that goes through all of it. */
export interface Sizes<T> {
  full: T
  short: T
}

export interface BenchResult {
  name: string
  /** What was measured and against what, with figures. */
  figures: string
  /** The figures among them as numbers, each greater than 0 where the bench works; counts that may be 0 are left out. */
  measured: readonly number[]
  /** Null for a plain count. */
  ratio: number | null
  /** Null where none is stated. */
  aim: { words: string; met: boolean } | null
}
