import { BOOKING_STATES, BOOKING_TRANSITIONS, type BookingState } from '../../../src-shared/machine/booking.ts'
import type { AuditFact } from './ledger-facts.ts'

const STATE_OF_ACTION: ReadonlyMap<string, BookingState> = new Map([
  ['submitted', 'QUEUED'],
  ...BOOKING_STATES.map((state) => [state.toLowerCase(), state] as const),
])

/**
 * What is wrong with one booking's audit rows among these; null when they tell a whole story: submitted first, each step one that the
 * state machine allows and that starts where the one before ended, and the last ending where the booking stands. Rows of
 * other words are notes beside the story.
 */
export function gapInAudit(bookingId: string, state: BookingState, rows: readonly AuditFact[]): string | null {
  let last: BookingState | undefined
  for (const { action, detail, subjectId } of rows) {
    if (subjectId !== bookingId) continue
    const to = STATE_OF_ACTION.get(action)
    if (to === undefined) continue
    const wrong = last === undefined ? wrongStart(action) : wrongStep(last, detail['from'], to)
    if (wrong) return wrong
    last = to
  }
  if (last === undefined) return 'nothing tells of it'
  return last === state ? null : `its story ends at ${last}, but it is ${state}`
}

function wrongStart(action: string): string | null {
  return action === 'submitted' ? null : `its story begins with "${action}"`
}

function wrongStep(was: BookingState, from: unknown, to: BookingState): string | null {
  if (from !== was) return `it was ${was}, and became ${to} from ${String(from)}`
  return BOOKING_TRANSITIONS[was].includes(to) ? null : `${was} must not become ${to}`
}
