import { join } from 'node:path'
import { z } from 'zod'
import type { SqliteDatabase } from '../../src-main/store/database.ts'
import { overdueRows } from '../../src-main/store/ledger/overdue.ts'
import { gapInAudit } from '../chaos/audit-path.ts'
import { readLedger, type AuditFact, type LedgerFacts } from '../chaos/ledger-facts.ts'
import type { Submission } from '../chaos/judge.ts'
import { countSteps, stepsOf } from './coverage.ts'
import type { SimulatedPrinter } from './printers.ts'
import type { WorldShipment } from './service.ts'
import type { Call } from './network.ts'

const RULES = [
  /** Taken here and gone, or shown as booked while the service does not have it. */
  'lost',
  /** Paid for twice without a person's word. */
  'doubled',
  /** The service has it, and nothing here says so. */
  'unseen',
  /** Due, nothing keeps it, and it does not move. */
  'stuck',
  /** In peace, and still neither done nor asked about. */
  'unsettled',
  /** A label that came out more often than it was asked for, or that is called printed and never came out. */
  'printed twice',
  'not printed',
  /** A booked shipment whose label is not kept. */
  'no label',
  /** A command answered INTERNAL, or a fault of ours was noticed. */
  'fault',
  'audit gap',
  'damaged',
  /** Told of a secret. */
  'secret',
] as const
export type Rule = (typeof RULES)[number]

export interface Violation {
  rule: Rule
  what: string
  /** Of what it is; null: nothing in particular. */
  reference: string | null
}

/**
 * Rows that are due, that nothing keeps back, and that have not moved for two minutes: whoever was to wake has forgotten it.
 * @param now epoch milliseconds by the clock of the station
 */
export function stuckRows(ledger: SqliteDatabase, environment: string, now: number): Violation[] {
  return overdueRows(ledger, environment, new Date(now)).map(({ kind, id, reference, state, due }) => ({
    rule: 'stuck',
    what: `${kind} ${id} (${reference}) is ${state}, due since ${due}, and nothing moves it`,
    reference,
  }))
}

