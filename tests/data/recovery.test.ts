import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { systemFiles, type StoreFiles } from '../../src-main/kernel/sqlite/files.ts'
import { backUp } from '../../src-main/data/backup/backups.rows.ts'
import { bookingStore, freeReference } from '../../src-main/booking/bookings.rows.ts'
import { inspectLedgerFile } from '../../src-main/data/backup/inspect.rows.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { manifestStore } from '../../src-main/documents/endofday/manifests.rows.ts'
import { planRestore } from '../../src-main/data/backup/restore.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  backupNames,
  bytesOf,
  copyOf,
  copyOfOpen,
  damageLedger,
  referencesIn,
  takeBackup,
  troublesOf,
  workedLedger,
  type Scene,
} from './ledger-scenes.ts'

const HOUR = 60 * 60 * 1000
const IN_BACKUP = ['PO-a', 'PO-b']
const ALL = ['PO-a', 'PO-b', 'PO-c', 'PO-d']

/** Files of which the writing fails as on a full disk, by a part of their name. */
function fullDiskFor(part: string): StoreFiles {
  const refuse = (path: string) => {
    if (basename(path).includes(part)) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
  }
  return {
    ...systemFiles,
    copy: (from, to) => {
      refuse(to)
      systemFiles.copy(from, to)
    },
    sync: (path) => {
      refuse(path)
      systemFiles.sync(path)
    },
    later: {
      ...systemFiles.later,
      sync: async (path) => {
        refuse(path)
        await systemFiles.later.sync(path)
      },
    },
  }
}

const putAsideIn = (dir: string) => readdirSync(dir).filter((name) => /\.(damaged|replaced)-/.test(name))
const plan = ({ dir }: Scene, name: string) => planRestore(systemFiles, join(dir, 'backups'), name)

function foreignDatabase(file: string): void {
  const db = new Database(file)
  db.exec('CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES (1)')
  db.close()
}

function newerVersion(file: string): void {
  const db = new Database(file)
  db.pragma(`user_version = ${LEDGER_MIGRATIONS.length + 1}`)
  db.close()
}

/** Why the ledger is another than it was; what is made of its open work is told besides. */
const whyBroken = ({ notices }: Pick<Ledger, 'notices'>) =>
  notices.filter(({ code }) => code !== 'RESTORED_OPEN_WORK' && code !== 'RESTORED_SETTINGS')

