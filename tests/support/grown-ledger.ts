import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { ledgerPlace } from '../../src-main/data/backup/place.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { newBooking } from './bookings.ts'
import { FakeClock } from './fake-clock.ts'

/** The log of calls keeps 50,000 rows: those of so many bookings. */
const LOGGED = 17_000
/** Bookings of one transaction: some seconds of writing at most. */
const SLICE = 10_000
const ADDRESS = JSON.stringify({
  address: { address1: '1 Elm St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
  roles: ['consignee'],
  accessorials: [],
  dock: {},
  notes: '',
})

/** What is set aside while rows are written: indexes that are no promise of the schema itself, and triggers. */
const SET_ASIDE = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name IN ('booking', 'document_bytes',
    'label', 'print_job', 'audit', 'request_log', 'shipment_change', 'shipment_note', 'shipment_attention', 'address', 'given_out')
  AND type IN ('index', 'trigger')`
const schemaSchema = z.array(z.object({ type: z.enum(['index', 'trigger']), name: z.string(), sql: z.string() }))

export interface Growth {
  bookings: number
  /** Bytes of each label; 0: none is kept. */
  labelBytes: number
}

/** CPU that the rows took with their indexes, and the index of words beside that. */
export interface Filling {
  rowsMs: number
  wordsMs: number
}

/**
 * Fills a ledger as years of work do: each booking BOOKED, with its label, a print job, four rows of the audit log, three
 * calls in the request log, and every tenth change, note and saved address. The first is made by the stores, the others
 * are copies of it with ids of their own.
 */
export async function growLedger(db: SqliteDatabase, growth: Growth): Promise<void> {
  await writeFirst(db)
  writeCopies(db, growth, 'n', () => db.pragma('wal_checkpoint(PASSIVE)'))
}

/**
 * The same in the file of a ledger that nobody has open, in bulk: without a journal, and with indexes, what triggers keep and the
 * index of words made at the end. Nothing is safe before that. Its ids are of one length, so that they come in order:
 * `PO-00000007`. What is spent is left to be counted in the background, as of bookings from before it was.
 */
export async function growFile(dataDir: string, clock: FakeClock, growth: Growth): Promise<Filling> {
  const ledger = await openLedger(dataDir, clock)
  await writeFirst(ledger.db)
  ledger.close()
  const { file, closed } = ledgerPlace(dataDir)
  const db = new Database(file)
  for (const pragma of FOR_BULK) db.pragma(pragma)
  const set = schemaSchema.parse(db.prepare(SET_ASIDE).all())
  const startedAt = cpuMs()
  for (const { type, name } of set) db.exec(`DROP ${type} "${name}"`)
  writeCopies(db, growth, "printf('%08d', n)", () => undefined)
  for (const { sql } of set) db.exec(sql)
  const { bookings } = growth
  db.exec(`UPDATE spend_backfill SET until = ${bookings + 10};
    DELETE FROM booking_count; INSERT INTO booking_count SELECT state, count(*) FROM booking GROUP BY state;`)
  const rowsMs = cpuMs() - startedAt
  db.exec(
    'INSERT INTO booking_text (rowid, words) SELECT -seq, words FROM booking_words WHERE seq > 10 ORDER BY seq DESC',
  )
  const wordsMs = cpuMs() - startedAt - rowsMs
  db.close()
  // Else it is a file that somebody changed while it was closed, and every page of it is read at the next opening.
  rmSync(closed, { force: true })
  return { rowsMs, wordsMs }
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const FOR_BULK = [
  ...['journal_mode = DELETE', 'locking_mode = EXCLUSIVE', 'journal_mode = OFF', 'synchronous = OFF'],
  ...['cache_size = -1048576', 'temp_store = MEMORY', 'foreign_keys = OFF', 'threads = 2'],
]

async function writeFirst(db: SqliteDatabase): Promise<void> {
  const clock = new FakeClock('2021-11-21T15:00:00.000Z')
  await bookingStore(db, clock).submit(newBooking('first'))
  await labelStore(db, clock).keep('embedded', 'SHP-first', [
    { documentId: 'DOC-first', format: 'ZPL', bytes: Buffer.from('^XA^XZ') },
  ])
}

/** @param id what tells one copy from another, in SQL of its number `n` */
function writeCopies(db: SqliteDatabase, { bookings, labelBytes }: Growth, id: string, afterSlice: () => void): void {
  const booking = db.prepare("SELECT name FROM pragma_table_info('booking')").pluck().all().map(String)
  const own: Record<string, string> = {
    seq: 'n + 10',
    booking_id: "'bkg_' || id",
    submission_id: "'submission-' || id",
    state: "'BOOKED'",
    reference: "'PO-' || id",
    request: "replace(request, '@id', id)",
    summary: "replace(replace(summary, '@who', 'Globex ' || (n % 997)), '@day', day)",
    shipment_id: "'SHP-' || id",
    tracking_number: "'TRK' || id",
    pro_number: "'PRO' || id",
    due_at: 'NULL',
    created_at: 'at',
    updated_at: 'at',
  }
  db.exec(`CREATE TEMP TABLE one AS SELECT * FROM booking WHERE booking_id = 'bkg_first';
    UPDATE one SET request = json_set(request, '$.reference', 'PO-@id', '$.quoteId', 'q-@id'),
      summary = json_set(summary, '$.consigneeName', '@who', '$.pickupDate', '@day');
    CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY, id TEXT, at TEXT, day TEXT);`)
  const writes = [
    `INSERT INTO booking (${booking.join(', ')})
     SELECT ${booking.map((name) => own[name] ?? name).join(', ')} FROM numbers CROSS JOIN one`,
    ...(labelBytes > 0
      ? [
          `INSERT INTO document_bytes SELECT 'sha-' || id, randomblob(${labelBytes}) FROM numbers`,
          `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256)
           SELECT 'embedded', 'SHP-' || id, 1, 'DOC-' || id, 'ZPL', 'sha-' || id FROM numbers`,
          `INSERT INTO print_job (seq, job_id, printer_id, printer_name, shipment_id, title, purpose, copies, labels, sha256,
             bytes, bytes_sent, state, created_at, updated_at)
           SELECT n + 10, 'job_' || id, 'prn_1', 'Zebra', 'SHP-' || id, 'PO-' || id, 'label', 1, 1, 'sha-' || id, 12000,
             12000, 'PRINTED', at, at FROM numbers`,
        ]
      : []),
    `INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
     SELECT at, 'station', 'booking', 'bkg_' || id, action, '{"reference":"PO-' || id || '"}' FROM numbers
     CROSS JOIN (SELECT column1 AS action FROM (VALUES ('submitted'), ('booked'), ('kept'), ('printed')))`,
    `INSERT INTO request_log (request_id, at, family, priority, method, path, status, attempt, duration_ms)
     SELECT 'req_' || id, at, 'bookings', 'booking', 'POST', path || id, 200, 1, 80 FROM numbers
     CROSS JOIN (SELECT column1 AS path FROM (VALUES ('/book-shipment'), ('/documents/'), ('/tracking/lookup/')))
     WHERE n > ${bookings - LOGGED}`,
    `INSERT INTO shipment_change (seq, change_id, submission_id, environment, booking_id, shipment_id, change, state,
       created_at, updated_at)
     SELECT n + 10, 'chg_' || id, 'change-' || id, 'embedded', 'bkg_' || id, 'SHP-' || id, '{}', 'DONE', at, at
     FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO shipment_note (note_id, environment, shipment_id, text, at)
     SELECT 'note_' || id, 'embedded', 'SHP-' || id, 'Call first', at FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO shipment_attention SELECT 'embedded', 'SHP-' || id, 'acknowledged', NULL, NULL, at FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO address (seq, address_id, name, body, likeness, created_at, updated_at, removed_at)
     SELECT n + 10, 'adr_' || id, 'Globex ' || id, '${ADDRESS}', 'l' || id, at, at, iif(n % 20 = 0, at, NULL)
     FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO given_out SELECT 'reference', 'OLD-' || id FROM numbers WHERE n % 10 = 0`,
  ].map((sql) => db.prepare(sql))
  const number = db.prepare(
    `INSERT INTO numbers
     WITH RECURSIVE numbers (n) AS (SELECT @from UNION ALL SELECT n + 1 FROM numbers WHERE n < @to)
     SELECT n, ${id}, strftime('%Y-%m-%dT%H:%M:%fZ', '2021-11-21', '+' || (n * 150) || ' seconds'),
       date('2021-11-21', '+' || (n * 150) || ' seconds') FROM numbers`,
  )
  for (let from = 1; from <= bookings; from += SLICE) {
    db.transaction(() => {
      db.exec('DELETE FROM numbers')
      number.run({ from, to: Math.min(bookings, from + SLICE - 1) })
      for (const write of writes) write.run()
    })()
    afterSlice()
  }
  db.exec('DROP TABLE temp.one; DROP TABLE temp.numbers')
}
