import Database from 'better-sqlite3'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { z } from 'zod'
import { isHeldFile } from '../../../src-node/rename.ts'
import type { UnsoundReason } from '../../../src-shared/station/app/maintenance.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { LEDGER_MIGRATIONS } from '../ledger/migrations.ts'

/** The facts of a file that may take the ledger's place. */
export type LedgerFacts =
  | {
      isSound: true
      version: number
      /** How far the ledger had come; null in a file of before positions were kept. */
      position: number | null
      bookings: number
      /** When the last thing was noted in it, ISO 8601 in UTC; null: nothing ever was. */
      until: string | null
    }
  | { isSound: false; reason: UnsoundReason; detail: string; version: number | null }

const APPLICATION_ID = 1463966028
/** The first version whose files carry our mark and a position. */
const FIRST_MARKED_VERSION = 7
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\u0000'

/**
 * Inspects a file that no process has open: whether it is a ledger that this Waybill can take, whole, and what is in
 * it. `pages` reads every page of it, which takes as long as reading the file. Nothing is left beside it.
 */
export function inspectLedgerFile(file: string, { pages }: { pages: boolean }): LedgerFacts {
  const unsound = (reason: UnsoundReason, detail: string, version: number | null = null): LedgerFacts => ({
    isSound: false,
    reason,
    detail,
    version,
  })
  try {
    const { size, head } = headOf(file)
    if (size === 0) return unsound('empty', 'it is 0 bytes long')
    if (head.toString('latin1', 0, 16) !== MAGIC) return unsound('not-a-database', 'it is not an SQLite file')
    const expected = expectedSize(head)
    if (expected > size) return unsound('cut', `it is ${size} bytes long and should be ${expected}`)
    const db = new Database(file, { fileMustExist: true })
    try {
      // Without these two a look would leave files beside it.
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('query_only = ON')
      const version = Number(db.pragma('user_version', { simple: true }))
      if (version > LEDGER_MIGRATIONS.length) {
        return unsound('newer', `it is at version ${version}, this Waybill knows ${LEDGER_MIGRATIONS.length}`, version)
      }
      const strange = strangeness(db, version)
      if (strange !== null) return unsound(strange.reason, strange.detail, version)
      const check: unknown = pages ? db.pragma('quick_check(1)', { simple: true }) : 'ok'
      if (check !== 'ok') return unsound('damaged', String(check), version)
      return { isSound: true, version, ...contentOf(db, version) }
    } finally {
      db.close()
    }
  } catch (error) {
    return unsound(
      error instanceof Database.SqliteError && /CORRUPT|NOTADB/.test(error.code) ? 'damaged' : 'unreadable',
      reasonOf(error),
    )
  }
}

/** Why this database is no ledger of ours; null: it is one. Its version is known to be none of the future. */
export function strangeness(
  db: SqliteDatabase,
  version: number,
): { reason: 'empty' | 'foreign'; detail: string } | null {
  const tables = new Set(
    z.array(z.string()).parse(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()),
  )
  if (tables.size === 0) return { reason: 'empty', detail: 'there is no table in it' }
  if (version >= FIRST_MARKED_VERSION && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    return { reason: 'foreign', detail: 'it belongs to another program' }
  }
  const missing = tablesOf(version).filter((table) => !tables.has(table))
  return version === 0 || missing.length > 0
    ? { reason: 'foreign', detail: `it holds no ${missing[0] ?? 'ledger'}: another program made it` }
    : null
}

/** What every ledger of that version has at least. */
const tablesOf = (version: number): string[] => [
  ...['booking', 'document_bytes', 'label', 'print_job', 'printer', 'setting', 'audit'],
  ...(version >= FIRST_MARKED_VERSION ? ['ledger_identity', 'notice', 'given_out'] : []),
]

/** When the last thing was noted in a ledger, ISO 8601 in UTC; null: nothing ever was. */
export function readUntil(db: SqliteDatabase): string | null {
  const at: unknown = db.prepare('SELECT at FROM audit ORDER BY id DESC LIMIT 1').pluck().get()
  return z.string().optional().parse(at) ?? null
}

function contentOf(db: SqliteDatabase, version: number) {
  const bookings = z.int().parse(db.prepare('SELECT count(*) FROM booking').pluck().get())
  const position =
    version < FIRST_MARKED_VERSION
      ? null
      : z.int().parse(db.prepare('SELECT position FROM ledger_identity').pluck().get())
  return { bookings, until: readUntil(db), position }
}

/**
 * Whether the file's head and length are those of a whole SQLite file of a version that is known here. A hundred
 * bytes are read; that it is a ledger, and undamaged, is for `inspectLedgerFile` to check. One that another program holds does not.
 */
export function looksWhole(file: string): boolean {
  const read = headUnlessHeld(file)
  if (read === null) return false
  const { size, head } = read
  return (
    size > 0 &&
    head.toString('latin1', 0, 16) === MAGIC &&
    expectedSize(head) <= size &&
    head.readUInt32BE(60) <= LEDGER_MIGRATIONS.length
  )
}

function headUnlessHeld(file: string): { size: number; head: Buffer } | null {
  try {
    return headOf(file)
  } catch (error) {
    if (isHeldFile(error)) return null
    throw error
  }
}

function headOf(file: string): { size: number; head: Buffer } {
  const { size } = statSync(file)
  const head = Buffer.alloc(HEADER_BYTES)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(handle)
  }
  return { size, head }
}

/** Pages times their size, from the header, where its count is valid; https://sqlite.org/fileformat.html 1.3.8. */
function expectedSize(head: Buffer): number {
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const isInForce = head.readUInt32BE(24) === head.readUInt32BE(92)
  return isInForce ? pageSize * head.readUInt32BE(28) : 0
}
