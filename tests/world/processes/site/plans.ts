import { faultOf, type FaultPlan } from '../../../support/fault-proxy-plan.ts'
import type { MayhemPlan } from './mayhem.ts'
import type { SiteRoundOptions } from './round.ts'

/** Everything that may befall a site. */
export const FULL_MAYHEM: MayhemPlan = {
  stations: { then: { kill: 40, cut: 20, clock: 8, 'two scans': 24, 'two closings': 8 } },
  sender: { then: { kill: 65, freeze: 35 }, afterSends: 2 },
  database: {
    then: { crash: 76, 'fail over': 12, 'keep a copy': 6, 'restore a copy': 3, 'start a copy as it is': 3 },
    afterSends: 4,
  },
  gaps: { stations: 500, sender: 1_500, database: 2_500 },
}

/** Every booking is carried out, and its answer comes too late. */
const LATE_ANSWERS: FaultPlan = (family) => (family === 'book' ? faultOf('late') : null)
const NO_FAULTS: FaultPlan = () => null

const NOTHING: MayhemPlan = {
  stations: { then: {} },
  sender: { then: {} },
  database: { then: {} },
  gaps: { stations: null, sender: null, database: null },
}
const KILLS: MayhemPlan = {
  ...NOTHING,
  sender: { then: { kill: 1 } },
  gaps: { ...NOTHING.gaps, sender: 1_500 },
}
const FREEZES: MayhemPlan = {
  ...NOTHING,
  sender: { then: { freeze: 1 } },
  gaps: { ...NOTHING.gaps, sender: 1_500 },
}
const FAIL_OVERS: MayhemPlan = {
  ...NOTHING,
  database: { then: { 'fail over': 1 } },
  gaps: { ...NOTHING.gaps, database: 3_000 },
}

type PlannedRound = Omit<SiteRoundOptions, 'seed' | 'template'>

/** Each thing in its turn, until all has happened: the floors are reached by what was done, however quick the machine is. */
export const SHORT_ROUND = {
  ...{ stations: 2, bookings: 20, forMs: 6_000, meanPauseMs: 300 },
  mayhem: {
    stations: { then: {}, inTurn: ['one reference', 'kill', 'two scans', 'cut', 'two closings', 'clock'] },
    sender: { then: {}, inTurn: ['kill', 'freeze'] },
    database: { then: {}, inTurn: ['keep a copy', 'crash', 'fail over', 'start a copy as it is'] },
    gaps: { stations: 250, sender: 400, database: 900 },
  },
  atLeast: {
    'forms taken': 20,
    'station killed': 2,
    'sender killed': 1,
    'taken over from a frozen sender': 1,
    'database killed': 1,
    'fail-over with lost commits': 1,
    'an earlier copy started as it is': 1,
    'two desks with one reference': 1,
    'two scans of one label': 1,
    'two closings of one day': 1,
  },
} as const satisfies PlannedRound

const COMMON = { stations: 1, isCareless: true, bookings: 1_000, forMs: 6_000, meanPauseMs: 60 } as const
/** Longer than anything else of a send: a sender that is frozen has permits under which nothing has left. */
const SLOW_KEY_MS = 800

type NaiveRoundName =
  | 'a lease, and sent again when it ends'
  | 'the same, with a look before each send'
  | 'one sender without a guard, and a person who answers at once'
  | 'a fail-over without the timeline rule'

/** The ways of docs/site.md's table that lose or double, each where it does. */
export const NAIVE_ROUNDS: Readonly<Record<NaiveRoundName, PlannedRound>> = {
  'a lease, and sent again when it ends': {
    ...{ ...COMMON, mayhem: KILLS, plan: LATE_ANSWERS, naive: 'lease' },
    atLeast: { 'sender killed': 2 },
  },
  'the same, with a look before each send': {
    ...{ ...COMMON, mayhem: FREEZES, plan: NO_FAULTS, naive: 'lease with looks', keyDelayMs: SLOW_KEY_MS },
    atLeast: { 'taken over from a frozen sender': 2 },
  },
  'one sender without a guard, and a person who answers at once': {
    ...{ ...COMMON, mayhem: FREEZES, plan: NO_FAULTS, naive: 'no guard', keyDelayMs: SLOW_KEY_MS, patience: 60 },
    siteDeadlineMs: 900_000,
    atLeast: { 'taken over from a frozen sender': 2 },
  },
  'a fail-over without the timeline rule': {
    ...{ ...COMMON, mayhem: FAIL_OVERS, plan: NO_FAULTS, hasTimelineRule: false, deafMs: 3_000 },
    atLeast: { 'fail-over with lost commits': 2 },
  },
}
