import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import { unpacked } from '../../../src-main/labels/document-bytes.rows.ts'
import { LEDGER_MIGRATIONS } from '../../../src-main/data/ledger/migrations.ts'
import type { Seeded } from '../../support/seeded.ts'
import type { SimulatedStation } from './station.ts'

/** Kept by triggers, or written behind the rows: a version that has them makes them anew of what it finds. */
const DERIVED = /^(spend_(sum|backfill)|booking_count|label_missing|forgetting|booking_text.*|document_backfill)$/
/** The ledger had sign-in, mail and an inbox by then; before it, what a day writes every time would be lost. */
const OLDEST = 16

/** Of what a day leaves in a ledger: what no start of a station changes in it. */
const KEPT = {
  booking: 'booking_id, submission_id, kind, created_at',
  shipment_change: 'change_id, booking_id, change, created_at',
  print_job: 'job_id, shipment_id, sha256, created_at',
  label: 'shipment_id, sha256',
  audit: 'id, at, subject_id, action',
  batch: 'batch_id, name, created_at',
  feed_order: 'order_id, reference, taken_at',
  person: 'person_id, name, role',
} as const

/**
 * What an earlier version left when it was closed for good, in the middle of a life: the rows of the ledger of now in the tables
 * of then. This version opens it, brings it up, and must have lost none of them.
 *
 * Choice: the ledger of a dead station is written once more in the schema of an earlier version, one in whose tables everything
 * has a place that this day has written; what only later versions derive, and columns that only they fill, are left out.
 * Why: a build of then cannot live in this process, and what it would have left is rows and a schema, which every migration
 * since then meets here with a whole day's work, open work among it.
 * Trade-off: the rows were written by the code of now. What an earlier version wrote otherwise is for the tests of each migration.
 */
export class EarlierVersion {
  #was: ReadonlySet<string> = new Set()
  #version = 0

  /** The folder is a dead station's. Gives which version it is left as; null: this day has written what none of them knew. */
  put(dir: string, random: Seeded): number | null {
    const file = join(dir, 'ledger.db')
    const fitting = versionsThatHold(file)
    const version = fitting[random.below(Math.max(1, fitting.length))]
    if (version === undefined) return null
    const earlier = `${file}.earlier`
    const then = ledgerAs(version, earlier)
    try {
      copyRows(then, file)
      unpackDocuments(then)
      this.#was = rowsOf(then)
      this.#version = version
    } finally {
      then.close()
    }
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    renameSync(earlier, file)
    return version
  }

  /** A backup has taken its place. */
  forget(): void {
    this.#was = new Set()
  }

  /** At the first opening since. Null: every row is there, as it was. */
  notStored({ stores }: Pick<SimulatedStation, 'stores'>): string | null {
    if (!stores || this.#was.size === 0) return null
    const now = rowsOf(stores.ledger.db)
    const gone = [...this.#was].filter((row) => !now.has(row))
    this.#was = new Set()
    return gone.length === 0 ? null : `brought up from version ${this.#version}, it has lost ${gone.join(' and ')}`
  }
}

/** An empty ledger of that version. */
function ledgerAs(version: number, file: string): SqliteDatabase {
  const db = new Database(file)
  for (const sql of LEDGER_MIGRATIONS.slice(0, version)) db.exec(sql)
  db.pragma(`user_version = ${version}`)
  return db
}

const namesSchema = z.array(z.string())

/** Tables that hold rows: those behind an index of words among them, the index itself not. */
function tablesOf(db: SqliteDatabase): string[] {
  const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'`
  return namesSchema.parse(db.prepare(tables).pluck().all())
}

const columnsOf = (db: SqliteDatabase, table: string, schema = 'main'): string[] =>
  namesSchema.parse(db.prepare('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema))

const tables = new Map<number, readonly string[]>()

/** Of that version, which is the same as long as this process lives. */
function tablesAt(version: number): readonly string[] {
  const known = tables.get(version)
  if (known) return known
  const db = ledgerAs(version, ':memory:')
  const found = tablesOf(db)
  db.close()
  tables.set(version, found)
  return found
}

/** In which of the earlier versions everything in this file has a place. */
function versionsThatHold(file: string): number[] {
  const db = new Database(file)
  try {
    return LEDGER_MIGRATIONS.map((_migration, at) => at).filter((version) => version >= OLDEST && holdsAll(db, version))
  } finally {
    db.close()
  }
}

/** Has every table that this ledger has rows in, and that no later version derives, a place in that version? */
function holdsAll(db: SqliteDatabase, version: number): boolean {
  const there = tablesAt(version)
  return tablesOf(db).every(
    (table) =>
      DERIVED.test(table) || there.includes(table) || db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
  )
}

/** Every row, in the columns that are there; triggers must not count them a second time. */
function copyRows(then: SqliteDatabase, from: string): void {
  const triggers = z
    .array(z.object({ name: z.string(), sql: z.string() }))
    .parse(then.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all())
  then.pragma('foreign_keys = OFF')
  // Of an index of words its own tables are copied as they are, which nobody else may write.
  then.unsafeMode()
  for (const { name } of triggers) then.exec(`DROP TRIGGER ${name}`)
  then.exec(`ATTACH '${from.replaceAll("'", "''")}' AS now`)
  then.transaction(() => {
    for (const table of tablesOf(then)) {
      const now = columnsOf(then, table, 'now')
      const both = columnsOf(then, table)
        .filter((name) => now.includes(name))
        .join(', ')
      then.exec(`DELETE FROM main.${table}`)
      if (both !== '') then.exec(`INSERT INTO main.${table} (${both}) SELECT ${both} FROM now.${table}`)
    }
  })()
  then.exec('DETACH now')
  then.unsafeMode(false)
  for (const { sql } of triggers) then.exec(sql)
  const broken = then.pragma('foreign_key_check')
  if (!Array.isArray(broken) || broken.length > 0) throw new Error(`rows without their own: ${JSON.stringify(broken)}`)
}

const documentsSchema = z.array(z.object({ sha256: z.string(), bytes: z.instanceof(Uint8Array) }))

/** A version that does not pack documents has kept them as they came. What a disk has spoiled stays as it is. */
function unpackDocuments(then: SqliteDatabase): void {
  const there = tablesOf(then)
  if (there.includes('document_backfill') || !there.includes('document_bytes')) return
  const keep = then.prepare('UPDATE document_bytes SET bytes = ? WHERE sha256 = ?')
  for (const { sha256, bytes } of documentsSchema.parse(then.prepare('SELECT sha256, bytes FROM document_bytes').all()))
    keep.run(unpacked(sha256, bytes) ?? bytes, sha256)
}

function rowsOf(db: SqliteDatabase): Set<string> {
  const there = tablesOf(db)
  const rows = Object.entries(KEPT)
    .filter(([table]) => there.includes(table))
    .flatMap(([table, columns]) => {
      const all = db.prepare(`SELECT ${columns} FROM ${table}`).raw().all()
      return all.map((row) => `${table} ${JSON.stringify(row)}`)
    })
  return new Set(rows)
}
