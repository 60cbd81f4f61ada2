import { CALL_PRIORITIES, type CallPriority } from '../../../src-shared/station/app/call-priority.ts'

/**
 * The part of a limit that calls of a priority leave to the more urgent ones: of 100 calls a minute background work uses
 * 60 at most, tracking 80, and the last five are for people alone. Never falls along the order of priorities, so that a
 * call that may not start holds back every less urgent one too.
 */
const RESERVE: Record<CallPriority, number> = {
  person: 0,
  booking: 0.05,
  label: 0.1,
  tracking: 0.2,
  background: 0.4,
}

/** From here on background work spreads what is left over the rest of the window. */
const SPREAD_BELOW = 0.5

/** Calls of a limit that must stay free for others when a call of this priority starts. */
export function reserveOf(priority: CallPriority, limit: number): number {
  return Math.floor(limit * RESERVE[priority])
}

/** The priorities that slow down as the limit is used up. */
export function isPaced(priority: CallPriority): boolean {
  return CALL_PRIORITIES.indexOf(priority) >= CALL_PRIORITIES.indexOf('tracking')
}

/**
 * The least time between two paced calls, in ms: none while half of the limit is left, then what is left of the window
 * over the calls that may still be made in it. Other stations with the same key do the same, and all slow down together.
 */
export function paceOf(
  priority: CallPriority,
  { limit, remaining, windowLeftMs }: { limit: number; remaining: number; windowLeftMs: number },
): number {
  if (!isPaced(priority) || remaining >= limit * SPREAD_BELOW) return 0
  return windowLeftMs / Math.max(1, remaining - reserveOf(priority, limit))
}
