/** An axis of amounts: its ends, and what is written along it, at equal distances from one end to the other. */
export interface ChartScale {
  low: number
  high: number
  ticks: readonly number[]
}

const MOST_STEPS = 3
/** An amount is counted in wholes: pieces, events, dollars. */
const LEAST_STEP = 1

/** The scale for these amounts, from zero and in round steps. @param most where it ends at least */
export function scaleOf(amounts: readonly number[], most = 0): ChartScale {
  const [least, greatest] = [Math.min(0, ...amounts), Math.max(most, ...amounts)]
  const step = roundUp((greatest - least) / MOST_STEPS)
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(greatest / step), Math.floor(least / step) + 1)]
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { low: from * step, high: to * step, ticks }
}

/** 1, 2, 5, 10, 20, 50 ... */
function roundUp(size: number): number {
  if (size <= LEAST_STEP) return LEAST_STEP
  const power = 10 ** Math.floor(Math.log10(size))
  return ([1, 2, 5].find((times) => times * power >= size) ?? 10) * power
}
