import { z } from 'zod'
import type { SqliteDatabase } from '../../src-main/store/database.ts'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { labelStore } from '../../src-main/store/ledger/booking/labels.ts'
import { newBooking } from './bookings.ts'
import { FakeClock } from './fake-clock.ts'

/** The log of calls keeps 50,000 rows: those of so many bookings. */
const LOGGED = 17_000
/** Bookings of one transaction: some seconds of writing at most. */
const SLICE = 10_000

export interface Growth {
  bookings: number
  /** Bytes of each label; 0: none is kept. */
  labelBytes: number
  /** What is spent is left to be counted in the background, as of bookings from before it was; and nothing is safe before the end. */
  isHasty?: boolean
}

/** Indexes of tables that only grow, made once at the end, and what counts each booking by itself. */
const OF_EACH_ROW = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
  AND ((type = 'index' AND tbl_name IN ('audit', 'request_log')) OR name = 'spend_added')`
const schemaSchema = z.array(z.object({ type: z.enum(['index', 'trigger']), name: z.string(), sql: z.string() }))

/** Writes in bulk: 20,000 bookings a second and more where the machine is free. */
function inBulk(db: SqliteDatabase, bookings: number, write: () => void): void {
  const set = schemaSchema.parse(db.prepare(OF_EACH_ROW).all())
  const cacheSize = Number(db.pragma('cache_size', { simple: true }))
  db.pragma('cache_size = -262144')
  db.pragma('secure_delete = OFF')
  for (const { type, name } of set) db.exec(`DROP ${type} "${name}"`)
  db.prepare('UPDATE spend_backfill SET until = max(until, ?)').run(bookings + 10)
  write()
  for (const { sql } of set) db.exec(sql)
  db.pragma('secure_delete = ON')
  db.pragma(`cache_size = ${cacheSize}`)
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/**
 * Fills a ledger as years of work do: each booking BOOKED, with its label, a print job, four rows of the audit log, three
 * calls in the request log, and every tenth change, note and saved address. The first is made by the stores, the others
 * are copies of it with ids of their own, written in bulk.
 */
export async function growLedger(db: SqliteDatabase, { bookings, labelBytes, isHasty = false }: Growth): Promise<void> {
  const clock = new FakeClock('2021-11-21T15:00:00.000Z')
  await bookingStore(db, clock).submit(newBooking('first'))
  await labelStore(db, clock).keep('embedded', 'SHP-first', [
    { documentId: 'DOC-first', format: 'ZPL', bytes: Buffer.from('^XA^XZ') },
  ])
  const columns = (table: string) =>
    db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().map(String)
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2021-11-21', '+' || (n * 150) || ' seconds')`
  const own: Record<string, string> = {
    seq: 'n + 10',
    booking_id: `'bkg_' || n`,
    submission_id: `'submission-' || n`,
    state: `'BOOKED'`,
    reference: `'PO-' || n`,
    request: `json_set(request, '$.reference', 'PO-' || n, '$.quoteId', 'q-' || n)`,
    summary: `json_set(summary, '$.consigneeName', 'Globex ' || (n % 997), '$.pickupDate', substr(${at}, 1, 10))`,
    shipment_id: `'SHP-' || n`,
    tracking_number: `'TRK' || n`,
    pro_number: `'PRO' || n`,
    due_at: 'NULL',
    created_at: at,
    updated_at: at,
  }
  const booking = columns('booking')
  const values = booking.map((name) => own[name] ?? name).join(', ')
  const writes = [
    `INSERT INTO booking (${booking.join(', ')}) SELECT ${values} FROM numbers, booking b WHERE b.booking_id = 'bkg_first'`,
    ...(labelBytes > 0
      ? [
          `INSERT INTO document_bytes SELECT 'sha-' || n, randomblob(${labelBytes}) FROM numbers`,
          `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256) SELECT 'embedded', 'SHP-' || n, 1, 'DOC-' || n, 'ZPL', 'sha-' || n FROM numbers`,
          `INSERT INTO print_job (seq, job_id, printer_id, printer_name, shipment_id, title, purpose, copies, labels, sha256,
             bytes, bytes_sent, state, created_at, updated_at)
           SELECT n + 10, 'job_' || n, 'prn_1', 'Zebra', 'SHP-' || n, 'PO-' || n, 'label', 1, 1, 'sha-' || n, 12000, 12000,
             'PRINTED', ${at}, ${at} FROM numbers`,
        ]
      : []),
    ...['submitted', 'booked', 'kept', 'printed'].map(
      (action) =>
        `INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
         SELECT ${at}, 'station', 'booking', 'bkg_' || n, '${action}', '{"reference":"PO-' || n || '"}' FROM numbers`,
    ),
    ...['/book-shipment', '/documents/', '/tracking/lookup/'].map(
      (path) =>
        `INSERT INTO request_log (request_id, at, family, priority, method, path, status, attempt, duration_ms)
         SELECT 'req_' || n, ${at}, 'bookings', 'booking', 'POST', '${path}' || n, 200, 1, 80 FROM numbers
         WHERE n > ${bookings - LOGGED}`,
    ),
    `INSERT INTO shipment_change (seq, change_id, submission_id, environment, booking_id, shipment_id, change, state,
       created_at, updated_at)
     SELECT n + 10, 'chg_' || n, 'change-' || n, 'embedded', 'bkg_' || n, 'SHP-' || n, '{}', 'DONE', ${at}, ${at}
     FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO shipment_note (note_id, environment, shipment_id, text, at) SELECT 'note_' || n, 'embedded', 'SHP-' || n, 'Call first', ${at} FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO shipment_attention SELECT 'embedded', 'SHP-' || n, 'acknowledged', NULL, NULL, ${at} FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO address (seq, address_id, name, body, likeness, created_at, updated_at, removed_at)
     SELECT n + 10, 'adr_' || n, 'Globex ' || n, '{}', 'l' || n, ${at}, ${at}, iif(n % 20 = 0, ${at}, NULL)
     FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO given_out SELECT 'reference', 'OLD-' || n FROM numbers WHERE n % 10 = 0`,
  ]
  const write = () => {
    for (let from = 1; from <= bookings; from += SLICE) {
      const to = Math.min(bookings, from + SLICE - 1)
      const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`
      db.transaction(() => {
        for (const write of writes)
          db.exec(
            `${numbers} ${write}`.replace(/^(WITH .*?\)) (INSERT INTO \w+(?: \([^)]*\))?) SELECT/s, '$2 $1 SELECT'),
          )
      })()
      db.pragma('wal_checkpoint(PASSIVE)')
    }
  }
  if (isHasty) inBulk(db, bookings, write)
  else write()
}
