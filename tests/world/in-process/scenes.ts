import { z } from 'zod'
import type { HabitName } from './habit.ts'
import { CLOSES_AT, DAY, OPENS_AT, type Act, type Plan, type SystemName } from './plan.ts'

/** An act, in minutes after the first hour of work, on the nth day. */
type Step = readonly [minute: number, act: Act, day?: number]

interface Scene {
  days?: number
  /** Of quiet at the end; an hour when absent. */
  peaceMinutes?: number
  systems?: readonly SystemName[]
  /** Of the account at the service, in cents; as much as anybody wants when absent. */
  balanceMinor?: number
  /** Of the service: what it makes of references and ids. */
  habit?: HabitName
  steps: readonly Step[]
}

/** Forms of which some meet a storm. */
const FORMS_IN_A_STORM: readonly Step[] = [
  [0, 'submit'],
  [1, 'storm'],
  ...[2, 3, 4, 5, 6, 7].map((minute): Step => [minute, 'submit']),
  [9, 'calm'],
  [14, 'decide'],
]

/**
 * A few acts in the order in which one thing can go wrong, and nothing else: the seed decides what befalls each call, where in
 * a label the power goes, which backup is taken. A whole day comes upon such an order rarely, and costs a hundred times as much.
 */
const SCENES = {
  'a form': { peaceMinutes: 20, steps: [[0, 'submit']] },
  'a form clicked twice': { peaceMinutes: 20, steps: [[0, 'submit twice']] },
  'a form in a storm': {
    steps: [
      [0, 'submit'],
      [2, 'storm'],
      [3, 'submit'],
      [8, 'calm'],
    ],
  },
  'forms in a storm': { peaceMinutes: 20, steps: FORMS_IN_A_STORM },
  'forms at a service that cuts references': { peaceMinutes: 20, habit: 'references cut', steps: FORMS_IN_A_STORM },
  'forms at a service with numbers for ids': {
    peaceMinutes: 20,
    habit: 'ids as numbers',
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [2, 'submit'],
      [3, 'submit'],
      [6, 'change'],
      [8, 'scan'],
    ],
  },
  'a clock that is set': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [9, 'rate limit'],
      ...[10, 10.2, 10.4, 10.6].map((minute): Step => [minute, 'submit']),
      [10.65, 'set the clock'],
      ...[10.7, 10.9].map((minute): Step => [minute, 'submit']),
      [11.5, 'calm'],
    ],
  },
  'a form by a clock that is ahead': {
    peaceMinutes: 20,
    steps: [
      [0, 'set the clock'],
      [1, 'submit'],
    ],
  },
  'a form at the rate limit': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [9, 'rate limit'],
      [10, 'submit'],
      [11, 'calm'],
    ],
  },
  'a form before a death': {
    steps: [
      [0, 'submit'],
      [2, 'kill'],
      [3, 'submit'],
    ],
  },
  'forms of one reference': {
    peaceMinutes: 20,
    steps: [0, 1, 2, 3, 4, 5, 6, 7].map((minute): Step => [minute, 'submit']),
  },
  'a void': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [5, 'change'],
      [8, 'change'],
    ],
  },
  'a void in a storm': {
    steps: [
      [0, 'submit'],
      [5, 'storm'],
      [6, 'change'],
      [15, 'calm'],
    ],
  },
  'pieces counted': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [10, 'count pieces'],
      [11, 'count pieces'],
    ],
  },
  'a printer that is off': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [5, 'printer stops'],
      [6, 'scan'],
      [8, 'scan'],
      [14, 'printer goes on'],
    ],
  },
  'a printer that loses power': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [5, 'printer loses power'],
      [6, 'scan'],
      [9, 'printer loses power'],
      [10, 'scan'],
    ],
  },
  'a booking of before': {
    steps: [
      [0, 'submit'],
      [5, 'cut'],
      // A backup is made nine minutes after the hour.
      [6, 'submit'],
      [14, 'mend'],
      [20, 'go back'],
    ],
  },
  'a label of before': {
    steps: [
      [0, 'submit'],
      [5, 'printer stops'],
      [6, 'scan'],
      [20, 'printer goes on'],
      [24, 'go back'],
      [26, 'decide'],
    ],
  },
  'work of before an upgrade': {
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [3, 'scan'],
      [4, 'storm'],
      [5, 'submit'],
      [6, 'submit'],
      [7, 'submit'],
      [8, 'change'],
      [9, 'upgrade'],
      [12, 'calm'],
      [16, 'printer stops'],
      [17, 'scan'],
      [18, 'batch'],
      [19, 'upgrade'],
      [22, 'printer goes on'],
      // Sent a moment before the first upgrade: of unknown fate then.
      [8.8, 'submit'],
      [8.95, 'submit'],
    ],
  },
  'labels that nobody saw': {
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [5, 'printer loses power'],
      [6, 'scan'],
      [8, 'tidy prints'],
      [10, 'printer stops'],
      [11, 'scan'],
      [12, 'scan'],
      [13, 'tidy prints'],
      ...[14, 19, 24, 29].flatMap((minute): Step[] => [
        [minute, 'submit'],
        [minute + 1, 'printer loses power'],
        [minute + 2, 'scan'],
        [minute + 4, 'tidy prints'],
      ]),
    ],
  },
  'files that people change their minds about': {
    peaceMinutes: 20,
    steps: Array.from({ length: 16 }, (_, nth): Step => [2 * nth, 'change batch']),
  },
  'an account that runs dry': {
    peaceMinutes: 20,
    balanceMinor: 60_000,
    steps: [0, 1, 2, 3, 4, 5].map((minute): Step => [minute, 'submit']),
  },
  'quotes that end while the wire is cut': {
    steps: [
      [0, 'submit'],
      [1, 'cut'],
      [2, 'submit'],
      [3, 'submit'],
      [4, 'submit'],
      [5, 'cancel'],
      [100, 'mend'],
      [101, 'storm'],
      [108, 'calm'],
    ],
  },
  'called off before anybody knew': {
    steps: [
      [0, 'submit'],
      [1, 'storm'],
      ...[2, 3, 4, 5, 6, 7].map((minute): Step => [minute, 'submit']),
      ...[3, 4, 5, 6, 7, 8].map((minute): Step => [minute + 0.5, 'change']),
      // A backup is made nine minutes after the hour.
      [14, 'calm'],
      [16, 'go back'],
      [18, 'decide'],
    ],
  },
  'called off in a storm': {
    steps: [
      [0, 'submit'],
      [1, 'storm'],
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((minute): Step => [minute, 'submit']),
      ...[3, 4, 5, 6, 7, 8, 9, 10].map((minute): Step => [minute + 0.2, 'change']),
      [20, 'calm'],
    ],
  },
  'called off too late': {
    days: 5,
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [2, 'submit'],
      [10, 'change', 4],
      [11, 'change', 4],
      [12, 'change', 4],
      [13, 'change', 4],
    ],
  },
  'freight that left': {
    days: 5,
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [2, 'submit'],
      [10, 'scan', 3],
      [10, 'scan', 4],
      [12, 'scan', 4],
    ],
  },
  'one order at two desks': { peaceMinutes: 20, steps: [0, 1, 2, 3].map((minute): Step => [minute, 'two desks']) },
  'orders that repeat themselves': {
    peaceMinutes: 20,
    systems: ['orders'],
    steps: [
      [0, 'order file'],
      [1, 'order file'],
      [2, 'orders told'],
      [3, 'order file'],
      [4, 'orders told'],
      [5, 'book order'],
      [6, 'order file'],
      [7, 'scan order'],
      [8, 'answer order'],
      [9, 'book order'],
    ],
  },
  'a supervisor who comes late': {
    peaceMinutes: 20,
    systems: ['sign-in'],
    steps: [0, 12, 24].map((minute): Step => [minute, 'approve late']),
  },
  'a role that ends': {
    peaceMinutes: 20,
    systems: ['sign-in'],
    steps: [0, 2, 4].map((minute): Step => [minute, 'role ends']),
  },
  'freight on a scale': {
    peaceMinutes: 20,
    systems: ['scale'],
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [4, 'weigh'],
      [7, 'weigh'],
      [10, 'weigh'],
    ],
  },
  'freight that comes back': {
    days: 11,
    peaceMinutes: 20,
    steps: [
      [0, 'submit'],
      [1, 'submit'],
      [2, 'submit'],
      [10, 'send back', 10],
      [12, 'send back', 10],
    ],
  },
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof SCENES

const isScene = (name: string): name is SceneName => name in SCENES
export const sceneSchema = z.string().refine(isScene, 'there is no such scene')
export const SCENE_NAMES = Object.keys(SCENES).filter(isScene)

const MONDAY = Date.parse('2026-10-19T00:00:00.000Z')

export function planOfScene(name: SceneName, seed: string): Plan {
  const { days = 1, peaceMinutes = 60, systems = [], balanceMinor, habit, steps }: Scene = SCENES[name]
  const acts = steps.map(([minute, act, day = 0], nth) => ({
    at: day * DAY + (FIRST_HOUR * 60 + minute) * 60_000,
    act,
    nth: nth + 1,
  }))
  acts.sort((one, other) => one.at - other.at)
  const last = Math.max(...steps.map(([minute]) => minute))
  const closes = Math.min(CLOSES_AT, FIRST_HOUR + (last + 15) / 60)
  const frame = { seed, days, start: MONDAY, staysOpen: false, responseVariant: 'plain', stations: 1, systems }
  return { ...frame, opens: OPENS_AT, closes, peaceMinutes, balanceMinor, habit, acts }
}
const FIRST_HOUR = 13
