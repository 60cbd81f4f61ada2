/** Until a job of which no byte left is tried again: first, second ... try; the last one from then on. Milliseconds. */
export const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const
