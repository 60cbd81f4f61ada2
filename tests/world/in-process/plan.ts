import { z } from 'zod'
import { RESPONSE_VARIANTS } from '../../../src-sandbox/response-variants/variant.ts'
import { seeded, type Seeded } from '../../support/seeded.ts'
import { HABITS, type HabitName } from './habit.ts'
import type { Weather } from './network.ts'

/** What people and the world do; each by its weight in a working hour. */
const ACTS = {
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
  'count pieces': 2,
  'answer prints': 12,
  'tidy prints': 1,
  'print list': 3,
  // The supervisor.
  look: 10,
  batch: 2,
  'change batch': 1.5,
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
  'rate limit': 0.8,
  calm: 4,
  cut: 1,
  mend: 3,
  'service dies': 1.2,
  'service starts': 4,
  // The machine.
  kill: 1.6,
  'power cut': 0.8,
  restart: 0.8,
  upgrade: 0.6,
  'set the clock': 1.2,
  'clock right': 1,
  sleep: 1.2,
  'change zone': 0.8,
  // Other systems, and people who sign in: done where the world has them.
  'two desks': 2,
  'send back': 1,
  'order file': 4,
  'orders told': 2,
  'book order': 5,
  'scan order': 4,
  'answer order': 3,
  'approve late': 3,
  'role ends': 1.5,
  weigh: 3,
} as const
export type Act = keyof typeof ACTS

/** What a world may have beside a station, a printer and a service. */
const SYSTEMS = ['orders', 'sign-in', 'scale'] as const
export type SystemName = (typeof SYSTEMS)[number]

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
  responseVariant: string
  /** What it makes of references and ids; absent: nothing. */
  habit?: HabitName | undefined
  /** How many stations work with the one service; the nth act is done at the nth of them in turn. */
  stations: number
  systems: readonly SystemName[]
  /** News is asked for so many times more seldom; as the product does when absent. */
  slowerSync?: number | undefined
  /** Hours of the world's midnight between which everything is open; a whole working day when absent. */
  opens?: number | undefined
  closes?: number | undefined
  /** How long nothing goes wrong at the end before the judge asks; 150 when absent. */
  peaceMinutes?: number | undefined
  /** What the account at the service has, in cents; as much as anybody wants when absent. */
  balanceMinor?: number | undefined
  acts: PlannedAct[]
}

/** A plan as it is kept in a file. */
export const planSchema = z.object({
  seed: z.string(),
  days: z.int(),
  start: z.number(),
  staysOpen: z.boolean(),
  responseVariant: z.string().default('plain'),
  habit: z.enum(HABITS).optional(),
  stations: z.int().default(1),
  systems: z.array(z.enum(SYSTEMS)).default([]),
  slowerSync: z.number().optional(),
  opens: z.number().optional(),
  closes: z.number().optional(),
  peaceMinutes: z.number().optional(),
  balanceMinor: z.int().optional(),
  acts: z.array(z.object({ at: z.number(), act: z.string().refine((act): act is Act => act in ACTS), nth: z.int() })),
})

const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Of the world's midnight: a little before and after people work. */
export const OPENS_AT = 12.9
export const CLOSES_AT = 23.5
/** A working day, in hours of the world's first midnight. */
const OPENS = 13
const CLOSES = 23

export interface PlanOptions {
  seed: string
  days: number
  /** Acts an hour. */
  pace?: number | undefined
  /** Other weights; 0 leaves an act out. */
  weights?: Partial<Record<Act, number>>
  /** Left out: one by the seed. */
  responseVariant?: string | undefined
  stations?: number
  /** Left out: one by the seed. */
  kind?: KindName | undefined
  /** Of work in a day. */
  hours?: number | undefined
  slowerSync?: number | undefined
}

/**
 * Kinds of worlds: in an ordinary day what needs company happens often, and what needs a printer that dies within one label,
 * a booking with nobody around it, or a ledger that goes back again and again, nearly never.
 */
