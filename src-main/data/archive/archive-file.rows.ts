import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, rmSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { CSV_MARK, safeCsvLine } from '../../../src-shared/csv.ts'
import { archiveFactsSchema, type ArchiveFacts } from '../../../src-shared/station/app/archive.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { hashOf, unpacked } from '../../labels/document-bytes.rows.ts'

/** "WYBA": https://sqlite.org/fileformat.html 1.3.15. */
const APPLICATION_ID = 0x57594241
const LINES = 1000

/**
 * One year in one SQLite file: `record` holds rows of the ledger as JSON, `document` bytes under their SHA-256 (raw deflate),
 * `paper` which document is whose label or manifest, `csv` the index in pieces, `meta` what all of it should come to.
 */
const SCHEMA = `
CREATE TABLE meta (facts TEXT NOT NULL) STRICT;
CREATE TABLE record (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
CREATE TABLE document (sha256 TEXT PRIMARY KEY, packed BLOB NOT NULL) STRICT;
CREATE TABLE paper (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL REFERENCES document (sha256)) STRICT, WITHOUT ROWID;
CREATE TABLE csv (part INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT;
`

const bookingSchema = z.object({
  seq: z.int(),
  booking_id: z.string(),
  environment: z.string(),
  reference: z.string(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  pro_number: z.string().nullable(),
  state: z.string(),
  created_at: z.string(),
  summary: z.string(),
})
type Booking = z.infer<typeof bookingSchema>

const summarySchema = z.object({
  carrierName: z.string().optional().catch(undefined),
  consigneeName: z.string().optional().catch(undefined),
  destination: z.string().optional().catch(undefined),
})

/** Rows that go along with a booking: by its id, or by its shipment's. */
const OF_BOOKING = [
  { kind: 'change', sql: 'SELECT change_id AS id, * FROM shipment_change WHERE booking_id = ?', by: 'booking_id' },
  { kind: 'job', sql: 'SELECT job_id AS id, * FROM print_job WHERE shipment_id = ?', by: 'shipment_id' },
  { kind: 'note', sql: 'SELECT note_id AS id, * FROM shipment_note WHERE shipment_id = ?', by: 'shipment_id' },
] as const

const rowSchema = z.record(z.string(), z.unknown()).and(z.object({ id: z.union([z.string(), z.int()]) }))
const labelSchema = z.object({ piece: z.int(), format: z.string(), sha256: z.string() })
const HEADERS = [
  ...['reference', 'booking', 'shipment', 'tracking number', 'PRO', 'state', 'booked at'],
  ...['carrier', 'consignee', 'destination', 'labels'],
]

/**
 * Writes a year from a copy of the ledger that no process has open. The file is whole and on the disk when this
 * returns.
 * @throws Error when it cannot be written
 */
export function writeArchive(copy: string, target: string, year: number): ArchiveFacts {
  rmSync(target, { force: true })
  const ledger = new Database(copy, { readonly: true, fileMustExist: true })
  const archive = new Database(target)
  try {
    archive.pragma('journal_mode = OFF')
    archive.pragma('synchronous = OFF')
    archive.pragma(`application_id = ${APPLICATION_ID}`)
    archive.exec(SCHEMA)
    archive.exec('BEGIN')
    const facts = fill(ledger, archive, year)
    archive.prepare('INSERT INTO meta VALUES (?)').run(JSON.stringify(facts))
    archive.exec('COMMIT')
    return facts
  } finally {
    archive.close()
    ledger.close()
    syncIfThere(target)
  }
}

function fill(ledger: SqliteDatabase, archive: SqliteDatabase, year: number): ArchiveFacts {
  const record = archive.prepare('INSERT OR IGNORE INTO record VALUES (?, ?, ?)')
  const paper = archive.prepare('INSERT OR IGNORE INTO paper VALUES (?, ?)')
  const piece = archive.prepare('INSERT INTO csv (lines) VALUES (?)')
  const keep = documentStore(ledger, archive)
  const span = [String(year), String(year + 1)]
  const facts = { year, bookings: 0, documents: 0, audit: 0, firstSeq: 0, lastSeq: 0 }
  let lines = CSV_MARK + safeCsvLine(HEADERS)
  const labelsOf = ledger.prepare('SELECT * FROM label WHERE environment = ? AND shipment_id = ? ORDER BY piece')
  for (const row of ledger
    .prepare('SELECT * FROM booking WHERE created_at >= ? AND created_at < ? ORDER BY seq')
    .iterate(...span)) {
    const booking = bookingSchema.parse(row)
    record.run('booking', booking.booking_id, JSON.stringify(row))
    for (const { kind, sql, by } of OF_BOOKING) {
      for (const other of ledger.prepare(sql).all(booking[by])) {
        const { id, ...body } = rowSchema.parse(other)
        record.run(kind, String(id), JSON.stringify(body))
        if (typeof body['sha256'] === 'string') keep(body['sha256'])
      }
    }
    const labels = z.array(labelSchema).parse(labelsOf.all(booking.environment, booking.shipment_id))
    for (const { piece: number, format, sha256 } of labels) {
      if (keep(sha256))
        paper.run(`labels/${fileName(booking.reference, booking.booking_id)}-${number}.${format.toLowerCase()}`, sha256)
    }
    facts.bookings += 1
    facts.firstSeq ||= booking.seq
    facts.lastSeq = booking.seq
    lines += lineOf(booking, labels.length)
    if (facts.bookings % LINES > 0) continue
    piece.run(lines)
    lines = ''
  }
  piece.run(lines)
  for (const row of ledger
    .prepare('SELECT * FROM manifest WHERE created_at >= ? AND created_at < ?')
    .iterate(...span)) {
    const { number, sha256 } = z.object({ number: z.string(), sha256: z.string() }).parse(row)
    record.run('manifest', number, JSON.stringify(row))
    if (keep(sha256)) paper.run(`papers/${fileName(number, '')}.pdf`, sha256)
  }
  for (const row of ledger.prepare('SELECT * FROM audit WHERE at >= ? AND at < ?').iterate(...span)) {
    record.run('audit', String(rowSchema.parse(row).id).padStart(12, '0'), JSON.stringify(row))
    facts.audit += 1
  }
  facts.documents = countOf(archive, 'document')
  return facts
}

/** Takes bytes over once, compared with their hash. False: they are not here any more. */
function documentStore(ledger: SqliteDatabase, archive: SqliteDatabase): (sha256: string) => boolean {
  const read = ledger.prepare('SELECT bytes FROM document_bytes WHERE sha256 = ?').pluck()
  const has = archive.prepare('SELECT 1 FROM document WHERE sha256 = ?').pluck()
  const write = archive.prepare('INSERT INTO document VALUES (?, ?)')
  return (sha256) => {
    if (has.get(sha256) !== undefined) return true
    const kept = z.instanceof(Buffer).parse(read.get(sha256))
    if (kept.length === 0) return false
    const bytes = unpacked(sha256, kept)
    if (bytes === null) throw new Error(`the document ${sha256} is not as it was kept`)
    write.run(sha256, deflateRawSync(bytes))
    return true
  }
}

function lineOf(booking: Booking, labels: number): string {
  const { carrierName, consigneeName, destination } = summarySchema.parse(JSON.parse(booking.summary))
  const { reference, booking_id, shipment_id, tracking_number, pro_number, state, created_at } = booking
  return safeCsvLine([
    ...[reference, booking_id, shipment_id, tracking_number, pro_number, state, created_at],
    ...[carrierName ?? null, consigneeName ?? null, destination ?? null, labels],
  ])
}

/** A name that every system takes; two references that come to the same keep apart by the booking's id. */
function fileName(wanted: string, id: string): string {
  const plain = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, 60)
  return id === '' ? plain : `${plain}_${id}`
}

