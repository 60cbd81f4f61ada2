import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createShrinking } from '../../src-main/data/shrinking.ts'
import { openDatabase, type SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { inspectCopy } from '../../src-main/data/increments/backup-chain.ts'
import { hashOf, packed } from '../../src-main/labels/document-bytes.rows.ts'
import { freePagesOf, giveBackPages } from '../../src-main/data/retention/give-back.ts'
import { packDocuments } from '../../src-main/data/retention/pack-documents.rows.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { pictureLabel } from '../support/picture-label.ts'
import { tempDir } from '../support/temp-dir.ts'
import { copyOfOpen, damageLedger } from './ledger-scenes.ts'

const MIB = 1024 * 1024
const LABELS = 45
const QUARTER = 15 * 60_000
const FOR_EVER = { closing: { aborted: false } }
const labelOf = (n: number) => pictureLabel(`Globex ${n}`)

/** The folder of a ledger of the version before documents were packed, with labels as that version kept them. */
async function ofBefore(): Promise<{ dir: string; clock: FakeClock }> {
  const dir = tempDir()
  const clock = new FakeClock()
  const file = join(dir, 'ledger.db')
  const migrations = LEDGER_MIGRATIONS.slice(0, 34)
  const db = await openDatabase({ file, migrations, synchronous: 'NORMAL', checkPages: false })
  const document = db.prepare('INSERT INTO document_bytes VALUES (?, ?)')
  const label = db.prepare(
    `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256) VALUES ('embedded', ?, 1, 'DOC', 'ZPL', ?)`,
  )
  for (let n = 0; n < LABELS; n++) {
    const bytes = labelOf(n)
    document.run(hashOf(bytes), bytes)
    label.run(`SHP-${n}`, hashOf(bytes))
  }
  db.close()
  return { dir, clock }
}

async function opened(dir: string, clock: FakeClock): Promise<Ledger> {
  const ledger = await openLedger(dir, clock)
  onTestFinished(() => (ledger.db.open ? ledger.close() : undefined))
  return ledger
}

async function lostIn(db: SqliteDatabase, clock: FakeClock): Promise<number[]> {
  const store = labelStore(db, clock)
  const lost: number[] = []
  for (let n = 0; n < LABELS; n++) {
    const [label] = await store.of('embedded', `SHP-${n}`)
    if (label === undefined || !labelOf(n).equals(label.bytes)) lost.push(n)
  }
  return lost
}

const takenBy = (db: SqliteDatabase) => db.prepare('SELECT sum(length(bytes)) FROM document_bytes').pluck().get()

/** Fills pages and frees them again. */
function freeMany(db: SqliteDatabase, megabytes: number): void {
  db.exec('CREATE TABLE IF NOT EXISTS filler (bytes BLOB) STRICT')
  const insert = db.prepare('INSERT INTO filler VALUES (randomblob(1000000))')
  for (let n = 0; n < megabytes; n++) insert.run()
  db.exec('DELETE FROM filler')
}

describe('labels that were kept before labels were packed', () => {
  it('are packed while the station works; a kill between any two slices loses none, and it goes on from there', async () => {
    const before = await ofBefore()
    const { clock } = before
    const sizes = (of: (n: number) => number) => Array.from({ length: LABELS }, (_, n) => of(n)).reduce((a, b) => a + b)
    const plain = sizes((n) => labelOf(n).length)
    const small = sizes((n) => packed(labelOf(n)).length)
    let { dir } = before
    let ledger = await opened(dir, clock)
    expect(takenBy(ledger.db)).toBe(plain)
    expect(await lostIn(ledger.db, clock)).toEqual([])
    let slices = 0
    for (; await packDocuments(ledger.db); slices++) {
      const killed = copyOfOpen(dir)
      ledger.close()
      dir = killed
      ledger = await opened(dir, clock)
      expect(await lostIn(ledger.db, clock)).toEqual([])
      // What comes meanwhile is packed at once, wherever its hash lies.
      const bytes = labelOf(slices)
      await labelStore(ledger.db, clock).keep('embedded', `SHP-${slices}`, [{ documentId: 'D', format: 'ZPL', bytes }])
    }
    expect(slices).toBeGreaterThan(3)
    expect(takenBy(ledger.db)).toBe(small)
    expect(small).toBeLessThan(plain / 2)
    expect(await lostIn(ledger.db, clock)).toEqual([])
    expect(ledger.db.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('come back out of the copies of before, of the middle and of after', async () => {
    const { dir, clock } = await ofBefore()
    const ledger = await opened(dir, clock)
    await ledger.backups.takeFull()
    const dead: string[] = []
    const die = () => {
      const copy = copyOfOpen(dir)
      damageLedger(copy)
      rmSync(join(copy, 'ledger.db-wal'), { force: true })
      dead.push(copy)
    }
    die()
    do {
      clock.advance(QUARTER)
      await ledger.backups.tick()
      die()
    } while (await packDocuments(ledger.db))
    for (const copy of dead) {
      const again = await opened(copy, clock)
      expect(again.notices[0]?.code).toBe('DATABASE_DAMAGED')
      await createShrinking({ db: again.db, ...FOR_EVER }).tick()
      expect(await lostIn(again.db, clock)).toEqual([])
      again.close()
    }
    expect(dead.length).toBeGreaterThan(4)
  })

  it('stay as they are where the disk has spoiled them or they were let go of, and are told as such', async () => {
    const { dir, clock } = await ofBefore()
    const ledger = await opened(dir, clock)
    const spoil = ledger.db.prepare('UPDATE document_bytes SET bytes = ? WHERE sha256 = ?')
    spoil.run(Buffer.from('another label'), hashOf(labelOf(3)))
    spoil.run(Buffer.alloc(0), hashOf(labelOf(7)))
    await createShrinking({ db: ledger.db, ...FOR_EVER }).tick()
    expect(await lostIn(ledger.db, clock)).toEqual([3, 7])
    expect(await packDocuments(ledger.db)).toBe(false)
  })
})

describe('pages of the ledger that hold nothing', () => {
  it('are given back while it is in use, and every copy made meanwhile is whole', async () => {
    const dir = tempDir()
    const clock = new FakeClock()
    const ledger = await opened(dir, clock)
    const { db } = ledger
    await bookingStore(db, clock).submit(newBooking('a'))
    freeMany(db, 24)
    for (let n = 0; n < LABELS; n++) {
      await labelStore(db, clock).keep('embedded', `SHP-${n}`, [{ documentId: 'D', format: 'ZPL', bytes: labelOf(n) }])
    }
    const size = () => {
      ledger.emptyJournal()
      return statSync(join(dir, 'ledger.db')).size
    }
    expect(size()).toBeGreaterThan(22 * MIB)
    await ledger.backups.takeFull()
    for (let slice = 0; slice < 30; slice++) expect(await giveBackPages(db)).toBe(true)
    clock.advance(QUARTER)
    await ledger.backups.tick()
    const killed = copyOfOpen(dir)
    // The file grows again before the next copy of its changes.
    freeMany(db, 3)
    while (await giveBackPages(db)) continue
    await bookingStore(db, clock).submit(newBooking('b'))
    clock.advance(QUARTER)
    await ledger.backups.tick()
    expect(freePagesOf(db)).toMatchObject({ free: 0, canGo: true })
    expect(size()).toBeLessThan(4 * MIB)
    expect(await lostIn(db, clock)).toEqual([])
    const copies = readdirSync(join(dir, 'backups')).filter((name) => name.endsWith('.cut'))
    expect(copies).toHaveLength(2)
    for (const name of copies) {
      expect(inspectCopy(join(dir, 'backups', name), { pages: true })).toMatchObject({ isSound: true })
    }
    const again = await opened(killed, clock)
    expect(again.notices).toEqual([])
    expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(await lostIn(again.db, clock)).toEqual([])
  })

  it('go by the clock when they are many, and no further once the station closes', async () => {
    const ledger = await opened(tempDir(), new FakeClock())
    const { db } = ledger
    freeMany(db, 8)
    const few = freePagesOf(db)
    await createShrinking({ db, ...FOR_EVER }).tick()
    expect(freePagesOf(db)).toEqual(few)
    freeMany(db, 18)
    const many = freePagesOf(db).free
    let slices = 3
    const closing = {
      get aborted() {
        slices -= 1
        return slices < 0
      },
    }
    await createShrinking({ db, closing }).tick()
    const left = freePagesOf(db).free
    expect(left).toBeLessThan(many)
    expect(left).toBeGreaterThan(16 * MIB)
  })

  it('go as well while a large ledger is copied by a process of its own', async () => {
    const own = runtime()
    await inRuntime({ ...own, processes: { ...own.processes, smallBytes: 0 } }, async () => {
      const dir = tempDir()
      const clock = new FakeClock()
      const ledger = await opened(dir, clock)
      for (let n = 0; n < LABELS; n++) {
        const bytes = labelOf(n)
        await labelStore(ledger.db, clock).keep('embedded', `SHP-${n}`, [{ documentId: 'D', format: 'ZPL', bytes }])
      }
      freeMany(ledger.db, 24)
      const copying = ledger.backups.takeFull()
      while (await giveBackPages(ledger.db)) await nextTurn()
      await copying
      const name = readdirSync(join(dir, 'backups')).find((each) => each.endsWith('.db')) ?? ''
      expect(inspectCopy(join(dir, 'backups', name), { pages: true })).toMatchObject({ isSound: true })
      const copy = new Database(join(dir, 'backups', name))
      expect(await lostIn(copy, clock)).toEqual([])
      copy.close()
    })
  })

  it('of a ledger from before go at one opening, once; its next copy is a whole one', async () => {
    const { dir, clock } = await withMuchFree()
    const file = join(dir, 'ledger.db')
    const before = statSync(file).size
    const steps: string[] = []
    const ledger = await openLedger(dir, clock, { onOpening: async (step) => void steps.push(step) })
    expect(steps).toEqual(['migration'])
    expect(freePagesOf(ledger.db)).toMatchObject({ canGo: true })
    expect(ledger.notices).toEqual([])
    expect(await lostIn(ledger.db, clock)).toEqual([])
    const copiesBefore = new Set(readdirSync(join(dir, 'backups')))
    await ledger.backups.tick()
    const made = readdirSync(join(dir, 'backups')).filter((name) => !copiesBefore.has(name))
    expect(made).toMatchObject([expect.stringMatching(/\.db$/)])
    ledger.close()
    expect(statSync(file).size).toBeLessThan(before / 4)
    expect(readdirSync(dir).filter((name) => name.includes('incoming'))).toEqual([])
    const again = await openLedger(dir, clock, { onOpening: async (step) => void steps.push(step) })
    expect(steps).toEqual(['migration'])
    expect(await lostIn(again.db, clock)).toEqual([])
    again.close()
  })

  it('stay where a page of the ledger reads as damaged: its last sound copy takes its place', async () => {
    const { dir, clock } = await withMuchFree()
    const db = new Database(join(dir, 'ledger.db'))
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'label'").pluck().get())
    const pageSize = Number(db.pragma('page_size', { simple: true }))
    db.close()
    const bytes = readFileSync(join(dir, 'ledger.db'))
    bytes.fill('damaged ', (page - 1) * pageSize, page * pageSize)
    writeFileSync(join(dir, 'ledger.db'), bytes)
    // As after a power cut: its pages are not read at opening.
    rmSync(join(dir, 'ledger.closed'))
    const ledger = await opened(dir, clock)
    expect(ledger.notices[0]?.code).toBe('DATABASE_DAMAGED')
    expect(await lostIn(ledger.db, clock)).toEqual([])
  })
})

/** A ledger of before whose labels are packed, with a copy of it, and much that is free. It is closed. */
async function withMuchFree(): Promise<{ dir: string; clock: FakeClock }> {
  const { dir, clock } = await ofBefore()
  const ledger = await openLedger(dir, clock)
  await createShrinking({ db: ledger.db, ...FOR_EVER }).tick()
  freeMany(ledger.db, 24)
  expect(freePagesOf(ledger.db)).toMatchObject({ canGo: false })
  expect(await giveBackPages(ledger.db)).toBe(false)
  await ledger.backups.takeFull()
  ledger.close()
  return { dir, clock }
}
