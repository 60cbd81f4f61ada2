import { chmodSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from '../support/fast-check.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  ALL_IDS,
  backupNames,
  bytesOf,
  copyOf,
  mayMount,
  referencesIn,
  smallDisk,
  troublesOf,
  workedLedger,
} from './ledger-scenes.ts'

const PAGE = 4096
const DAY = 24 * 60 * 60 * 1000

type Damage =
  | { kind: 'cut' | 'zeroed' | 'scribbled'; file: 'ledger' | 'newest backup'; at: number }
  | { kind: 'emptied' | 'deleted' | 'exchanged by a foreign database'; file: 'ledger' | 'newest backup' }
  | { kind: 'deleted' | 'emptied' | 'cut'; file: 'mark' | 'given'; at: number }
  | { kind: 'clock set'; days: number }

const file = fc.constantFrom('ledger' as const, 'newest backup' as const)
const at = fc.nat({ max: 999 })
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constantFrom('cut' as const, 'zeroed' as const, 'scribbled' as const), file, at }),
  fc.record({
    kind: fc.constantFrom('emptied' as const, 'deleted' as const, 'exchanged by a foreign database' as const),
    file,
  }),
  fc.record({
    kind: fc.constantFrom('deleted' as const, 'emptied' as const, 'cut' as const),
    file: fc.constantFrom('mark' as const, 'given' as const),
    at,
  }),
  fc.record({ kind: fc.constant('clock set' as const), days: fc.integer({ min: -3000, max: 3000 }) }),
)

function pathOf(dir: string, file: string): string {
  if (file === 'newest backup') return join(dir, 'backups', backupNames(dir).at(-1) ?? 'none.db')
  return join(dir, { ledger: 'ledger.db', mark: 'ledger.mark', given: 'ledger.given' }[file] ?? '')
}

function spoil(dir: string, clock: FakeClock, what: Damage): void {
  if (what.kind === 'clock set') return clock.advance(what.days * DAY)
  const path = pathOf(dir, what.file)
  if (!existsSync(path)) return
  const size = statSync(path).size
  switch (what.kind) {
    case 'deleted':
      return rmSync(path)
    case 'emptied':
      return writeFileSync(path, '')
    case 'exchanged by a foreign database':
      return writeFileSync(path, FOREIGN)
    case 'cut':
      return truncateSync(path, Math.floor((size * what.at) / 1000))
    case 'zeroed':
    case 'scribbled': {
      const bytes = bytesOf(path)
      const start = Math.floor((size * what.at) / 1000 / PAGE) * PAGE
      bytes.subarray(start, start + PAGE).fill(what.kind === 'zeroed' ? 0 : 0xa5)
      return writeFileSync(path, bytes)
    }
  }
}

/** What another program keeps in SQLite. */
const FOREIGN = foreign()
function foreign(): Buffer {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE recipe (name TEXT)')
  return db.serialize()
}

describe('whatever happens to the files of a data folder', () => {
  it('the ledger opens or says why, is never silently poorer, and sends nothing of the past by itself', async () => {
    const scene = await workedLedger()
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const dir = copyOf(scene.dir)
        const clock = new FakeClock(scene.clock.now().toISOString())
        for (const what of damages) spoil(dir, clock, what)
        for (let start = 0; start < 2; start++) {
          try {
            const ledger = await openLedger(dir, clock)
            const bookings = await bookingStore(ledger.db, clock).list({ limit: 100 })
            const codes = ledger.notices.map(({ code }) => code)
            ledger.close()
            const isWhole = ALL_IDS.every((id) => bookings.some(({ reference }) => reference === `PO-${id}`))
            if (isWhole) continue
            expect(codes).toContainEqual(expect.stringMatching(/DATABASE_DAMAGED|LEDGER_BEHIND|LEDGER_EXCHANGED/))
            expect(bookings.map(({ state }) => state)).not.toContain('QUEUED')
          } catch (error) {
            if (!(error instanceof StationError)) throw error
            expect(error.code).toBe('LEDGER_MISSING')
          }
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})

const canMount = mayMount()
/** Who may write everywhere, but not on a disk that is read-only. */
const isRoot = process.getuid?.() === 0

describe('a data folder', () => {
  it.skipIf(!canMount)('on a full disk keeps its damaged ledger, asks, and goes on when there is room', async () => {
    const scene = await workedLedger()
    const small = smallDisk()
    execFileSync('cp', ['-a', `${scene.dir}/.`, small.dir])
    const bytes = Buffer.alloc(600_000, 'damaged ')
    writeFileSync(join(small.dir, 'ledger.db'), bytes)
    small.fill()
    for (let start = 0; start < 2; start++) {
      await expect(openLedger(small.dir, scene.clock)).rejects.toMatchObject({
        code: expect.stringMatching(/LEDGER_MISSING|DISK_FULL/) as string,
      })
      expect(bytesOf(join(small.dir, 'ledger.db')).equals(bytes)).toBe(true)
    }
    small.free()
    const ledger = await openLedger(small.dir, scene.clock)
    expect(await referencesIn(ledger, scene.clock)).toEqual(['PO-a', 'PO-b'])
    ledger.close()
  })

  it.skipIf(!canMount)('on a full disk opens a sound ledger, with a word about the backup that was due', async () => {
    const scene = await workedLedger()
    const small = smallDisk()
    execFileSync('cp', ['-a', `${scene.dir}/.`, small.dir])
    scene.clock.advance(2 * DAY)
    small.fill()
    const ledger = await openLedger(small.dir, scene.clock)
    const reported = troublesOf(ledger)
    await ledger.backups.tick()
    expect(reported).toMatchObject([{ code: 'BACKUP_FAILED' }])
    await expect(bookingStore(ledger.db, scene.clock).submit(newBooking('e'))).rejects.toThrow()
    small.free()
    await bookingStore(ledger.db, scene.clock).submit(newBooking('f'))
    expect(await referencesIn(ledger, scene.clock)).toContain('PO-f')
    ledger.close()
  })

  it.skipIf(isRoot && !canMount)('that may not be written to is told in a sentence', async () => {
    const dir = tempDir()
    if (isRoot) {
      const small = smallDisk()
      execFileSync('mount', ['-o', 'remount,ro', small.dir])
      return expectReadOnly(small.dir)
    }
    chmodSync(dir, 0o500)
    onTestFinished(() => chmodSync(dir, 0o700))
    return expectReadOnly(dir)
  })

  it('is opened by one Waybill at a time, also while there is no ledger in it', async () => {
    const { dir, clock } = await workedLedger()
    const ledger = await openLedger(dir, clock)
    await expect(openLedger(dir, clock)).rejects.toMatchObject({ code: 'DATA_IN_USE' })
    rmSync(join(dir, 'ledger.db'))
    await expect(openLedger(dir, clock)).rejects.toMatchObject({ code: 'DATA_IN_USE' })
    ledger.close()
  })
})

async function expectReadOnly(dir: string): Promise<void> {
  const failed = openLedger(dir, new FakeClock())
  await expect(failed).rejects.toMatchObject({ code: 'DATA_FOLDER_READ_ONLY' })
  await expect(failed).rejects.toThrow(`may not write into`)
}
