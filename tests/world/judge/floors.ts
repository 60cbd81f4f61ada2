import type { Act } from '../in-process/plan.ts'
import type { Violation } from './violation.ts'

interface Floor {
  acts: readonly Act[]
  /** Each so many of them, in one world, must have come to one of these at least. */
  each: number
  happens: readonly string[]
}

/**
 * What acts must come to. A world in which the same things happen again and again and come to nothing is alike and false: its
 * seed stays the same run, and its judge has nothing to judge. A few acts may find a closed station, a full wire, or nobody; and
 * what is counted in the ledger of the end may have gone with an earlier one.
 */
const FLOORS: readonly Floor[] = [
  { acts: ['submit', 'submit twice'], each: 15, happens: ['BOOKED', 'gone back'] },
  { acts: ['scan', 'scan twice'], each: 40, happens: ['job PRINTED', 'job SENT', 'gone back'] },
  {
    acts: ['storm'],
    each: 10,
    happens: ['lost-before', 'lost-after', 'refused', 'no-name', 'slow', 'throttled', 'unavailable'].map(
      (fate) => `call ${fate}`,
    ),
  },
  { acts: ['rate limit'], each: 8, happens: ['call throttled'] },
  { acts: ['cut'], each: 10, happens: ['call refused'] },
  { acts: ['kill', 'power cut'], each: 12, happens: ['killed'] },
  { acts: ['go back'], each: 8, happens: ['gone back'] },
  { acts: ['upgrade'], each: 8, happens: ['upgraded'] },
  { acts: ['batch', 'change batch'], each: 8, happens: ['batch RUNNING -> DONE', 'batch RUNNING -> PAUSED'] },
  { acts: ['two desks'], each: 8, happens: ['answer REFERENCE_USED'] },
  { acts: ['order file', 'orders told'], each: 6, happens: ['order kept'] },
  { acts: ['book order', 'scan order'], each: 20, happens: ['order booked'] },
  { acts: ['approve late'], each: 8, happens: ['answer APPROVAL_NEEDED'] },
  { acts: ['role ends'], each: 8, happens: ['answer ROLE_NEEDED', 'answer SIGN_IN_NEEDED'] },
  { acts: ['weigh'], each: 12, happens: ['weighed'] },
]

/** Acts that were done again and again, and came to nothing. @param tally how often each thing happened */
export function judgeFloors(tally: ReadonlyMap<string, number>): Violation[] {
  const sum = (names: readonly string[]) => names.reduce((all, name) => all + (tally.get(name) ?? 0), 0)
  return FLOORS.flatMap(({ acts, each, happens }): Violation[] => {
    const done = sum(acts.map((act) => `act ${act}`))
    const least = Math.floor(done / each)
    const times = sum(happens)
    if (times >= least) return []
    const what = `${acts.join(', ')}: ${done} times, and ${happens.join(', ')} only ${times} times instead of ${least}`
    return [{ rule: 'hollow', what, reference: null }]
  })
}
