import { faultOf, type FaultPlan } from '../../../support/fault-proxy-plan.ts'
import type { MayhemPlan } from './mayhem.ts'
import type { SiteRoundOptions } from './round.ts'

/** Everything that may befall a site. */
export const FULL_MAYHEM: MayhemPlan = {
  stations: { then: { kill: 40, cut: 20, clock: 8, 'two scans': 24, 'two closings': 8 } },
  sender: { then: { kill: 58, freeze: 30, emergency: 12 }, afterSends: 2 },
  database: {
    then: { crash: 76, 'fail over': 12, 'keep a copy': 6, 'restore a copy': 3, 'start a copy as it is': 3 },
    afterSends: 4,
  },
  gaps: { stations: 500, sender: 1_500, database: 2_500 },
}

/** Every booking is carried out, and its answer comes too late. */
const LATE_ANSWERS: FaultPlan = (family) => (family === 'book' ? faultOf('late') : null)

const KILLS: MayhemPlan = {
  stations: { then: {} },
  sender: { then: { kill: 1 } },
  database: { then: {} },
  gaps: { stations: null, sender: 1_500, database: null },
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

/** What a dead sender was sending goes out again as soon as its seat's time is over: the judge has to find it guilty. */
export const LEASE_ROUND: PlannedRound = {
  ...{ stations: 1, isCareless: true, bookings: 1_000, forMs: 6_000, meanPauseMs: 200 },
  mayhem: KILLS,
  plan: LATE_ANSWERS,
  mutant: 'lease',
  atLeast: { 'sender killed': 2 },
}
