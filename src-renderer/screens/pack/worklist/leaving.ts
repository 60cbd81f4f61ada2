import type { WorkGroup } from '../../../../src-shared/station/printing/worklist.ts'
import type { Tone } from '../../../ui/basic/status.ts'

/** So near its leaving a truck is amber. Milliseconds. */
const SOON_MS = 60 * 60 * 1000

/** How near a truck's leaving is, in epoch milliseconds of now. `isLate`: it has left without some of its orders. */
export function leavingOf({ leavesAt, left }: WorkGroup, now: number): { isLate: boolean; tone: Tone } {
  const inMs = leavesAt === null ? Infinity : Date.parse(leavesAt) - now
  const isLate = left > 0 && inMs < 0
  return { isLate, tone: isLate ? 'bad' : inMs < SOON_MS ? 'wait' : 'idle' }
}