/** Everything there is to compare when a world has come to peace. */
export interface WorldFacts {
  submissions: readonly Submission[]
  ledger: LedgerFacts
  labels: ReadonlySet<string>
  /** Bookings that a person keeps back until a day. */
  held: ReadonlySet<string>
  jobs: readonly JobFact[]
  shipments: readonly WorldShipment[]
  printer: Pick<SimulatedPrinter, 'labelsOf'>
  calls: readonly Call[]
  /** How often the ledger went back to a backup, and what was on paper then. */
  restores: number
  before: PrintsBefore
  /** How often a person said "send again", by booking. */
  sentAgain: ReadonlyMap<string, number>
  /** Print jobs that a person tried once more, or let go on. */
  printedByWord: ReadonlySet<string>
  /** Shipments that the station lists. */
  listed: ReadonlySet<string>
  /** Of commands and notices: what looked like a fault of ours. */
  faults: readonly string[]
  secrets: readonly string[]
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
type JobFact = z.infer<typeof jobRow> & { sends: number }

/** Labels when a ledger went back. */
export interface PrintsBefore {
  papers: number
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

/**
 * How many labels may have come out since the ledger last went back, by shipment. A job that came back with it prints only
 * when a person says so.
 */
function labelsAsked({ jobs, before, printedByWord }: WorldFacts): Map<string, number> {
  const asked = new Map<string, number>()
  for (const job of jobs) {
    const { job_id: jobId, shipment_id: shipmentId, copies, labels } = job
    if (shipmentId === null || !isOnPaper(job)) continue
    const earlier = before.sends.get(jobId)
    const sends = earlier === undefined ? job.sends : printedByWord.has(jobId) ? job.sends - earlier : 0
    asked.set(shipmentId, (asked.get(shipmentId) ?? 0) + copies * labels * sends)
  }
  return asked
}

/** @param dataDir of a closed station */
export function readFacts(
  dataDir: string,
  open: (file: string) => SqliteDatabase,
): Pick<WorldFacts, 'ledger' | 'labels' | 'jobs' | 'held' | 'listed'> & { steps: ReadonlyMap<string, number> } {
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
    return {
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

/** Every promise that is broken; empty is what a world must end with. */
export function judgePeace(facts: WorldFacts): Violation[] {
  return [
    ...submissionsKept(facts),
    ...facts.ledger.bookings.flatMap((booking) => bookingHolds(booking, facts)),
    ...facts.ledger.changes.flatMap((change) => changeSettled(change, facts)),
    ...serviceAccounted(facts),
    ...printsTrue(facts),
    ...facts.faults.map((what) => ({ rule: 'fault' as const, what, reference: null })),
    ...facts.secrets.map((what) => ({ rule: 'secret' as const, what, reference: null })),
    ...(facts.ledger.integrity === 'ok'
      ? []
      : [{ rule: 'damaged' as const, what: facts.ledger.integrity, reference: null }]),
  ]
}

/** Taken before the ledger went back: a person was told that it may be gone. */
const isToldLost = ({ takenInLife }: Submission, { restores }: Pick<WorldFacts, 'restores'>): boolean =>
  takenInLife <= restores

function submissionsKept(facts: WorldFacts): Violation[] {
  const { submissions, ledger } = facts
  return submissions.flatMap((submission): Violation[] => {
    const { submissionId, taken, reference } = submission
    const mine = ledger.bookings.filter((booking) => booking.submissionId === submissionId)
    const last = taken.at(-1)
    if (isToldLost(submission, facts) && mine.length === 0) return []
    if (last !== undefined && !mine.some(({ bookingId }) => bookingId === last)) {
      return [{ rule: 'lost', what: `${submissionId} was taken as ${last} and is gone`, reference }]
    }
    if (mine.length > 1 || new Set(taken).size > 1) {
      return [{ rule: 'doubled', what: `${submissionId} was taken as ${taken.join(' and ')}`, reference }]
    }
    return []
  })
}

type BookingFact = LedgerFacts['bookings'][number]

function bookingHolds(booking: BookingFact, facts: WorldFacts): Violation[] {
  const { bookingId, reference, state, shipmentId, question } = booking
  const there = facts.shipments.filter((each) => each.reference === reference)
  const living = there.filter(({ status }) => status !== 'CANCELLED')
  const audit = facts.ledger.audit.filter(({ subjectId }) => subjectId === bookingId)
  const found: Violation[] = []
  const say = (rule: Rule, what: string) =>
    found.push({ rule, what: `${bookingId} (${reference}, ${state}) ${what}`, reference })

  // The network may give one call to the service twice, and a person may say "send again" knowing what that can do.
  const said = Math.max(sentAgainBy(audit), facts.sentAgain.get(bookingId) ?? 0)
  const allowed = 1 + copiesOf(facts.calls, reference) + said + goneWith(reference, facts)
  if (there.length > allowed) say('doubled', `is ${there.length} times at the service, ${allowed} at most by its story`)
  if (state === 'BOOKED') {
    if (!there.some((each) => each.shipmentId === shipmentId))
      say('lost', `is not ${String(shipmentId)} at the service`)
    else if (shipmentId !== null && living.length > 0 && !facts.labels.has(shipmentId))
      say('no label', 'has no label kept')
  } else if (state === 'REJECTED' || state === 'CANCELLED') {
    if (living.length > 0) say('unseen', `is at the service as ${living.map((each) => each.shipmentId).join(', ')}`)
  } else if (state === 'NEEDS_DECISION') {
    if (question === null) say('unsettled', 'asks for a person without saying why')
  } else if (!facts.held.has(bookingId)) say('unsettled', 'is still open in peace')
  const gap = gapInAudit(audit, state)
  if (gap) say('audit gap', gap)
  return found
}

/** Bookings of this reference that went with a ledger. */
const goneWith = (reference: string, facts: WorldFacts): number =>
  facts.submissions.filter(
    (each) =>
      each.reference === reference &&
      each.taken.length > 0 &&
      isToldLost(each, facts) &&
      !facts.ledger.bookings.some(({ submissionId }) => submissionId === each.submissionId),
  ).length

const bookBody = z.looseObject({ reference: z.string() })

const copiesOf = (calls: readonly Call[], reference: string): number =>
  calls.filter(({ fate, method, body }) => {
    if (fate !== 'twice' || method !== 'POST' || body === null || !body.includes(reference)) return false
    const parsed = bookBody.safeParse(JSON.parse(body))
    return parsed.success && parsed.data.reference === reference
  }).length

const sentAgainBy = (audit: readonly AuditFact[]): number =>
  audit.filter(({ actor, action }) => actor === 'operator' && action === 'queued').length

function changeSettled(
  { changeId, bookingId, kind, state }: LedgerFacts['changes'][number],
  { ledger, shipments }: WorldFacts,
): Violation[] {
  if (state === 'DONE' && kind === 'cancel') {
    const holder = ledger.bookings.find((each) => each.bookingId === bookingId)
    const there = shipments.find(({ shipmentId }) => shipmentId === holder?.shipmentId)
    if (there && there.status !== 'CANCELLED') {
      const what = `${changeId} says that ${there.shipmentId} is cancelled, and it is ${there.status} at the service`
      return [{ rule: 'unseen', what, reference: holder?.reference ?? null }]
    }
  }
  if (state === 'DONE' || state === 'REJECTED' || state === 'CANCELLED') return []
  const booking = ledger.bookings.find((each) => each.bookingId === bookingId)
  if (booking?.state === 'NEEDS_DECISION' && state === 'QUEUED') return []
  const what = `${changeId} (${kind}) of ${bookingId} (${booking?.state ?? 'gone'}) is ${state} in peace`
  return [{ rule: 'unsettled', what, reference: booking?.reference ?? null }]
}

/** Two bookings must not hold one shipment, and none may be there that no booking names. */
function serviceAccounted({ ledger, shipments, restores, listed }: WorldFacts): Violation[] {
  const found: Violation[] = []
  const holders = new Map<string, BookingFact>()
  for (const booking of ledger.bookings) {
    if (booking.shipmentId === null) continue
    const other = holders.get(booking.shipmentId)
    if (other) {
      const what = `${booking.shipmentId} is held by ${other.bookingId} and ${booking.bookingId}`
      found.push({ rule: 'doubled', what, reference: booking.reference })
    }
    holders.set(booking.shipmentId, booking)
  }
  const references = new Set(ledger.bookings.map(({ reference }) => reference))
  for (const { shipmentId, reference } of shipments) {
    // What a ledger forgot when it went back is on the list of shipments still.
    if (references.has(reference ?? '') || (restores > 0 && listed.has(shipmentId))) continue
    found.push({
      rule: 'unseen',
      what: `${shipmentId} (${reference ?? ''}) is at the service and in no booking`,
      reference: null,
    })
  }
  return found
}

/** Labels on paper against what the jobs say, shipment by shipment. */
function printsTrue(facts: WorldFacts): Violation[] {
  const { jobs, shipments, printer, before } = facts
  const asked = labelsAsked(facts)
  return shipments.flatMap(({ shipmentId, trackingNumber, reference = null }): Violation[] => {
    const since = printer.labelsOf(trackingNumber, before.papers)
    const most = asked.get(shipmentId) ?? 0
    if (since > most) {
      const what = `${shipmentId} is ${since} times on paper, ${most} asked for`
      return [{ rule: 'printed twice', what, reference }]
    }
    const least = jobs
      .filter((job) => job.shipment_id === shipmentId && isOnPaper(job))
      .filter(({ state, confirmed_by }) => state === 'PRINTED' && confirmed_by !== 'operator')
      .reduce((sum, { copies, labels }) => sum + copies * labels, 0)
    const onPaper = printer.labelsOf(trackingNumber)
    if (onPaper >= least) return []
    const what = `${shipmentId} is ${onPaper} times on paper, ${least} are called printed`
    return [{ rule: 'not printed', what, reference }]
  })
}

const PRINTS_LABELS = new Set(['label', 'reprint', 'print-list'])
const isOnPaper = ({ is_real, purpose }: JobFact): boolean => is_real === 1 && PRINTS_LABELS.has(purpose)
