import { stepsNeverTaken } from './coverage.ts'

/** Steps, or whole machines, that no world takes, and why. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['hand_over', 'A world has no site: its PostgreSQL is a process of its own. `npm run chaos:site` has one.'],
  [
    'booking QUEUED -> REJECTED',
    'Its quote has ended and nobody knows what it was asked for: a booking of the first version, and in a world such bookings have all ended.',
  ],
  [
    'print_job UNKNOWN -> CANCELLED',
    'Only when the printer of a rehearsal is gone; a world has no rehearsal (tests/rehearsal).',
  ],
])

/** Steps that a world may take, and that those of `npm test` do not: what is asked of them elsewhere. */
const RARE: ReadonlyMap<string, string> = new Map([
  [
    'print_job SENDING -> PRINTED',
    'The on-screen printer says so at once; a world prints to it only where a restored ledger does not know its own printer yet.',
  ],
  [
    'booking QUEUED -> NEEDS_DECISION',
    'A price that rose, a rate that is gone or a day that passed while it waited: the carriers of a world keep their prices for a day (tests/booking).',
  ],
  [
    'booking NEEDS_DECISION -> BOOKED',
    'Two shipments that agree in everything, or one that comes to light after a person was asked (tests/booking).',
  ],
  [
    'booking UNKNOWN -> CANCELLED',
    'Called off while nobody knew of it, lost before the service, and the network well for every look (tests/booking).',
  ],
  ['batch CHECKED -> DONE', 'All its rows became orders, which a world books otherwise (tests/imports/order-board).'],
  ['batch PAUSED -> DONE', 'What was left of it became orders (tests/imports/order-board).'],
  ['batch DONE -> PAUSED', 'A row that was refused was fixed after the end (tests/imports/batch-fix).'],
  [
    'print_job SENT -> FAILED',
    'The printer holds a label whole, loses power, and a person says so before the next look does (tests/printing).',
  ],
])

/** Steps that the machines allow and that none of these worlds took, without those of which it is known why. */
export const unexplained = (taken: ReadonlySet<string>): string[] =>
  stepsNeverTaken(taken).filter((step) => whyNever(step) === null)

/** Null: nobody knows. */
export const whyNever = (step: string): string | null =>
  NEVER.get(step) ?? RARE.get(step) ?? NEVER.get(step.replace(/ .*/, '')) ?? null

/** What is said never to happen and did. */
export const wronglyNever = (taken: ReadonlySet<string>): string[] =>
  [...NEVER.keys()].filter((step) => taken.has(step))
