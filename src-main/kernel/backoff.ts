/** The wait after so many tries in a row: each has its own, the last one holds for ever. */
export function delayAfter(delays: readonly [number, ...number[]], tries: number): number {
  return delays[Math.min(tries, delays.length - 1)] ?? delays[0]
}
