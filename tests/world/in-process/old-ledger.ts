import { join } from 'node:path'
import { openDatabase, type SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import { LEDGER_MIGRATIONS } from '../../../src-main/data/ledger/migrations.ts'
import { OLD } from '../judge/facts.ts'
import type { SimulatedStation } from './station.ts'

/** The last version of the ledger before this one. */
export const VERSIONS = LEDGER_MIGRATIONS.length

const AT = '2026-01-12T15:00:00.000Z'
const STATES = ['BOOKED', 'REJECTED', 'CANCELLED', 'BOOKED'] as const

/** A ledger of an earlier version with work of another service in it, which this version opens and must keep. */
export class LedgerOfOld {
  readonly #dir: string
  readonly #bornAt: number | null
  #was: readonly string[] = []

  /** @param bornAt how many of the migrations its version had; null: there is no such ledger */
  constructor(dir: string, bornAt: number | null) {
    this.#dir = dir
    this.#bornAt = bornAt
  }

  async make(): Promise<void> {
    if (this.#bornAt === null) return
    const [first, ...later] = LEDGER_MIGRATIONS
    const open = (migrations: readonly string[]) =>
      openDatabase({ file: join(this.#dir, 'ledger.db'), migrations, synchronous: 'FULL', checkPages: false })
    const db = await open([first])
    fill(db)
    db.close()
    const then = await open([first, ...later.slice(0, this.#bornAt - 1)])
    this.#was = rowsOf(then)
    then.close()
  }

  /** Null: every row of then is there, as it was. */
  notKept({ stores }: Pick<SimulatedStation, 'stores'>): string | null {
    if (!stores || this.#was.length === 0) return null
    const now = new Set(rowsOf(stores.ledger.db))
    const gone = this.#was.filter((row) => !now.has(row))
    return gone.length === 0 ? null : `the ledger of version ${this.#bornAt} has lost ${gone.join(' and ')}`
  }
}

function fill(db: SqliteDatabase): void {
  const booking = db.prepare(
    `INSERT INTO booking (booking_id, submission_id, environment, state, reference, request, request_sha256, summary,
       quote_expires_at, shipment_id, created_at, updated_at) VALUES (?, ?, 'old-service', ?, ?, ?, '', ?, ?, ?, ?, ?)`,
  )
  const audit = db.prepare(
    `INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail) VALUES (?, 'station', 'booking', ?, ?, '{}')`,
  )
  for (const [nth, state] of STATES.entries()) {
    const id = `${OLD}${nth}`
    const shipmentId = state === 'BOOKED' ? `${OLD}shp${nth}` : null
    booking.run(id, `${OLD}form${nth}`, state, `OLD-${nth}`, REQUEST, SUMMARY, AT, shipmentId, AT, AT)
    for (const action of ['submitted', 'sending', state.toLowerCase()]) audit.run(AT, id, action)
  }
  const printer = db.prepare(
    `INSERT INTO printer VALUES ('${OLD}printer', 'Old printer', 'ZPL', 203, 4, 6, '{"kind":"tcp","uri":"tcp://10.0.0.99:9100"}', 1)`,
  )
  printer.run()
  db.prepare("INSERT INTO document_bytes VALUES ('old', x'5e58415e585a')").run()
  db.prepare(
    `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, copies, labels, sha256, bytes,
       bytes_sent, state, confirmed_by, created_at, updated_at)
     VALUES ('${OLD}job', '${OLD}printer', 'Old printer', '${OLD}shp0', 'OLD-0', 'label', 1, 1, 'old', 6, 6, 'PRINTED', 'printer', ?, ?)`,
  ).run(AT, AT)
}

const REQUEST = JSON.stringify({
  quoteId: 'QTE-OLD',
  selectedRate: { provider: 'Northline', service: 'LTL' },
  shipperInfo: { companyName: 'Acme Machine' },
  consigneeInfo: { companyName: 'Globex Corporation' },
  labelFormat: 'ZPL',
  pickupDate: '2026-01-13',
})
const SUMMARY = JSON.stringify({
  carrierName: 'Northline',
  total: { minor: 10_000, currency: 'USD' },
  consigneeName: 'Globex Corporation',
  destination: 'Chicago, IL 60601',
  pickupDate: '2026-01-13',
  provider: 'Northline',
  service: 'LTL',
})

/** What every version has of them. */
function rowsOf(db: SqliteDatabase): string[] {
  return [
    `SELECT 'booking ' || booking_id || ' ' || state || ' ' || reference || ' ' || coalesce(shipment_id, '') || ' ' || request
     FROM booking WHERE booking_id LIKE '${OLD}%'`,
    `SELECT 'job ' || job_id || ' ' || state || ' ' || bytes_sent FROM print_job WHERE job_id LIKE '${OLD}%'`,
    `SELECT 'audit ' || id || ' ' || at || ' ' || subject_id || ' ' || action FROM audit WHERE subject_id LIKE '${OLD}%'`,
  ].flatMap((sql) => db.prepare(sql).pluck().all().map(String))
}
