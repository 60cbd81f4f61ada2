import { RESPONSE_VARIANTS } from '../../../src-sandbox/response-variants/variant.ts'
import type { ClerkKind } from '../people/clerk.ts'
import type { Errand } from './errands.ts'
import { EVERY_MISHAP, type Mishap } from './mishaps.ts'

/** What is special about a round. */
interface RoundKind {
  name: string
  clerk: ClerkKind
  errands: Partial<Record<Errand, number>>
  needsSmallDisk: boolean
  /** What befalls the files between two lives, by weight. */
  mishaps?: Partial<Record<Mishap, number>>
}

/** What people do with a station whose files suffer. */
const RECOVERING = { 'back up': 30, 'plan a restore': 2, 'submit what was lost': 10 } as const

/** In this order, again and again until all kills are done. */
const ROUND_KINDS: readonly RoundKind[] = [
  { name: 'careful clerk', clerk: 'careful', errands: {}, needsSmallDisk: false },
  // Nothing else moves what stands still.
  {
    name: 'one booking alone',
    clerk: 'careful',
    errands: { submit: 4, 'click twice': 0, 'submit again': 0, change: 0, cancel: 2, decide: 4 },
    needsSmallDisk: false,
  },
  { name: 'careless clerk', clerk: 'careless', errands: {}, needsSmallDisk: false },
  {
    name: 'wrong clocks',
    clerk: 'careful',
    errands: { 'set the station clock': 10, 'jump the service clock': 2 },
    needsSmallDisk: false,
  },
  {
    name: 'full disk',
    clerk: 'careful',
    errands: { 'fill the disk': 12, 'free the disk': 10 },
    needsSmallDisk: true,
  },
  {
    name: 'damaged files',
    clerk: 'careful',
    errands: RECOVERING,
    needsSmallDisk: false,
    mishaps: EVERY_MISHAP,
  },
  {
    name: 'lost journals, wrong clocks',
    clerk: 'careful',
    errands: { ...RECOVERING, 'set the station clock': 10 },
    needsSmallDisk: false,
    mishaps: { 'journal removed': 1 },
  },
  {
    name: 'damaged files on a full disk',
    clerk: 'careful',
    errands: { ...RECOVERING, 'fill the disk': 8, 'free the disk': 8 },
    needsSmallDisk: true,
    mishaps: EVERY_MISHAP,
  },
]

export interface PlannedRound {
  seed: string
  kind: RoundKind
  kills: number
  /** How its service writes its answers. */
  responseVariant: string
}

/** The rounds of a run: so many kills, shared out. Without a small disk its rounds are left out, and the others get theirs. */
export function planRounds(seed: string, kills: number, killsARound: number, hasSmallDisk: boolean): PlannedRound[] {
  const kinds = ROUND_KINDS.filter(({ needsSmallDisk }) => hasSmallDisk || !needsSmallDisk)
  const rounds: PlannedRound[] = []
  for (let left = kills; left > 0; left -= killsARound) {
    const kind = kinds[rounds.length % kinds.length]
    if (!kind) break
    const nth = rounds.length + 1
    // Each time all kinds were had, they begin one response variant further on: in the end each has met every one.
    const shift = Math.floor((nth - 1) / kinds.length)
    const responseVariant =
      RESPONSE_VARIANTS[(nth - 1 + shift) % (RESPONSE_VARIANTS.length + 1)] ?? `mix:${seed}.${nth}`
    rounds.push({ seed: `${seed}.${nth}`, kind, kills: Math.min(killsARound, left), responseVariant })
  }
  return rounds
}