describe('a ledger that cannot be used', () => {
  it('is replaced by the sound backup that had come furthest, which says what is lost, until a person has read it', async () => {
    const { dir, clock } = await workedLedger()
    damageLedger(dir)
    for (let start = 0; start < 2; start++) {
      const ledger = await openLedger(dir, clock)
      expect(await referencesIn(ledger, clock)).toEqual(IN_BACKUP)
      const states = await bookingStore(ledger.db, clock).list({ limit: 10 })
      expect(states.map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN'])
      expect(whyBroken(ledger)).toMatchObject([{ code: 'DATABASE_DAMAGED', details: { bookings: 2 } }])
      expect(ledger.notices[0]?.message).toContain(
        'there were 4 until 2026-11-21T17:00:00.000Z, so 2 are missing from it',
      )
      if (start === 1) await ledger.dismiss('DATABASE_DAMAGED')
      ledger.close()
    }
    const dismissed = await openLedger(dir, clock)
    expect(whyBroken(dismissed)).toEqual([])
    dismissed.close()
  })

  it('is never followed by an empty one: with a full disk and a sound backup the start says what was there', async () => {
    const { dir, clock } = await workedLedger()
    damageLedger(dir)
    for (let start = 0; start < 2; start++) {
      const failed = openLedger(dir, clock, { files: fullDiskFor('incoming') })
      await expect(failed).rejects.toMatchObject({ code: 'LEDGER_MISSING', details: { bookings: 4 } })
      await expect(failed).rejects.toThrow(/until 2026-11-21T17:00:00.000Z.*ENOSPC.*Nothing was moved/)
      expect(putAsideIn(dir)).toEqual([])
    }
    const later = await openLedger(dir, clock)
    expect(await referencesIn(later, clock)).toEqual(IN_BACKUP)
    later.close()
  })

  it('is asked about when no backup is sound, and each is told by what is wrong with it', async () => {
    const { dir, clock, backup } = await workedLedger()
    const backups = join(dir, 'backups')
    const names = ['01', '02', '03', '04', '05'].map((day) => `ledger-2027-01-${day}T00-00-00-000Z.db`)
    const [empty = '', increment = '', foreign = '', newer = '', text = ''] = names
    writeFileSync(join(backups, empty), '')
    copyFileSync(join(backups, backup), join(backups, increment))
    truncateSync(join(backups, increment), 20_000)
    foreignDatabase(join(backups, foreign))
    copyFileSync(join(backups, backup), join(backups, newer))
    newerVersion(join(backups, newer))
    writeFileSync(join(backups, text), 'no database at all, though long enough to be one '.repeat(100))
    for (const name of backupNames(dir)) if (!names.includes(name)) rmSync(join(backups, name))
    const reasons = names.map((name) => {
      const facts = inspectLedgerFile(join(backups, name), { pages: true })
      return facts.isSound ? 'sound' : facts.reason
    })
    expect(reasons).toEqual(['empty', 'cut', 'foreign', 'newer', 'not-a-database'])

    damageLedger(dir)
    const failed = openLedger(dir, clock)
    await expect(failed).rejects.toMatchObject({ code: 'LEDGER_MISSING' })
    for (const name of names) await expect(failed).rejects.toThrow(name)

    const anew = await openLedger(dir, clock, { answer: { kind: 'new' } })
    expect(anew.notices[0]).toMatchObject({ code: 'LEDGER_NEW', details: { bookings: 4 } })
    expect(freeReference(anew.db, 'PO-c')).toBe('PO-c-2')
    anew.close()
    expect(putAsideIn(dir)).toHaveLength(1)
  })

  it('is replaced by an older backup when the newest is of a newer Waybill, and what is lost is said', async () => {
    const { dir, clock, backup } = await workedLedger()
    const newest = backup.replace(/-(\d+)\.db$/, (_all, position) => `-${Number(position) + 1}.db`)
    copyFileSync(join(dir, 'backups', backup), join(dir, 'backups', newest))
    newerVersion(join(dir, 'backups', newest))
    damageLedger(dir)
    const ledger = await openLedger(dir, clock)
    expect(await referencesIn(ledger, clock)).toEqual(IN_BACKUP)
    expect(ledger.notices[0]?.message).toContain(
      `The newer backup ${newest} was not used: it is at version ${LEDGER_MIGRATIONS.length + 1}`,
    )
    ledger.close()
  })

  it('can be replaced by a ledger that was put aside, when a person names it', async () => {
    const { dir, clock } = await workedLedger()
    const aside = 'ledger.db.replaced-2026-11-21T18-00-00-000Z'
    renameSync(join(dir, 'ledger.db'), join(dir, aside))
    rmSync(join(dir, 'backups'), { recursive: true })
    await expect(openLedger(dir, clock)).rejects.toMatchObject({
      code: 'LEDGER_MISSING',
      details: { putAside: [aside] },
    })
    const none = { kind: 'restore', name: 'ledger.db.replaced-2026-01-01T00-00-00-000Z' } as const
    await expect(openLedger(dir, clock, { answer: none })).rejects.toMatchObject({ code: 'BACKUP_UNSOUND' })
    const ledger = await openLedger(dir, clock, { answer: { kind: 'restore', name: aside } })
    expect(await referencesIn(ledger, clock)).toEqual(ALL)
    ledger.close()
    // Said once more by habit, it does nothing to a ledger that is sound.
    await expect(openLedger(dir, clock, { answer: { kind: 'new' } })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const again = await openLedger(dir, clock)
    expect(await referencesIn(again, clock)).toEqual(ALL)
    again.close()
  })
})

describe('a ledger that went back', () => {
  it('because its journal was deleted is noticed, and nothing open in it is trusted', async () => {
    const dir = tempDir()
    const clock = new FakeClock()
    const dead = await openLedger(dir, clock)
    for (const id of ['a', 'b', 'c']) await bookingStore(dead.db, clock).submit(newBooking(id))
    // As a kill leaves it, with a cleaner behind: everything since the opening is in the journal alone.
    const killed = copyOfOpen(dir)
    dead.close()
    rmSync(join(killed, 'ledger.db-wal'))
    const ledger = await openLedger(killed, clock)
    expect(whyBroken(ledger)).toMatchObject([{ code: 'LEDGER_BEHIND', details: { bookings: 0 } }])
    expect(freeReference(ledger.db, 'PO-b')).toBe('PO-b-2')
    ledger.close()
    const again = await openLedger(killed, clock)
    expect(whyBroken(again)).toMatchObject([{ code: 'LEDGER_BEHIND' }])
    again.close()
  })

  it('loses nothing of it once the station was quiet for a moment', async () => {
    const dir = tempDir()
    const clock = new FakeClock()
    const dead = await openLedger(dir, clock, { quietMs: 20 })
    await bookingStore(dead.db, clock).submit(newBooking('a'))
    await new Promise((resolve) => setTimeout(resolve, 400))
    const killed = copyOfOpen(dir)
    dead.close()
    rmSync(join(killed, 'ledger.db-wal'))
    const ledger = await openLedger(killed, clock)
    expect(await referencesIn(ledger, clock)).toEqual(['PO-a'])
    expect(ledger.notices).toEqual([])
    ledger.close()
  })

  it('because another one was copied into its place is noticed', async () => {
    const { dir, clock } = await workedLedger()
    const other = await workedLedger()
    copyFileSync(join(other.dir, 'ledger.db'), join(dir, 'ledger.db'))
    const ledger = await openLedger(dir, clock)
    expect(whyBroken(ledger)).toMatchObject([{ code: 'LEDGER_EXCHANGED' }])
    const states = await bookingStore(ledger.db, clock).list({ limit: 10 })
    expect(states.map(({ state }) => state)).not.toContain('QUEUED')
    ledger.close()
  })

  it('because a person copied an old backup over it is noticed', async () => {
    const { dir, clock, backup } = await workedLedger()
    copyFileSync(join(dir, 'backups', backup), join(dir, 'ledger.db'))
    const ledger = await openLedger(dir, clock)
    expect(whyBroken(ledger)).toMatchObject([{ code: 'LEDGER_BEHIND' }])
    const states = await bookingStore(ledger.db, clock).list({ limit: 10 })
    expect(states.map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN'])
    ledger.close()
  })

  it('is not suspected when nothing happened: over starts, kills and a lost half of the mark', async () => {
    const { dir, clock } = await workedLedger()
    const live = await openLedger(dir, clock)
    await bookingStore(live.db, clock).submit(newBooking('e'))
    const killed = copyOfOpen(dir)
    live.close()
    const watermark = bytesOf(join(killed, 'ledger.mark'))
    for (const torn of [0, 512]) {
      const dir = copyOf(killed)
      writeFileSync(join(dir, 'ledger.mark'), Buffer.from(watermark).fill(0, torn, torn + 300))
      const ledger = await openLedger(dir, clock)
      expect(ledger.notices).toEqual([])
      expect(await referencesIn(ledger, clock)).toEqual([...ALL, 'PO-e'])
      ledger.close()
    }
  })

  it('gives out no reference and no manifest number a second time', async () => {
    const scene = await workedLedger()
    const { dir, clock, backup } = scene
    const before = await openLedger(dir, clock)
    const store = manifestStore(before.db, clock)
    const day = { day: '2026-11-21', carrier: 'Northline Freight', scac: null, station: '', operator: null }
    const sums = { createdAt: clock.now().toISOString(), voidedAt: null, voidReason: null, rows: [] }
    const totals = { shipments: 0, pieces: 0, weightLb: 0, unweighed: 0 }
    expect(await store.lastNumber('M20261121')).toBe(0)
    for (const number of ['M20261121-001', 'M20261121-002']) {
      const manifest = { manifestId: number, number, ...day, ...sums, totals }
      await store.add('embedded', number, [{ manifest, pdf: Buffer.from(number) }])
    }
    await bookingStore(before.db, clock).edit('bkg_c', { reference: 'PO-new' })
    before.close()
    plan(scene, backup)
    for (let start = 0; start < 2; start++) {
      const ledger = await openLedger(dir, clock)
      expect(await referencesIn(ledger, clock)).toEqual(IN_BACKUP)
      expect(await manifestStore(ledger.db, clock).lastNumber('M20261121')).toBe(2)
      expect(['PO-c', 'po-d', 'PO-new', 'PO-z'].map((wanted) => freeReference(ledger.db, wanted))).toEqual([
        'PO-c-2',
        'po-d-2',
        'PO-new-2',
        'PO-z',
      ])
      ledger.close()
      // Back once more to the same backup: what was given out before the first time is still known.
      if (start === 0) plan(scene, backup)
    }
  })
})

describe('a planned restore', () => {
  it.each([
    ['a foreign database', (file: string) => foreignDatabase(file), 'another program made it'],
    ['a file of a newer version', newerVersion, `it is at version ${LEDGER_MIGRATIONS.length + 1}`],
    ['an empty file', (file: string) => writeFileSync(file, ''), 'it is 0 bytes long'],
    ['a file that is gone', (file: string) => rmSync(file), 'it is gone'],
  ])('that names %s is dropped with a word, and the ledger is as it was', async (_what, spoil, why) => {
    const scene = await workedLedger()
    const { dir, clock, backup } = scene
    const file = join(dir, 'backups', backup)
    plan(scene, backup)
    if (why.includes('program')) rmSync(file)
    spoil(file)
    for (let start = 0; start < 2; start++) {
      const ledger = await openLedger(dir, clock)
      expect(await referencesIn(ledger, clock)).toEqual(ALL)
      expect(ledger.notices).toMatchObject([{ code: 'RESTORE_DROPPED', details: { backup } }])
      expect(ledger.notices[0]?.message).toContain(why)
      ledger.close()
    }
    expect(putAsideIn(dir)).toEqual([])
  })

  it('that found the disk full is for that start alone: a booking taken since stays', async () => {
    const scene = await workedLedger()
    const { dir, clock, backup } = scene
    plan(scene, backup)
    const ledger = await openLedger(dir, clock, { files: fullDiskFor('incoming') })
    expect(ledger.notices).toMatchObject([{ code: 'RESTORE_DROPPED' }])
    await bookingStore(ledger.db, clock).submit(newBooking('e'))
    ledger.close()
    const next = await openLedger(dir, clock)
    expect(await referencesIn(next, clock)).toEqual([...ALL, 'PO-e'])
    next.close()
  })

  it('leaves nothing beside the backup it took, also one that an earlier version made', async () => {
    const scene = await workedLedger()
    const { dir, clock, backup } = scene
    const db = new Database(join(dir, 'backups', backup))
    db.pragma('journal_mode = WAL')
    db.close()
    plan(scene, backup)
    const ledger = await openLedger(dir, clock)
    expect(whyBroken(ledger)).toMatchObject([{ code: 'LEDGER_RESTORED' }])
    ledger.close()
    expect(readdirSync(join(dir, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([])
    expect(existsSync(join(dir, 'ledger.step'))).toBe(false)
  })
})

describe('backups', () => {
  it('are kept by how far the ledger had come: one made with the clock set back is not deleted as the oldest', async () => {
    const dir = tempDir()
    const ahead = new FakeClock('2031-01-01T00:00:00.000Z')
    const ledger = await openLedger(dir, ahead)
    for (let n = 0; n < 7; n++) {
      ahead.advance(HOUR)
      await takeBackup(ledger, dir, ahead)
    }
    await bookingStore(ledger.db, ahead).submit(newBooking('a'))
    const clock = new FakeClock()
    await takeBackup(ledger, dir, clock)
    ledger.close()
    // The newest of each of the two days: the one of the clock that was set back had come furthest.
    expect(backupNames(dir)).toHaveLength(2)
    expect(backupNames(dir)[0]).toContain('2026-11-21')
    damageLedger(dir)
    const restored = await openLedger(dir, clock)
    expect(await referencesIn(restored, clock)).toEqual(['PO-a'])
    restored.close()
  })

  it('that are stamped ahead of the clock are told', async () => {
    const dir = tempDir()
    const ahead = await openLedger(dir, new FakeClock('2031-01-01T00:00:00.000Z'))
    await ahead.backups.tick()
    ahead.close()
    const ledger = await openLedger(dir, new FakeClock())
    expect(ledger.notices).toMatchObject([{ code: 'BACKUP_FROM_AHEAD' }])
    await ledger.backups.tick()
    ledger.close()
    expect(backupNames(dir)).toHaveLength(2)
  })

  it('that are broken off have no name, and are gone at the next start', async () => {
    const { dir, clock } = await workedLedger()
    const names = backupNames(dir)
    writeFileSync(join(dir, 'backups', 'ledger-2026-11-21T20-00-00-000Z-99.db.making'), '')
    const ledger = await openLedger(dir, clock)
    const failing = backUp({
      db: ledger.db,
      dir: join(dir, 'backups'),
      files: fullDiskFor('.making'),
      now: clock.now(),
    })
    await expect(failing).rejects.toMatchObject({ code: 'DISK_FULL' })
    ledger.close()
    expect(readdirSync(join(dir, 'backups')).sort()).toEqual(names)
  })

  it('that are due and cannot be made are told: the station works on', async () => {
    const { dir, clock } = await workedLedger()
    clock.advance(48 * HOUR)
    const ledger = await openLedger(dir, clock, { files: fullDiskFor('.making') })
    const reported = troublesOf(ledger)
    await ledger.backups.tick()
    expect(reported).toMatchObject([{ code: 'BACKUP_FAILED' }])
    expect(await referencesIn(ledger, clock)).toEqual(ALL)
    ledger.close()
  })
})
