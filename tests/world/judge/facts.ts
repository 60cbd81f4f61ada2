import { join } from 'node:path'
import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import { readLedger, type LedgerFacts } from './ledger-facts.ts'
import type { Submission } from './bookings.ts'
import type { SimulatedPrinter } from '../in-process/printers.ts'
import { readOrders, type OrderFact } from '../in-process/systems/order-judge.ts'
import { countSteps, stepsOf } from './coverage.ts'
import type { Violation } from './violation.ts'

/** Everything there is to compare of one station when a world has come to peace. */
export interface StationFacts {
  name: string
  submissions: readonly Submission[]
  ledger: LedgerFacts
  labels: ReadonlySet<string>
  /** Bookings that a person keeps back until a day. */
  held: ReadonlySet<string>
  /** Cancellations of which a person wants the money back. */
  refundsWanted: ReadonlySet<string>
  jobs: readonly JobFact[]
  printer: Pick<SimulatedPrinter, 'labelsOf' | 'paper'>
  /** How often the ledger went back to a backup, and what was on paper then. */
  restores: number
  before: PrintsBefore
  /** How often a person said "send again", by booking. */
  sentAgain: ReadonlyMap<string, number>
  /** Bookings that a person called off without asking for the money. */
  unpaidCancels: ReadonlySet<string>
  /** Print jobs that a person tried once more, or let go on. */
  printedByWord: ReadonlySet<string>
  /** Shipments that the station lists. */
  listed: ReadonlySet<string>
  orders: readonly OrderFact[]
  /** Returns that go the way their freight came. */
  notTurned: readonly string[]
  /** What was found of the other systems at this station. */
  ofSystems: readonly Violation[]
  /** Steps of every machine, by name. */
  steps: ReadonlyMap<string, number>
}

const jobRow = z.object({
  job_id: z.string(),
  shipment_id: z.string().nullable(),
  title: z.string(),
  state: z.string(),
  purpose: z.string(),
  reason: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  copies: z.number(),
  labels: z.number(),
  is_real: z.number(),
})
export type JobFact = z.infer<typeof jobRow> & { sends: number }

/** Labels when a ledger went back. */
export interface PrintsBefore {
  papers: number
  /** Labels that had been sent to the printer, whole. */
  sent: readonly string[]
  /** How often a part of each job may have left until then. */
  sends: ReadonlyMap<string, number>
}

/** The print jobs of a ledger, each with how often a part of it may have left. */
export function readJobs(ledger: SqliteDatabase): JobFact[] {
  const sends = new Map<string, number>()
  const under = new Set<string>()
  for (const { kind, id, from, to } of stepsOf(ledger)) {
    if (kind !== 'print_job') continue
    // FAILED says that not one byte left.
    if (from === 'SENDING' && to !== 'FAILED') sends.set(id, (sends.get(id) ?? 0) + 1)
    if (to === 'SENDING') under.add(id)
    else under.delete(id)
  }
  const rows = ledger
    .prepare(
      `SELECT j.*, coalesce(p.connection ->> 'kind' = 'tcp', 0) AS is_real FROM print_job j
       LEFT JOIN printer p USING (printer_id)`,
    )
    .all()
  return z
    .array(jobRow)
    .parse(rows)
    .map((job) => ({ ...job, sends: (sends.get(job.job_id) ?? 0) + (under.has(job.job_id) ? 1 : 0) }))
}

/** A return leaves from where its freight was brought to. */
const NOT_TURNED = `SELECT r.reference FROM booking r JOIN booking o ON o.shipment_id = r.summary ->> '$.returnOf'
  WHERE r.origin ->> '$.request.originAddress.postalCode' <> o.origin ->> '$.request.destinationAddress.postalCode'`

/** @param dataDir of a closed station */
export function readFacts(
  dataDir: string,
  open: (file: string) => SqliteDatabase,
): Pick<
  StationFacts,
  'ledger' | 'labels' | 'jobs' | 'held' | 'listed' | 'refundsWanted' | 'orders' | 'notTurned' | 'steps'
> {
  const db = open(join(dataDir, 'ledger.db'))
  const cache = open(join(dataDir, 'cache.db'))
  try {
    const labels = z
      .array(z.object({ shipment_id: z.string() }))
      .parse(db.prepare('SELECT shipment_id FROM label').all())
    const held = db
      .prepare(`SELECT booking_id FROM booking WHERE state = 'QUEUED' AND held_until IS NOT NULL`)
      .pluck()
      .all()
    const refunds = db
      .prepare(`SELECT change_id FROM shipment_change WHERE change ->> 'refundRequested' = 1`)
      .pluck()
      .all()
    const notTurned = db.prepare(NOT_TURNED).pluck().all()
    return {
      orders: readOrders(db),
      notTurned: notTurned.map(String),
      refundsWanted: new Set(refunds.map(String)),
      ledger: readLedger(dataDir),
      held: new Set(held.map(String)),
      labels: new Set(labels.map(({ shipment_id }) => shipment_id)),
      jobs: readJobs(db),
      steps: countSteps(db),
      listed: new Set(cache.prepare('SELECT shipment_id FROM shipment').pluck().all().map(String)),
    }
  } finally {
    db.close()
    cache.close()
  }
}
