import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openBackup } from '../../src-main/data/open-backup.ts'
import { sealKeys } from '../../src-main/data/seal-keys.ts'
import { withArchive } from '../../src-main/data/archive/archive-file.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { archivesOf, bookWithLabel } from './data-care.ts'
import { copyOf, runDying } from './ledger-scenes.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import type { DyingCareOrder } from './dying-care.ts'
import { full } from '../support/full.ts'

const PROGRAM = fileURLToPath(new URL('dying-care.ts', import.meta.url))
const DAY = 24 * 60 * 60 * 1000
const QUARTER = 15 * 60 * 1000
const PASSPHRASE = 'correct horse battery'
const OLD = ['a', 'b', 'c']

/** Three bookings of 2026 with labels, one of 2027, a full copy and a cut on top of it. The ledger is closed. */
async function worked(): Promise<{ dir: string; clock: FakeClock }> {
  const dir = tempDir()
  const clock = new FakeClock()
  const ledger = await openLedger(dir, clock)
  const book = (id: string) => bookWithLabel(ledger, clock, id, Buffer.from(`^XA^FD${id}^FS^XZ`))
  for (const id of OLD) await book(id)
  clock.advance(60 * DAY)
  await ledger.backups.tick()
  await book('d')
  clock.advance(QUARTER)
  await ledger.backups.tick()
  ledger.close()
  return { dir, clock }
}

/** Runs it whole, then killed at the first and at the last of each step that it came to by name. */
async function killedAtEach(
  order: Omit<DyingCareOrder, 'dataDir' | 'dieAt'>,
  dir: string,
  fresh: () => Partial<DyingCareOrder>,
  judge: (run: DyingCareOrder) => Promise<void>,
): Promise<string[]> {
  const run = async (dieAt: number) => {
    const asked: DyingCareOrder = { ...order, dataDir: copyOf(dir), dieAt, ...fresh() }
    return { asked, ...(await runDying(asked, PROGRAM)) }
  }
  const whole = await run(0)
  expect(whole.said.replaceAll(/^\{.*"what":"slow statement".*\n?/gm, '')).toBe('')
  await judge(whole.asked)
  for (const [index, step] of whole.steps.entries()) {
    if (whole.steps.indexOf(step) !== index && whole.steps.lastIndexOf(step) !== index) continue
    const { asked, isKilled } = await run(index + 1)
    expect([step, isKilled]).toEqual([step, true])
    await judge(asked)
  }
  return whole.steps
}

describe('a station that is killed at any step', () => {
  it(
    'of an archive and of its removal loses no label, and brings both to their end',
    full('a process a step; tests/data/archives.test.ts breaks both off at each step in its own process', {
      timeout: 240_000,
    }),
    async () => {
      const { dir, clock } = await worked()
      const judge = async ({ dataDir }: DyingCareOrder) => {
        const file = join(dataDir, 'archives', 'waybill-2026.archive')
        const ledger = await openLedger(dataDir, clock)
        try {
          const labels = labelStore(ledger.db, clock)
          for (const id of OLD) {
            const isHere = (await labels.of('embedded', `SHP-${id}`)).length > 0
            // What bears its name is whole, whenever the kill came.
            const inArchive = existsSync(file)
              ? withArchive(file, (db) => db.prepare('SELECT count(*) FROM document').pluck().get())
              : 0
            expect([id, isHere || inArchive === OLD.length]).toEqual([id, true])
          }
          const archives = archivesOf(ledger, dataDir, clock)
          // One whose labels are gone from here is the only one, and is not written anew.
          await archives.make(2026).catch((error: unknown) => expect(error).toMatchObject({ code: 'WRONG_STATE' }))
          await archives.remove(2026)
          for (const id of OLD) expect(await labels.of('embedded', `SHP-${id}`)).toEqual([])
          expect(await labels.of('embedded', 'SHP-d')).toHaveLength(1)
          expect(readdirSync(join(dataDir, 'archives'))).toEqual(['waybill-2026.archive'])
        } finally {
          ledger.close()
        }
      }
      const order = { now: clock.now().toISOString(), does: { kind: 'archive' as const, year: 2026 } }
      const steps = await killedAtEach(order, dir, () => ({}), judge)
      expect(steps).toEqual(
        expect.arrayContaining(['archive begun', 'archive proven', 'archive named', 'archive noted']),
      )
      expect(steps).toEqual(expect.arrayContaining(['archive removal begun', 'archive slice removed']))
    },
  )

  it(
    'of copying to the second place, sealing it and trying a copy of it leaves nothing there that is not whole',
    full('a process a step, each with a key; tests/data/second-place.test.ts proves the copies', {
      timeout: 600_000,
    }),
    async () => {
      const { dir, clock } = await worked()
      const keys = sealKeys(async () => PASSPHRASE)
      const folderOf = ({ does }: DyingCareOrder) => (does.kind === 'second' ? does.folder : '')
      const wholeIn = async (folder: string): Promise<string[]> => {
        const names: string[] = []
        for (const station of readdirSync(folder)) {
          for (const name of readdirSync(join(folder, station))) {
            if (!/\.(db|cut)(\.sealed)?$/.test(name) || name.includes('.making')) continue
            await openBackup(join(folder, station, name), tempDir(), keys)
            names.push(name)
          }
        }
        return names
      }
      const fresh = () => {
        const folder = join(tempDir(), 'stick')
        mkdirSync(folder)
        return { does: { kind: 'second' as const, folder, passphrase: PASSPHRASE } }
      }
      const judge = async (asked: DyingCareOrder) => {
        await wholeIn(folderOf(asked))
        // The next one goes on where it was, and leaves nothing that is half made, here or there.
        const { steps } = await runDying({ ...asked, dieAt: 0 }, PROGRAM)
        expect(steps.at(-1)).toBe('second tried')
        const names = await wholeIn(folderOf(asked))
        expect(names.length).toBeGreaterThan(1)
        expect(names.every((name) => name.endsWith('.sealed'))).toBe(true)
        const [station = ''] = readdirSync(folderOf(asked))
        const all = [...readdirSync(join(folderOf(asked), station)), ...readdirSync(join(asked.dataDir, 'backups'))]
        expect(all.filter((name) => name.includes('.making'))).toEqual([])
      }
      const order = { now: clock.now().toISOString(), ...fresh() }
      const steps = await killedAtEach(order, dir, fresh, judge)
      expect(new Set(steps)).toEqual(
        new Set([
          'second copied',
          'second proven',
          'second named',
          'second let go',
          'second noted',
          'second brought',
          'second tried',
        ]),
      )
    },
  )
})