interface Kind {
  share: number
  pace: number
  weights: Partial<Record<Act, number>>
}
const KINDS = {
  ordinary: { share: 4, pace: 22, weights: {} },
  // Hours in which one thing waits for a timer and for nothing else.
  quiet: {
    share: 1,
    pace: 5,
    weights: {
      'any command': 1,
      look: 0,
      'submit twice': 1,
      'submit again': 1,
      decide: 3,
      storm: 10,
      calm: 14,
      scan: 8,
    },
  },
  printers: {
    share: 1.5,
    pace: 22,
    weights: {
      submit: 20,
      scan: 60,
      'print list': 6,
      'printer stops': 14,
      'printer goes on': 12,
      'printer loses power': 14,
      kill: 3,
      storm: 0.5,
      cut: 0.2,
      'any command': 2,
    },
  },
  // Labels wait for a printer while backups are made, and one of them comes back.
  'going back': {
    share: 1.5,
    pace: 18,
    weights: {
      submit: 24,
      scan: 50,
      'printer stops': 10,
      'printer goes on': 3,
      'go back': 8,
      storm: 1,
      'any command': 2,
    },
  },
} as const satisfies Record<KindName, Kind>
export const KIND_NAMES = ['ordinary', 'quiet', 'printers', 'going back'] as const
type KindName = (typeof KIND_NAMES)[number]

/** Working days only: nights and the time between are for what runs by itself. */
export function planOf({
  seed,
  days,
  responseVariant = variantBy(seed),
  stations = 1,
  hours = CLOSES - OPENS,
  ...given
}: PlanOptions): Plan {
  const drawn: KindName = seeded(seed, 'kind').pick(SHARES)
  const kind: Kind = KINDS[given.kind ?? drawn]
  const { pace = kind.pace, weights = kind.weights } = given
  const chances: Record<string, number> = { ...ACTS, ...weights }
  const systems = SYSTEMS.filter((system) => seeded(seed, 'system', system).chance(0.25))
  for (const system of SYSTEMS) if (!systems.includes(system)) for (const act of ACTS_OF[system]) chances[act] = 0
  const mood = seeded(seed, 'mood')
  // Worlds differ in what is likely, so that what happens rarely on average happens often somewhere.
  for (const act of Object.keys(chances)) chances[act] = (chances[act] ?? 0) * (0.3 + 2 * mood.next())
  const acts: PlannedAct[] = []
  let nth = 0
  for (let day = 0; day < days; day += 1) {
    const random = seeded(seed, 'day', day)
    const end = day * DAY + (OPENS + hours) * HOUR
    for (let at = day * DAY + OPENS * HOUR + random.exponential(HOUR / pace); at < end;) {
      acts.push({ at: Math.floor(at), act: random.pick<Act>(chances), nth: (nth += 1) })
      at += random.exponential(HOUR / pace)
    }
  }
  const start = Date.parse('2026-10-19T00:00:00.000Z') + 7 * DAY * mood.below(40)
  const staysOpen = mood.chance(0.4)
  const closes = OPENS + hours + (CLOSES_AT - CLOSES)
  const { slowerSync } = given
  const habit = habitBy(seed)
  return { seed, days, start, staysOpen, responseVariant, habit, stations, systems, slowerSync, closes, acts }
}

/** What is done only where the system is. */
const ACTS_OF: Record<SystemName, readonly Act[]> = {
  orders: ['order file', 'orders told', 'book order', 'scan order', 'answer order'],
  'sign-in': ['approve late', 'role ends'],
  scale: ['weigh'],
}

const SHARES: Record<KindName, number> = {
  ordinary: KINDS.ordinary.share,
  quiet: KINDS.quiet.share,
  printers: KINDS.printers.share,
  'going back': KINDS['going back'].share,
}

/** Every other world has a service that speaks as the interface shows. */
function variantBy(seed: string): string {
  const random = seeded(seed, 'dialect')
  const choices = [...RESPONSE_VARIANTS, `mix:${seed.replaceAll(/[^\w.-]/g, '-').slice(0, 40)}`]
  return random.chance(0.5) ? 'plain' : (choices[random.below(choices.length)] ?? 'plain')
}

/** Every other world has a service that keeps what it is told. */
function habitBy(seed: string): HabitName | undefined {
  const random = seeded(seed, 'habit')
  return random.chance(0.5) ? HABITS[random.below(HABITS.length)] : undefined
}

/** Others of the same account call: one call in two comes back with a 429. */
export const RATE_LIMIT: Weather = { throttled: 500 }

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
    'host-lost': most(200),
    conflict: most(400),
    anothers: most(400),
  }
}
