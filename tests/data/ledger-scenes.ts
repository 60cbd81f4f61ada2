import { execFileSync, spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { systemFiles } from '../../src-main/kernel/sqlite/files.ts'
import { backUp } from '../../src-main/data/backup/backups.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { mountSmallDisk, type SmallDisk } from '../world/processes/small-disk.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const PROGRAM = fileURLToPath(new URL('dying-ledger.ts', import.meta.url))
const HOUR = 60 * 60 * 1000

/** Bookings of a ledger that was backed up while the first waited, and was used afterwards. */
export const WAITING_IN_BACKUP = ['a', 'b']
const BOOKED_AFTER = ['c', 'd']
export const ALL_IDS = [...WAITING_IN_BACKUP, ...BOOKED_AFTER]

export interface Scene {
  dir: string
  clock: FakeClock
  /** The backup with the first bookings in it. */
  backup: string
}

export const backupNames = (dir: string): string[] =>
  readdirSync(join(dir, 'backups'))
    .filter((name) => name.endsWith('.db'))
    .sort()

export const takeBackup = (ledger: Ledger, dir: string, clock: FakeClock): Promise<string> =>
  backUp({ db: ledger.db, dir: join(dir, 'backups'), files: systemFiles, now: clock.now() })

export const referencesIn = async (ledger: Ledger, clock: FakeClock): Promise<string[]> =>
  (await bookingStore(ledger.db, clock).list({ limit: 100 })).map(({ reference }) => reference).sort()

/** Two bookings wait, a backup is made by hand and no cut follows it, the two are sent, two more are handed in. The ledger is closed. */
export async function workedLedger(): Promise<Scene> {
  const dir = tempDir()
  const clock = new FakeClock()
  const ledger = await openLedger(dir, clock)
  const bookings = bookingStore(ledger.db, clock)
  for (const id of WAITING_IN_BACKUP) await bookings.submit(newBooking(id))
  clock.advance(HOUR)
  await takeBackup(ledger, dir, clock)
  const backup = backupNames(dir).at(-1) ?? ''
  clock.advance(HOUR)
  // As the outbox commits it before the first byte leaves.
  ledger.db.prepare("UPDATE booking SET state = 'SENDING'").run()
  for (const id of BOOKED_AFTER) await bookings.submit(newBooking(id))
  ledger.close()
  clock.advance(HOUR)
  return { dir, clock, backup }
}

/** Makes of a closed ledger one from before free pages could be given back, with many of them. */
export function freeMuchOfOld(dir: string): void {
  const db = new Database(join(dir, 'ledger.db'))
  db.pragma('auto_vacuum = NONE')
  db.exec('VACUUM; CREATE TABLE filler (bytes BLOB) STRICT')
  const insert = db.prepare('INSERT INTO filler VALUES (randomblob(1000000))')
  for (let n = 0; n < 18; n++) insert.run()
  db.exec('DROP TABLE filler')
  db.close()
  rmSync(join(dir, 'ledger.closed'))
}

export const damageLedger = (dir: string): void => writeFileSync(join(dir, 'ledger.db'), 'damaged '.repeat(40_000))

/** Makes of a closed ledger one of the first version, with what that version knew of its bookings. */
export function firstVersion(dir: string): void {
  const [first] = LEDGER_MIGRATIONS
  const db = new Database(join(dir, 'ledger.db'))
  db.exec(first)
  db.pragma('user_version = 1')
  const insert = db.prepare(
    `INSERT INTO booking (booking_id, submission_id, environment, state, reference, request, request_sha256, summary,
       quote_expires_at, created_at, updated_at) VALUES (?, ?, 'embedded', 'QUEUED', ?, ?, 'f', ?, ?, ?, ?)`,
  )
  const at = '2026-11-20T10:00:00.000Z'
  for (const id of ALL_IDS) {
    const booking = newBooking(id)
    const { request, summary } = booking
    insert.run(
      `bkg_${id}`,
      `submission-${id}`,
      `PO-${id}`,
      JSON.stringify(request),
      JSON.stringify(summary),
      at,
      at,
      at,
    )
  }
  db.close()
}

/** Whether a small disk can be mounted here. */
export function mayMount(): boolean {
  const disk = mountSmallDisk()
  disk?.remove()
  return disk !== null
}

/** A small disk for the running test. */
export function smallDisk(): SmallDisk {
  const disk = mountSmallDisk()
  if (disk === null) throw new Error('no small disk can be mounted here')
  onTestFinished(disk.remove)
  return disk
}

/** What the ledger tells from now on. */
export function troublesOf(ledger: Ledger): unknown[] {
  const reported: unknown[] = []
  ledger.onTrouble((error) => reported.push(error))
  return reported
}

/** The folder of a closed ledger once more. */
export function copyOf(dir: string): string {
  const copy = tempDir()
  cpSync(dir, copy, { recursive: true })
  return copy
}

/**
 * The folder of an open ledger once more, as it is at this moment. Copied by a process of its own: one that opened and
 * closed the ledger here would drop its locks.
 */
export function copyOfOpen(dir: string): string {
  const copy = tempDir()
  execFileSync(process.execPath, ['-e', 'fs.cpSync(process.argv[1], process.argv[2], { recursive: true })', dir, copy])
  return copy
}

/** Runs the program until it ends or dies; gives the steps it came to, and what it said. */
export function runDying(
  order: object,
  program = PROGRAM,
): Promise<{ steps: string[]; isKilled: boolean; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let said = ''
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    child.once('error', reject)
    child.once('close', (_code, signal) => {
      resolve({ steps: out.split('\n').slice(0, -1), isKilled: signal === 'SIGKILL', said })
    })
  })
}

export const bytesOf = (path: string): Buffer => readFileSync(path)
