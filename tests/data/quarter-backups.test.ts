import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openLedger, type Ledger, type LedgerOptions } from '../../src-main/data/ledger/ledger.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { inspectCopy } from '../../src-main/data/increments/backup-chain.ts'
import { encodeIncrementNow, readIncrementHead } from '../../src-main/data/increments/cut-file.ts'
import { ledgerCopies } from '../../src-main/data/backup/copies.rows.ts'
import { whatGoes } from '../../src-main/data/backup/retention.ts'
import type { LedgerBackup } from '../../src-main/data/backup/retention.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { copyOf, copyOfOpen, damageLedger, referencesIn } from './ledger-scenes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const names = (dir: string, suffix: '.db' | '.cut') =>
  readdirSync(join(dir, 'backups'))
    .filter((name) => name.endsWith(suffix))
    .sort()

async function desk(options: LedgerOptions = {}) {
  const dir = tempDir()
  const clock = new FakeClock()
  let last = 0
  const open = async (): Promise<Ledger> => {
    const ledger = await openLedger(dir, clock, options)
    onTestFinished(() => (ledger.db.open ? ledger.close() : undefined))
    return ledger
  }
  const book = async (ledger: Ledger, count = 1) => {
    for (let n = 0; n < count; n++) await bookingStore(ledger.db, clock).submit(newBooking(`b${++last}`))
  }
  return { dir, clock, open, book, booked: () => Array.from({ length: last }, (_, n) => `PO-b${n + 1}`).sort() }
}

/** More than a checkpoint's worth of pages. */
const fill = (ledger: Ledger, megabytes: number) => {
  ledger.db.exec('CREATE TABLE IF NOT EXISTS filler (bytes BLOB) STRICT')
  const insert = ledger.db.prepare('INSERT INTO filler VALUES (randomblob(100000))')
  for (let n = 0; n < megabytes * 10; n++) insert.run()
}