const countOf = (db: SqliteDatabase, table: 'document' | 'record'): number =>
  z.int().parse(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

function syncIfThere(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Reads all of an archive. @throws Error when it is not whole, or not one of ours */
export function proveArchive(file: string): ArchiveFacts {
  return withArchive(file, (archive) => {
    const check: unknown = archive.pragma('quick_check(1)', { simple: true })
    if (check !== 'ok') throw new Error(`it reads as damaged: ${String(check)}`)
    const facts = factsOf(archive)
    const bookings: unknown = archive.prepare("SELECT count(*) FROM record WHERE kind = 'booking'").pluck().get()
    const audit: unknown = archive.prepare("SELECT count(*) FROM record WHERE kind = 'audit'").pluck().get()
    if (bookings !== facts.bookings || audit !== facts.audit || countOf(archive, 'document') !== facts.documents) {
      throw new Error('its contents do not match its own list')
    }
    for (const row of archive.prepare('SELECT sha256, packed FROM document').iterate()) documentOf(row)
    for (const name of archive.prepare('SELECT name FROM paper').pluck().iterate()) paperNameSchema.parse(name)
    for (const kind of archive.prepare('SELECT DISTINCT kind FROM record').pluck().iterate()) kindSchema.parse(kind)
    return facts
  })
}

/** A label or a paper of a manifest, as `fill` names it. */
const paperNameSchema = z.string().regex(/^(labels|papers)\/[A-Za-z0-9._-]+$/, 'a document has an unexpected name')
const kindSchema = z.enum(['booking', 'change', 'job', 'note', 'manifest', 'audit'])
/** A label or a paper unpacked is never so long. */
const MOST_DOCUMENT = 64 * 1024 * 1024

const documentSchema = z.object({ sha256: z.string(), packed: z.instanceof(Buffer) })

/** @throws Error when the bytes are not those of their hash */
function documentOf(row: unknown): Buffer {
  const { sha256, packed } = documentSchema.parse(row)
  const bytes = inflateRawSync(packed, { maxOutputLength: MOST_DOCUMENT })
  if (hashOf(bytes) !== sha256) throw new Error(`the document ${sha256} is not as it was kept`)
  return bytes
}

const factsOf = (archive: SqliteDatabase): ArchiveFacts =>
  archiveFactsSchema.parse(JSON.parse(z.string().parse(archive.prepare('SELECT facts FROM meta').pluck().get())))

const schemaSchema = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() }))
const inOneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()
const OUR_TABLES = new Set(SCHEMA.split(';').map(inOneLine).filter(Boolean))

