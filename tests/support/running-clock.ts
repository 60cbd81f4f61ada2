import type { Clock } from '../../src-main/kernel/clock.ts'

/** The day of every test that names no other: a Wednesday in the afternoon, far from a holiday and a change of clocks. */
export const TEST_START = '2026-10-21T20:00:00.000Z'

/** Milliseconds of a clock that every process of this machine reads the same, and that knows no date. */
export const machineMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** A clock that starts at a fixed moment and goes on at the machine's pace, for what waits for a moment to come. */
export function runningClock(start = TEST_START): Clock {
  const offset = Date.parse(start) - machineMs()
  return { now: () => new Date(offset + machineMs()) }
}
