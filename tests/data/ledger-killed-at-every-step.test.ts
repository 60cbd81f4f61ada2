import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { newBooking } from '../support/bookings.ts'
import { full, isFullRun } from '../support/full.ts'
import { tempDir } from '../support/temp-dir.ts'
import type { DyingOrder } from './dying-ledger.ts'
import {
  ALL_IDS,
  backupNames,
  copyOf,
  damageLedger,
  firstVersion,
  freeMuchOfOld,
  runDying,
  WAITING_IN_BACKUP,
  workedLedger,
  type Scene,
} from './ledger-scenes.ts'

/** How many processes run side by side: each mostly waits for the disk. */
const AT_ONCE = 3
/** Recovering, restoring, and a ledger cut to nothing. */
const DEFAULT_STORIES = 3

interface Story {
  name: string
  /** The folder as it is before the run. */
  scene: () => Promise<Omit<Scene, 'backup'>>
  order?: Partial<DyingOrder>
  /** Steps that the story is about: a name that is in none of its runs would test nothing. */
  mustPass: string[]
  /** Bookings that were in the ledger before. */
  ids: readonly string[]
  /** Rows from a backup may take the ledger's place: none of them may be sent by itself. */
  goesBack: boolean
  /** Codes of which one must be told, wherever the kill struck; none: nothing happened. */
  mustReport: readonly string[]
}

const STORIES: Story[] = [
  {
    name: 'recovering a damaged ledger',
    scene: async () => {
      const scene = await workedLedger()
      damageLedger(scene.dir)
      return scene
    },
    mustPass: [
      'recovery copied',
      'recovery distrusted',
      'recovery step named',
      'recovery put aside',
      'recovery in place',
    ],
    ids: ALL_IDS,
    goesBack: true,
    mustReport: ['DATABASE_DAMAGED'],
  },
  {
    name: 'carrying out a planned restore',
    scene: async () => {
      const scene = await workedLedger()
      writeFileSync(join(scene.dir, 'backups', 'restore-next'), scene.backup)
      return scene
    },
    mustPass: ['plan taken', 'recovery put aside', 'recovery in place', 'recovery plan ended'],
    ids: ALL_IDS,
    goesBack: true,
    mustReport: ['LEDGER_RESTORED', 'RESTORE_DROPPED'],
  },
  {
    name: 'finding that the ledger is cut to nothing',
    scene: async () => {
      const scene = await workedLedger()
      writeFileSync(join(scene.dir, 'ledger.db'), '')
      return scene
    },
    mustPass: ['recovery distrusted', 'recovery in place'],
    ids: ALL_IDS,
    goesBack: true,
    mustReport: ['DATABASE_DAMAGED'],
  },
  {
    name: 'finding an older ledger than the one that was used',
    scene: async () => {
      const scene = await workedLedger()
      for (const name of backupNames(scene.dir)) {
        if (name !== scene.backup) rmSync(join(scene.dir, 'backups', name))
      }
      renameSync(join(scene.dir, 'backups', scene.backup), join(scene.dir, 'ledger.db'))
      return scene
    },
    mustPass: ['gap found', 'gap mended', 'mark written'],
    ids: ALL_IDS,
    goesBack: true,
    mustReport: ['LEDGER_BEHIND'],
  },
  {
    name: 'backing up a ledger in use, and closing it',
    scene: () => workedLedger(),
    order: { backsUp: 'asked', book: 'e' },
    mustPass: [
      'cut written',
      'cut named',
      'backup copied',
      'backup looked through',
      'backup named',
      'close checkpointed',
      'close marked',
      'closed',
    ],
    ids: ALL_IDS,
    goesBack: false,
    mustReport: [],
  },
  {
    name: 'backing up a large ledger by a process of its own',
    scene: () => workedLedger(),
    order: { backsUp: 'asked', book: 'e', isLarge: true },
    mustPass: ['copy begun', 'copy by its process', 'copy laid on', 'backup looked through', 'backup named'],
    ids: ALL_IDS,
    goesBack: false,
    mustReport: [],
  },
  {
    name: 'going back to a quarter of an hour',
    scene: async () => {
      const scene = await workedLedger()
      const ledger = await openLedger(scene.dir, scene.clock)
      await ledger.backups.takeFull()
      await bookingStore(ledger.db, scene.clock).submit(newBooking('f'))
      scene.clock.advance(15 * 60_000)
      await ledger.backups.tick()
      ledger.close()
      const increment = readdirSync(join(scene.dir, 'backups')).find((name) => name.endsWith('.cut'))
      writeFileSync(join(scene.dir, 'backups', 'restore-next'), increment ?? 'no cut')
      return scene
    },
    mustPass: ['plan taken', 'recovery copied', 'recovery distrusted', 'recovery in place', 'recovery plan ended'],
    ids: [...ALL_IDS, 'f'],
    goesBack: true,
    mustReport: ['LEDGER_RESTORED', 'RESTORE_DROPPED'],
  },
  {
    name: 'taking over a ledger of the first version',
    scene: async () => {
      const { dir, clock } = { dir: tempDir(), clock: (await workedLedger()).clock }
      firstVersion(dir)
      return { dir, clock }
    },
    mustPass: ['migration 2 run', 'migration 7 run', 'migration 7 committed', 'mark written', 'mark noted'],
    ids: ALL_IDS,
    goesBack: false,
    mustReport: [],
  },
  {
    name: 'writing a ledger anew of which much is free',
    scene: async () => {
      const scene = await workedLedger()
      freeMuchOfOld(scene.dir)
      return scene
    },
    order: { book: 'e', backsUp: 'clock' },
    mustPass: ['writing anew', 'written anew', 'rewritten file checked', 'rewritten file in place', 'backup named'],
    ids: ALL_IDS,
    goesBack: false,
    mustReport: [],
  },
  {
    name: 'making the first ledger of a folder',
    scene: async () => ({ dir: tempDir(), clock: (await workedLedger()).clock }),
    order: { book: 'a', backsUp: 'clock' },
    mustPass: [
      // A new file is made whole or not at all.
      `migration ${LEDGER_MIGRATIONS.length} committed`,
      'mark written',
      'backup named',
      'booked',
      'close cut written',
      'close cut named',
    ],
    ids: [],
    goesBack: false,
    mustReport: [],
  },
]

