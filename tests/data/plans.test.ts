import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { requestStore } from '../../src-main/data/audit/requests.rows.ts'
import { COUNT_UNTIL, LAST_BOOKINGS } from '../../src-main/data/backup/drill.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { attentionStore } from '../../src-main/inbox/attention.rows.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { dayFigureRows } from '../../src-main/documents/endofday/day-figures.rows.ts'
import { addressStore } from '../../src-main/addresses/addresses.rows.ts'
import { doubledBookings, sharingBookings } from '../../src-main/inbox/doubled-bookings.rows.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { growLedger } from '../support/grown-ledger.ts'

/** Tables that grow with what a station does. What is not named is kept small: the log of calls at 50,000 rows. */
const GROWS = [
  ...['booking', 'audit', 'print_job', 'label', 'document_bytes', 'shipment_change', 'manifest'],
  ...[
    'manifest_shipment',
    'given_out',
    'address',
    'shipment_note',
    'shipment_attention',
    'batch_row',
    'print_batch_item',
    'inbox_item',
    'feed_order',
    'order_file',
    'mail',
    'consignee_mail',
    'api_submission',
    'hook_delivery',
    'spend_sum',
    'invoice_line',
    'approval',
    'refund_received',
    'site_booking',
    'site_print',
  ],
]

/** Statements that may walk a table, by a part of their text, each with the reason. */
const MAY: [part: string, why: string][] = [
  ['SELECT count(*) FROM booking', 'of a backup that is looked through, which reads every page anyway'],
  ['FROM booking WHERE cancellation IS NOT NULL', 'of the canceled alone, by their index'],
  ['SELECT address_id FROM address WHERE removed_at IS NULL ORDER BY seq', 'once, when the station joins a site'],
  ['SELECT note_id FROM shipment_note WHERE environment = ?', 'once, when the station joins a site'],
  ['SELECT shipment_id FROM shipment_attention WHERE environment = ?', 'once, when the station joins a site'],
  ['FROM label NOT INDEXED', 'the newest thousand in the order of the rows, of the service in use'],
  ['SELECT booking_id FROM booking WHERE environment = ?)', 'of practice alone, once a real service is in use'],
]

/** They hold what is open, never what was. */
const OF_FEW =
  /USING (COVERING )?INDEX (booking_open|change_open|print_job_open|print_job_retry|notice_open|inbox_standing|inbox_open|inbox_untold|mail_waiting|consignee_mail_due|consignee_mail_sending|feed_order_open|feed_order_view|feed_order_asks|approval_asked|approval_to_tell)\b/
/** A service's name alone finds everything that was ever done there. */
const OF_A_SERVICE = /^SEARCH (\w+) USING .*\(environment=\?\)$/

const planSchema = z.array(z.object({ detail: z.string() }))

/** What in a plan grows with history: a walk that no LIMIT ends, or sorting what was walked. */
function growing(db: Database.Database, sql: string): string[] {
  const plan = planSchema.parse(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(valuesFor(sql)))
  const aliases = new Map(
    [...sql.matchAll(/(?:FROM|JOIN|UPDATE(?: OR IGNORE)?|INTO)\s+"?(\w+)"?(?:\s+(?:AS\s+)?([a-z]\w?))?\b/g)].flatMap(
      ([, table = '', alias]) => [[table, table] as const, ...(alias ? [[alias, table] as const] : [])],
    ),
  )
  // In the order of the rows, or of an index, with a LIMIT and nothing that passes rows over: as many rows as are asked for.
  const endsSoon = /FROM \w+( \w+)?\s+ORDER BY [\w.]+( DESC)?\s+LIMIT (\?|@\w+|\d+)\s*$/.test(sql)
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      if (OF_FEW.test(detail)) return false
      const name = (/^SCAN (\w+)/.exec(detail) ?? OF_A_SERVICE.exec(detail))?.[1]
      return name !== undefined && GROWS.includes(aliases.get(name) ?? '') && !endsSoon
    })
}

/** EXPLAIN takes any value. */
function valuesFor(sql: string): unknown {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => name)
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, null]))
  return sql.match(/\?/g)?.map(() => null) ?? []
}

/** Rows of the cache, of a site, and of files that are not open as the ledger. */
const NOT_OF_THE_LEDGER =
  /^(shipments|data\/(archive|cache|forget)|site-server)\/|^(quotes\/quotes|documents\/documents)\.rows|\.site\.rows/

