/** What this process held at the end of a simulated day, after the garbage of it was collected. */
interface Sample {
  heapBytes: number
  /** Files, connections and timers of the real process. */
  handles: number
  /** Events that the world has planned. */
  pending: number
}

export interface MeterReport {
  samples: number
  /** Least squares over the days, the first left out: it fills what stays. Null with fewer than three days. */
  heapKBADay: number | null
  handlesADay: number | null
  pendingADay: number | null
  heapMB: number
}

/** Memory and handles over the days of one world. Without --expose-gc the heap is what the collector left by itself. */
export class Meter {
  readonly #samples: Sample[] = []

  sample(pending: number): void {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    this.#samples.push({ heapBytes: heapUsed + external, handles: process.getActiveResourcesInfo().length, pending })
  }

  report(): MeterReport {
    const slope = (of: (sample: Sample) => number) => slopeOf(this.#samples.slice(1).map(of))
    return {
      samples: this.#samples.length,
      heapKBADay: slope(({ heapBytes }) => heapBytes / 1024),
      handlesADay: slope(({ handles }) => handles),
      pendingADay: slope(({ pending }) => pending),
      heapMB: Math.round((this.#samples.at(-1)?.heapBytes ?? 0) / 2 ** 20),
    }
  }
}

/** Of values at 0, 1, 2 ...; null with fewer than two. */
function slopeOf(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const up = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const across = values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0)
  return Math.round((up / across) * 100) / 100
}