/** What must hold at each start after the kill. */
async function judge(story: Story, dir: string, clock: Scene['clock'], booked: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  let ledger
  try {
    ledger = await openLedger(dir, clock)
  } catch (error) {
    if (error instanceof StationError && error.code === 'LEDGER_MISSING') return faults
    return [`it does not open: ${String(error)}`]
  }
  try {
    const found = await bookingStore(ledger.db, clock).list({ limit: 100 })
    const lost = [...story.ids, ...booked].filter((id) => !found.some(({ reference }) => reference === `PO-${id}`))
    const isReported = ledger.notices.some(({ code }) => /DAMAGED|RESTORED|BEHIND|EXCHANGED/.test(code))
    if (lost.length > 0 && !isReported) faults.push(`${lost.join(', ')} lost without a word`)
    if (lost.length > 0 && found.some(({ state }) => state === 'QUEUED')) faults.push('a row of the past would be sent')
    if (!story.goesBack && isReported) faults.push(`told without a reason: ${JSON.stringify(ledger.notices)}`)
    const codes = ledger.notices.map(({ code }) => code)
    if (!codes.some((code) => story.mustReport.includes(code)) && story.mustReport.length > 0) {
      faults.push(`none of ${story.mustReport.join(', ')} is told: ${codes.join(', ')}`)
    }
    if (story.goesBack && WAITING_IN_BACKUP.some((id) => !found.some(({ reference }) => reference === `PO-${id}`))) {
      faults.push('what was in the backup is not there')
    }
  } finally {
    ledger.close()
  }
  return faults
}

describe('a station that is killed at any step', () => {
  for (const [nth, story] of STORIES.entries()) {
    const options = { timeout: 240_000 }
    const run =
      nth < DEFAULT_STORIES ? options : full('a process a step; the first stories are the ones that move rows', options)
    it(`of ${story.name} loses nothing in silence and trusts nothing of the past`, run, async () => {
      const { dir, clock } = await story.scene()
      const order = {
        dataDir: copyOf(dir),
        now: clock.now().toISOString(),
        dieAt: 0,
        book: null,
        backsUp: 'no',
        isLarge: false,
        answer: null,
        ...story.order,
      } satisfies DyingOrder
      const whole = await runDying(order)
      // A slow disk is told as slow, and is no trouble.
      expect(whole.said.replaceAll(/^\{.*"what":"slow statement".*\n?/gm, '')).toBe('')
      expect(whole.steps).toEqual(expect.arrayContaining(story.mustPass))
      expect(await judge(story, order.dataDir, clock, bookedBy(order, whole.steps))).toEqual([])

      const verdicts = new Map<string, string[]>()
      // The default run dies at the first of each step by its name.
      const numbers = whole.steps.flatMap((step, index) =>
        isFullRun || whole.steps.indexOf(step) === index ? [index + 1] : [],
      )
      const next = async (): Promise<void> => {
        const dieAt = numbers.shift()
        if (dieAt === undefined) return
        const dataDir = copyOf(dir)
        const { steps, isKilled } = await runDying({ ...order, dataDir, dieAt })
        const at = `${dieAt} ${steps.at(-1) ?? ''}`
        const faults = isKilled ? [] : ['it was not killed']
        const booked = bookedBy(order, steps)
        faults.push(...(await judge(story, dataDir, clock, booked)))
        faults.push(...(await judge(story, dataDir, clock, booked)).map((fault) => `at the second start: ${fault}`))
        if (faults.length > 0) verdicts.set(at, faults)
        return next()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, next))
      expect(Object.fromEntries(verdicts)).toEqual({})
    })
  }
})

/** What was answered before the kill. */
function bookedBy(order: DyingOrder, steps: readonly string[]): string[] {
  return order.book !== null && steps.includes('booked') ? [order.book] : []
}