/** Every statement of the ledger whose text stands whole in a source file. */
function written(): string[] {
  const dir = join(import.meta.dirname, '../../src-main')
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rows.ts') && !NOT_OF_THE_LEDGER.test(name))
    .flatMap((name) => [
      ...readFileSync(join(dir, name), 'utf8').matchAll(
        /(?:statement\(\s*db,|\.prepare\()\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`$]*)`)/g,
      ),
    ])
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((sql) => /^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql))
}

const db = new Database(':memory:')
const asked = new Set<string>()

beforeAll(async () => {
  for (const sql of LEDGER_MIGRATIONS) db.exec(sql)
  await growLedger(db, { bookings: 3_000, labelBytes: 20 })
  const prepare = db.prepare.bind(db)
  db.prepare = (sql: string) => {
    // A slow statement's plan is asked for, for the log.
    if (!sql.startsWith('EXPLAIN')) asked.add(sql)
    return prepare(sql)
  }
  const clock = new FakeClock()
  const bookings = bookingStore(db, clock)
  const at = clock.now()
  const page = { limit: 50 }
  await bookings.findByCode('embedded', 'PRO5')
  await bookings.findAlike('embedded', 'PO5')
  await bookings.findByShipment('embedded', 'SHP-5')
  await bookings.isClaimed('embedded', 'SHP-5')
  doubledBookings(db, 'embedded', [{ shipmentId: 'SHP-none', reference: 'PO-5' }])
  sharingBookings(db, 'embedded', [{ shipmentId: 'SHP-5' }])
  for (const filter of [
    {},
    { state: 'BOOKED' as const },
    { states: ['QUEUED' as const, 'UNKNOWN' as const] },
    { text: 'globex PO-77' },
    { text: 'zz' },
    { isCanceled: true },
    { isCanceled: true, text: 'globex' },
    { states: ['BOOKED' as const], isCanceled: false },
    { before: 'bkg_9' },
    { batchId: 'bat_1' },
    { since: '2026-01-01T00:00:00Z', carrier: 'north', leastPrice: 1 },
  ]) {
    await bookings.list({ ...page, ...filter })
  }
  await bookings.counts()
  await bookings.countNotSent()
  await bookings.referenceFor('PO-5')
  await bookings.takeToLook('embedded', { lease: 'w', leasedUntil: at })
  await bookings.takeToSend('embedded', { lease: 'w', leasedUntil: at, most: 4, isReady: () => false })
  for (const work of ['send', 'look'] as const) await bookings.nextDueAt('embedded', work)
  await bookings.hasten('embedded')
  await bookings.adoptInterrupted()
  const labels = labelStore(db, clock)
  await labels.missing('embedded')
  await labels.of('embedded', 'SHP-5')
  const jobs = printJobStore(db, clock)
  await jobs.list(50)
  await jobs.ofShipment('SHP-5')
  await jobs.status('SHP-5')
  await jobs.unprinted('embedded')
  await jobs.printersWithWork()
  await jobs.waitingToRetry('prn_1')
  await jobs.takeNext('prn_1')
  const log = auditLog(db)
  for (const filter of [
    {},
    { subjectId: 'bkg_5' },
    { action: 'booked' },
    { from: '2021-11-22T00:00:00Z', to: '2021-11-23T00:00:00Z' },
    { text: 'nothing' },
    { actor: 'nobody' },
  ]) {
    await log.list({ ...page, ...filter })
  }
  const requests = requestStore(db)
  for (const filter of [{}, { path: '/nothing' }, { code: 'X' }, { onlyFailures: true }, { requestId: 'req_5' }]) {
    await requests.list({ onlyFailures: false, ...page, ...filter })
  }
  const addresses = addressStore(db, clock)
  await addresses.search('globex', 0)
  await addresses.removed(0)
  await addresses.page(0, 0)
  await dayFigureRows(db).between('embedded', at, at)
  for (const sql of [COUNT_UNTIL, LAST_BOOKINGS]) db.prepare(sql)
  await attentionStore(db, clock).quiet('embedded', ['SHP-10'])
})

describe('the plans of the ledger on years of work', () => {
  it('walk through no table that grows', () => {
    const all = [...asked, ...written()].filter((sql) => !MAY.some(([part]) => sql.includes(part)))
    expect(all.length).toBeGreaterThan(90)
    const faults = all.flatMap((sql) => {
      const steps = growing(db, sql)
      return steps.length === 0 ? [] : [`${sql.replace(/\s+/g, ' ').slice(-150)}: ${steps.join('; ')}`]
    })
    expect([...new Set(faults)]).toEqual([])
  })
})