describe('backups by the clock', () => {
  it('are made while the station runs: a full copy a day, each quarter of an hour what changed, nothing for nothing', async () => {
    const { dir, clock, open, book } = await desk()
    const ledger = await open()
    await ledger.backups.tick()
    expect([names(dir, '.db').length, names(dir, '.cut').length]).toEqual([1, 0])
    await book(ledger)
    clock.advance(14 * MINUTE)
    await ledger.backups.tick()
    expect(names(dir, '.cut')).toHaveLength(0)
    clock.advance(MINUTE)
    await ledger.backups.tick()
    expect(names(dir, '.cut')).toHaveLength(1)
    clock.advance(15 * MINUTE)
    await ledger.backups.tick()
    expect(names(dir, '.cut')).toHaveLength(1)
    // Nothing changed since, so the same copy is proven for now.
    expect(ledger.backups.proven()).toEqual({ name: names(dir, '.cut')[0], at: clock.now().toISOString() })
    clock.advance(DAY)
    await ledger.backups.tick()
    expect(names(dir, '.db')).toHaveLength(2)
    ledger.close()
  })

  it('bring back every booking up to the last quarter when the disk of the ledger dies', async () => {
    const { dir, clock, open, book, booked } = await desk({ quietMs: 1 })
    const ledger = await open()
    await ledger.backups.tick()
    for (let quarter = 0; quarter < 6; quarter++) {
      await book(ledger, 3)
      // Checkpoints between the cuts, of both kinds.
      fill(ledger, quarter % 2 === 0 ? 3 : 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
      clock.advance(15 * MINUTE)
      await ledger.backups.tick()
    }
    const dead = copyOfOpen(dir)
    ledger.close()
    damageLedger(dead)
    rmSync(join(dead, 'ledger.db-wal'), { force: true })
    const again = await openLedger(dead, clock)
    expect(await referencesIn(again, clock)).toEqual(booked())
    expect(again.notices[0]?.code).toBe('DATABASE_DAMAGED')
    expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok')
    again.close()
  })

  it('go on over starts that follow an end in order, and begin anew with a full copy after any other', async () => {
    const { dir, clock, open, book, booked } = await desk()
    for (let start = 0; start < 3; start++) {
      const ledger = await open()
      await ledger.backups.tick()
      await book(ledger)
      ledger.close()
      clock.advance(HOUR)
    }
    expect(names(dir, '.db')).toHaveLength(1)
    // Each end wrote down what had changed.
    const last = join(dir, 'backups', names(dir, '.cut').at(-1) ?? '')
    expect(inspectCopy(last, { pages: true })).toMatchObject({ isSound: true, bookings: 3 })

    const live = await open()
    await book(live)
    const killed = copyOfOpen(dir)
    live.close()
    const ledger = await openLedger(killed, clock)
    await ledger.backups.tick()
    expect(names(killed, '.db')).toHaveLength(2)
    expect(await referencesIn(ledger, clock)).toEqual(booked())
    ledger.close()
  })

  it('of a large ledger are copied by a process of its own, also while bookings come in', async () => {
    const { dir, clock, open, book, booked } = await desk()
    const ledger = await open()
    fill(ledger, 12)
    await book(ledger, 2)
    let isDone = false
    const backup = ledger.backups.takeFull().then(() => (isDone = true))
    while (!isDone) await book(ledger, 1)
    await backup
    await book(ledger, 2)
    clock.advance(15 * MINUTE)
    await ledger.backups.tick()
    const killed = copyOfOpen(dir)
    ledger.close()
    rmSync(join(killed, 'ledger.db'))
    rmSync(join(killed, 'ledger.db-wal'), { force: true })
    const again = await openLedger(killed, clock)
    const found = again.db.prepare('SELECT reference FROM booking').pluck().all()
    expect(found.sort()).toEqual(booked())
    again.close()
  })

  it('that are cut short, changed or without what is below them are told, and an older one is used', async () => {
    const { dir, clock, open, book } = await desk()
    const ledger = await open()
    await ledger.backups.tick()
    for (let quarter = 0; quarter < 3; quarter++) {
      await book(ledger)
      clock.advance(15 * MINUTE)
      await ledger.backups.tick()
    }
    ledger.close()
    const [first = '', second = '', third = ''] = names(dir, '.cut')
    const spoilt = (spoil: (backups: string) => void) => {
      const copy = copyOf(dir)
      spoil(join(copy, 'backups'))
      return copy
    }
    const cases = [
      { dir: spoilt((at) => truncateSync(join(at, third), 2000)), bookings: 2 },
      { dir: spoilt((at) => writeFileSync(join(at, third), flipped(join(at, third)))), bookings: 2 },
      { dir: spoilt((at) => rmSync(join(at, second))), bookings: 1 },
      { dir: spoilt((at) => writeFileSync(join(at, first), '')), bookings: 0 },
    ]
    for (const one of cases) {
      damageLedger(one.dir)
      const again = await openLedger(one.dir, clock)
      expect(again.notices[0]).toMatchObject({ code: 'DATABASE_DAMAGED', details: { bookings: one.bookings } })
      again.close()
    }
    const listed = await ledgerCopies({
      db: ledger.db,
      backupDir: join(cases[2]?.dir ?? '', 'backups'),
      takeFull: async () => undefined,
    }).list(clock.now())
    expect(listed.find(({ name }) => name === third)?.unsound?.detail).toContain('is missing')
  })

  it('that say they go on top of themselves are told, whatever wrote them', async () => {
    const { dir, clock, open, book } = await desk()
    const ledger = await open()
    await ledger.backups.tick()
    await book(ledger)
    clock.advance(15 * MINUTE)
    await ledger.backups.tick()
    ledger.close()
    const [name = ''] = names(dir, '.cut')
    const path = join(dir, 'backups', name)
    writeFileSync(path, Buffer.concat(encodeIncrementNow({ ...readIncrementHead(path), previous: name }, new Map())))
    expect(inspectCopy(path, { pages: true })).toMatchObject({
      isSound: false,
      detail: expect.stringContaining('itself'),
    })
    damageLedger(dir)
    const again = await openLedger(dir, clock)
    expect(again.notices[0]).toMatchObject({ code: 'DATABASE_DAMAGED', details: { bookings: 0 } })
    again.close()
  })

  it('that fail are told once and tried again ten minutes later', async () => {
    let isFull = true
    const { dir, clock, open } = await desk({
      copy: async (_from, to) => {
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        writeFileSync(to, '')
      },
    })
    const ledger = await open()
    fill(ledger, 8)
    const reported: unknown[] = []
    ledger.onTrouble((error) => reported.push(error))
    await ledger.backups.tick()
    clock.advance(9 * MINUTE)
    await ledger.backups.tick()
    expect(reported).toMatchObject([{ code: 'BACKUP_FAILED' }])
    isFull = false
    clock.advance(MINUTE)
    await ledger.backups.tick()
    // An empty file is no backup either.
    expect(reported).toMatchObject([{ code: 'BACKUP_FAILED' }, { code: 'BACKUP_FAILED' }])
    expect(readdirSync(join(dir, 'backups'))).toEqual([])
    ledger.close()
  })

  it('let go of what is too old, never of the last two', () => {
    const now = new Date('2026-11-21T15:00:00.000Z')
    const full = (daysAgo: number): LedgerBackup => ({
      name: `d${daysAgo}`,
      kind: 'full',
      base: null,
      at: new Date(now.getTime() - daysAgo * DAY).toISOString(),
      bytes: 100,
      position: 10_000 - daysAgo,
    })
    const all = Array.from({ length: 500 }, (_, days) => full(days))
    const kept = (most: number) => {
      const gone = new Set(whatGoes(all, now, most).map(({ name }) => name))
      return all.filter(({ name }) => !gone.has(name)).map(({ name }) => name)
    }
    expect(kept(Infinity)).toHaveLength(30 + 10)
    expect(kept(Infinity).slice(0, 30)).toEqual(all.slice(0, 30).map(({ name }) => name))
    expect(kept(0)).toEqual(['d0', 'd1'])
    expect(kept(500)).toHaveLength(5)
    const increment = (minutes: number, base: string): LedgerBackup => ({
      ...full(0),
      name: `c${minutes}`,
      kind: 'cut',
      base,
      at: new Date(now.getTime() - minutes * MINUTE).toISOString(),
    })
    const increments = [
      increment(15, 'd0'),
      increment(30, 'd0'),
      increment(60 * 23, 'd1'),
      increment(60 * 30, 'd1'),
      increment(60 * 40, 'd2'),
    ]
    const gone = whatGoes([...increments, ...all], now, Infinity).map(({ name }) => name)
    expect(gone.filter((name) => name.startsWith('c'))).toEqual(['c2400'])
  })
})

function flipped(path: string): Buffer {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  return bytes
}

describe('opening', () => {
  it('reads every page only where there is a reason: changed while closed, or damage found in use', async () => {
    const { dir, clock, open, book } = await desk()
    const first = await open()
    await book(first)
    await first.backups.tick()
    first.close()
    expect(existsSync(join(dir, 'ledger.closed'))).toBe(true)
    const second = await open()
    expect(existsSync(join(dir, 'ledger.closed'))).toBe(false)
    expect(second.notices).toEqual([])
    second.close()
    const torn = copyOf(dir)
    const bytes = readFileSync(join(torn, 'ledger.db'))
    bytes.subarray(4096 * 5, 4096 * 6).fill(0)
    writeFileSync(join(torn, 'ledger.db'), bytes)
    const third = await openLedger(torn, clock)
    expect(third.notices[0]).toMatchObject({ code: 'DATABASE_DAMAGED' })
    third.close()
  })

  it('after a kill finds a torn page in the copy that is due at once, says so, and the next start mends it', async () => {
    const { dir, clock, open, book } = await desk()
    const live = await open()
    await book(live, 5)
    await live.backups.tick()
    const killed = copyOfOpen(dir)
    const page = Number(live.db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'preset'").pluck().get())
    live.close()
    const bytes = readFileSync(join(killed, 'ledger.db'))
    // The page of a table that opening does not look at.
    const at = 4096 * (page - 1)
    bytes.subarray(at, at + 4096).fill(0xa5)
    writeFileSync(join(killed, 'ledger.db'), bytes)
    rmSync(join(killed, 'ledger.db-wal'), { force: true })
    rmSync(join(killed, 'ledger.mark'))
    const ledger = await openLedger(killed, clock)
    const reported: unknown[] = []
    ledger.onTrouble((error) => reported.push(error))
    clock.advance(HOUR)
    await ledger.backups.tick()
    expect(reported).toMatchObject([{ code: 'LEDGER_SUSPECT' }])
    ledger.close()
    const mended = await openLedger(killed, clock)
    expect(mended.notices.map(({ code }) => code)).toContain('DATABASE_DAMAGED')
    expect(mended.db.pragma('integrity_check', { simple: true })).toBe('ok')
    mended.close()
  })

  it('lays no stray journal over a ledger that was closed in order', async () => {
    const { dir, clock, open, book, booked } = await desk()
    const first = await open()
    await book(first, 2)
    const other = copyOfOpen(dir)
    await book(first, 2)
    first.close()
    writeFileSync(join(dir, 'ledger.db-wal'), readFileSync(join(other, 'ledger.db-wal')))
    const again = await openLedger(dir, clock)
    expect(await referencesIn(again, clock)).toEqual(booked())
    expect(again.notices).toEqual([])
    again.close()
    expect(readdirSync(dir).some((name) => name.includes('-wal.stray-'))).toBe(true)
  })
})