/** An archive may come from anybody: what is not one of our five tables, a view above all, is not even read. */
function assertOurSchema(archive: SqliteDatabase): void {
  const found = schemaSchema.parse(archive.prepare('SELECT type, name, sql FROM sqlite_schema').all())
  const tables = found.filter(({ sql }) => sql !== null).map(({ sql }) => inOneLine(sql ?? ''))
  if (tables.length !== OUR_TABLES.size || tables.some((sql) => !OUR_TABLES.has(sql))) {
    throw new Error('its tables are not those of a Waybill archive')
  }
}

/** Opens an archive to read. @throws Error when it is none */
export function withArchive<T>(file: string, work: (archive: SqliteDatabase) => T): T {
  const archive = new Database(file, { readonly: true, fileMustExist: true })
  try {
    archive.pragma('trusted_schema = OFF')
    if (archive.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new Error('it is not a Waybill archive')
    assertOurSchema(archive)
    return work(archive)
  } finally {
    archive.close()
  }
}

export const isIn = (archive: SqliteDatabase, sha256: string): boolean =>
  archive.prepare('SELECT 1 FROM document WHERE sha256 = ?').get(sha256) !== undefined

/** Has this archive a document that the other one lacks? @throws Error when one of them is none */
export function holdsMore(file: string, other: string): boolean {
  return withArchive(other, (others) =>
    withArchive(file, (archive) => {
      for (const sha256 of archive.prepare('SELECT sha256 FROM document').pluck().iterate()) {
        if (!isIn(others, z.string().parse(sha256))) return true
      }
      return false
    }),
  )
}

/** What a person sees of an archive: its index as CSV in pieces, every label and paper by its name, and every row. */
export function* unpackArchive(
  archive: SqliteDatabase,
): Generator<{ name: string; bytes: Uint8Array; isMore: boolean }> {
  for (const [index, lines] of archive.prepare('SELECT lines FROM csv ORDER BY part').pluck().all().entries()) {
    yield { name: 'index.csv', bytes: Buffer.from(z.string().parse(lines)), isMore: index > 0 }
  }
  for (const row of archive
    .prepare('SELECT p.name, p.sha256, d.packed FROM paper p JOIN document d USING (sha256) ORDER BY p.name')
    .iterate()) {
    yield { name: z.object({ name: paperNameSchema }).parse(row).name, bytes: documentOf(row), isMore: false }
  }
  let last = ''
  for (const row of archive.prepare('SELECT kind, body FROM record ORDER BY kind, id').iterate()) {
    const { kind, body } = z.object({ kind: kindSchema, body: z.string() }).parse(row)
    yield { name: `records/${kind}.jsonl`, bytes: Buffer.from(`${body}\n`), isMore: kind === last }
    last = kind
  }
}

/** SHA-256 of a whole file, piece by piece, lower-case hex. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 }))
    hash.update(z.instanceof(Buffer).parse(piece))
  return hash.digest('hex')
}
