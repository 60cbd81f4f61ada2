import { DIALECTS } from '../../src-sandbox/dialect/dialect.ts'
import { seeded, type Seeded } from '../support/seeded.ts'
import type { Weather } from './network.ts'

/** What people and the world do; each by its weight in a working hour. */
export const ACTS = {
  // The clerk.
  submit: 30,
  'submit twice': 6,
  'submit again': 5,
  decide: 14,
  change: 7,
  cancel: 3,
  hold: 2,
  check: 2,
  // The packer.
  scan: 26,
  'scan twice': 4,
  'scan unknown': 2,
  'answer prints': 12,
  'print list': 3,
  // The supervisor.
  look: 10,
  batch: 2,
  'close day': 1,
  'go back': 1.2,
  // Whoever presses anything.
  'any command': 10,
  // Printers.
  'printer stops': 3,
  'printer goes on': 6,
  'printer loses power': 1.5,
  // The weather.
  storm: 2.5,
  calm: 4,
  cut: 1,
  mend: 3,
  'service dies': 1.2,
  'service starts': 4,
  // The machine.
  kill: 1.6,
  'power cut': 0.8,
  restart: 0.8,
  'set the clock': 0.6,
  'clock right': 1,
  sleep: 1.2,
  'change zone': 0.8,
} as const
export type Act = keyof typeof ACTS

/** One thing that happens, drawn before anything does: to leave it out changes nothing of the others. */
export interface PlannedAct {
  /** Milliseconds since the world began. */
  at: number
  act: Act
  /** Names the randomness of what is done, and nothing else. */
  nth: number
}

/** Everything that a world will do. */
export interface Plan {
  seed: string
  days: number
  /** When it begins, milliseconds since 1970. */
  start: number
  /** Nobody switches the station off at night. */
  staysOpen: boolean
  /** How the service writes its answers. */
  dialect: string
  acts: PlannedAct[]
}

const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** A working day, in hours of the world's first midnight. */
const OPENS = 13
const CLOSES = 23

export interface PlanOptions {
  seed: string
  days: number
  /** Acts an hour. */
  pace?: number
  /** Other weights; 0 leaves an act out. */
  weights?: Partial<Record<Act, number>>
  /** Left out: one by the seed. */
  dialect?: string | undefined
}

/** Working days only: nights and the time between are for what runs by itself. */
export function planOf({ seed, days, pace = 22, weights = {}, dialect = dialectBy(seed) }: PlanOptions): Plan {
  const chances: Record<string, number> = { ...ACTS, ...weights }
  const mood = seeded(seed, 'mood')
  // Worlds differ in what is likely, so that what happens rarely on average happens often somewhere.
  for (const act of Object.keys(chances)) chances[act] = (chances[act] ?? 0) * (0.3 + 2 * mood.next())
  const acts: PlannedAct[] = []
  let nth = 0
  for (let day = 0; day < days; day += 1) {
    const random = seeded(seed, 'day', day)
    const end = day * DAY + CLOSES * HOUR
    for (let at = day * DAY + OPENS * HOUR + random.exponential(HOUR / pace); at < end;) {
      acts.push({ at: Math.floor(at), act: random.pick<Act>(chances), nth: (nth += 1) })
      at += random.exponential(HOUR / pace)
    }
  }
  const start = Date.parse('2026-10-19T00:00:00.000Z') + 7 * DAY * mood.below(40)
  return { seed, days, start, staysOpen: mood.chance(0.4), dialect, acts }
}

/** Every other world has a service that speaks as the interface shows. */
function dialectBy(seed: string): string {
  const random = seeded(seed, 'dialect')
  const choices = [...DIALECTS, `mix:${seed.replaceAll(/[^\w.-]/g, '-').slice(0, 40)}`]
  return random.chance(0.5) ? 'plain' : (choices[random.below(choices.length)] ?? 'plain')
}

/** A storm of the network: some of what may befall a call, and how often. */
export function stormOf(random: Seeded): Weather {
  const most = (perMille: number) => (random.chance(0.5) ? random.below(perMille) : 0)
  return {
    slow: most(200),
    refused: most(300),
    'no-name': most(200),
    'lost-before': most(200),
    'lost-after': most(350),
    'half-open': most(100),
    twice: most(60),
    throttled: most(300),
    unavailable: most(200),
    page: most(100),
  }
}
