/** The wait after each number of tries in a row; the last one repeats for ever. */
export function delayAfter(delays: readonly [number, ...number[]], tries: number): number {
  return delays[Math.min(tries, delays.length - 1)] ?? delays[0]
}
