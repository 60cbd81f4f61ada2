import { z } from 'zod'
import { gapInAudit } from './audit-path.ts'
import type { AuditFact } from './ledger-facts.ts'
import { changeSettled, heldOnce, isSound, isReportedLost, recordedOnce, problemOfState } from './bookings.ts'
import type { Call } from '../in-process/network.ts'
import type { WorldShipment } from '../in-process/service.ts'
import type { JobFact, StationFacts } from './facts.ts'
import type { Rule, Violation } from './violation.ts'

/** Everything there is to compare when a world has come to peace. */
export interface WorldFacts {
  stations: readonly StationFacts[]
  shipments: readonly WorldShipment[]
  /** Shipments whose money the service gives back. */
  refunds: ReadonlySet<string>
  calls: readonly Call[]
  /** Of commands and notices: what looked like a fault of ours. */
  faults: readonly string[]
  secrets: readonly string[]
}

/** One station beside the others, and the service. */
interface Facts extends StationFacts {
  world: WorldFacts
}

/**
 * How many labels may have come out since the ledger last went back, by shipment. A job that came back with it prints only
 * when a person says so.
 */
function labelsAsked({ jobs, before, printedByWord }: Facts): Map<string, number> {
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

/** Every promise that is broken; empty is what a world must end with. */
export function judgePeace(world: WorldFacts): Violation[] {
  return [
    ...world.stations.flatMap((station) => judgeStation({ ...station, world })),
    ...serviceAccounted(world),
    ...world.faults.map((what) => ({ rule: 'fault' as const, what, reference: null })),
    ...world.secrets.map((what) => ({ rule: 'secret' as const, what, reference: null })),
  ]
}

function judgeStation(facts: Facts): Violation[] {
  const taken = { ledger: facts.ledger, breaks: breaksOf(facts), mishaps: [], isHandedInAgain: false }
  return [
    ...facts.submissions.flatMap((submission) => recordedOnce(submission, taken)),
    ...facts.ledger.bookings.flatMap((booking) => bookingHolds(booking, facts)),
    ...facts.ledger.changes.flatMap((change) => [
      ...cancelledTrue(change, facts),
      ...changeSettled(change, facts.ledger),
    ]),
    ...heldOnce(facts.ledger),
    ...paidOnce(facts),
    ...printsTrue(facts),
    ...printedOnce(facts),
    ...facts.ofSystems,
    ...facts.notTurned.map((reference) => ({
      rule: 'wrong way' as const,
      what: `${reference} is a return and goes the way it came`,
      reference,
    })),
    ...isSound(facts.ledger),
  ]
}

/** Each life of a ledger after the first began with a restore, which a person was told of. */
const breaksOf = ({ restores }: Pick<StationFacts, 'restores'>): number[] =>
  Array.from({ length: restores }, (_, nth) => nth + 2)

type BookingFact = StationFacts['ledger']['bookings'][number]

function bookingHolds(booking: BookingFact, facts: Facts): Violation[] {
  const { bookingId, reference, state, shipmentId } = booking
  const { shipments, calls, stations } = facts.world
  const others = stations.filter(({ name }) => name !== facts.name)
  const theirs = others.flatMap(({ ledger }) => ledger.bookings).filter((each) => each.reference === reference)
  const there = shipments.filter((each) => each.reference === reference)
  const living = there
    .filter(({ status }) => status !== 'CANCELLED')
    .filter((each) => !theirs.some((other) => other.shipmentId === each.shipmentId))
  const found: Violation[] = []
  const say = (rule: Rule, what: string) =>
    found.push({ rule, what: `${bookingId} (${reference}, ${state}) ${what}`, reference })

  // The network may give one call to the service twice, a person may say "send again" knowing what that can do, and two
  // stations that share a reference have a shipment each.
  const gone = stations.reduce((sum, station) => sum + goneWith(reference, station), 0)
  const ours = 1 + saidAgain(booking, facts)
  const allowed =
    ours + copiesOf(calls, reference) + gone + others.reduce((sum, other) => sum + allowedOf(reference, other), 0)
  if (there.length > allowed) say('doubled', `is ${there.length} times at the service, ${allowed} at most by its story`)
  const problem = facts.held.has(bookingId) ? null : problemOfState(booking, there, living)
  if (problem) say(...problem)
  else if (state === 'BOOKED' && shipmentId !== null && living.length > 0 && !facts.labels.has(shipmentId))
    say('no label', 'has no label kept')
  const gap = gapInAudit(bookingId, state, facts.ledger.audit)
  if (gap) say('audit gap', gap)
  return found
}

/** How often a person said "send again" of a booking, by its audit or, of what a restored ledger forgot, by what was said. */
const saidAgain = ({ bookingId }: BookingFact, { ledger, sentAgain }: StationFacts): number =>
  Math.max(sentAgainBy(ledger.audit.filter(({ subjectId }) => subjectId === bookingId)), sentAgain.get(bookingId) ?? 0)

/** How many shipments another station may have under a reference. */
const allowedOf = (reference: string, other: StationFacts): number =>
  other.ledger.bookings
    .filter((booking) => booking.reference === reference)
    .reduce((sum, booking) => sum + 1 + saidAgain(booking, other), 0)

/** Bookings of this reference that went with a ledger. */
const goneWith = (reference: string, facts: StationFacts): number =>
  facts.submissions.filter(
    (each) =>
      each.reference === reference &&
      each.taken.length > 0 &&
      isReportedLost(each, { breaks: breaksOf(facts) }) &&
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

/** A cancellation that says done is done, and the money of it asked for. */
function cancelledTrue(
  { changeId, bookingId, kind, state }: StationFacts['ledger']['changes'][number],
  { ledger, refundsWanted, restores, unpaidCancels, world: { shipments, refunds } }: Facts,
): Violation[] {
  const holder = ledger.bookings.find((each) => each.bookingId === bookingId)
  const reference = holder?.reference ?? null
  if (state === 'DONE' && kind === 'cancel') {
    const there = shipments.find(({ shipmentId }) => shipmentId === holder?.shipmentId)
    if (there && there.status !== 'CANCELLED') {
      const what = `${changeId} says that ${there.shipmentId} is cancelled, and it is ${there.status} at the service`
      return [{ rule: 'unseen', what, reference }]
    }
    // Another that was asked for before it, without the money, may have been the one that was done; and have gone with a ledger.
    if (restores > 0 && unpaidCancels.has(bookingId)) return []
    const wanted = ledger.changes.filter((each) => each.bookingId === bookingId && each.kind === 'cancel')
    if (there && wanted.every((each) => refundsWanted.has(each.changeId)) && !refunds.has(there.shipmentId)) {
      return [{ rule: 'no refund', what: `${changeId} asked for the money of ${there.shipmentId}`, reference }]
    }
  }
  return []
}

/** Two forms with one reference must not both be paid for: nobody here ever says that it is meant. */
function paidOnce({ submissions, ledger, world: { shipments } }: Facts): Violation[] {
  const living = new Set(shipments.filter(({ status }) => status !== 'CANCELLED').map(({ shipmentId }) => shipmentId))
  const paid = new Map<string, string>()
  return submissions.flatMap(({ submissionId, reference, takenInLife }): Violation[] => {
    const booking = ledger.bookings.find((each) => each.submissionId === submissionId)
    if (reference === '' || booking?.shipmentId == null || !living.has(booking.shipmentId)) return []
    // What was taken before the ledger went back may have been gone from it for a while.
    const key = `${takenInLife} ${reference}`
    const other = paid.get(key)
    paid.set(key, booking.bookingId)
    if (other === undefined) return []
    const what = `${reference} is paid for as ${other} and as ${booking.bookingId}, and nobody was asked`
    return [{ rule: 'doubled', what, reference: booking.reference }]
  })
}

/** Nothing may be at the service that no booking names. */
function serviceAccounted({ stations, shipments }: WorldFacts): Violation[] {
  const references = new Set(stations.flatMap(({ ledger }) => ledger.bookings.map(({ reference }) => reference)))
  // What a ledger forgot when it went back is on the list of shipments still.
  const listed = new Set(stations.flatMap((station) => (station.restores > 0 ? [...station.listed] : [])))
  return shipments
    .filter(({ shipmentId, reference }) => !references.has(reference ?? '') && !listed.has(shipmentId))
    .map(({ shipmentId, reference }) => ({
      rule: 'unseen' as const,
      what: `${shipmentId} (${reference ?? ''}) is at the service and in no booking`,
      reference: null,
    }))
}

/** Labels on paper against what the jobs say, shipment by shipment. */
function printsTrue(facts: Facts): Violation[] {
  const { jobs, printer, before } = facts
  const asked = labelsAsked(facts)
  return facts.world.shipments.flatMap(({ shipmentId, trackingNumber, reference = null }): Violation[] => {
    const since = printer.labelsOf(trackingNumber, before.papers)
    const most = (asked.get(shipmentId) ?? 0) + heldBefore(trackingNumber, facts)
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

/** What the printer had been sent before the ledger went back may come out after it. */
const heldBefore = (text: string, { before, printer }: StationFacts): number =>
  Math.max(
    0,
    before.sent.filter((label) => label.includes(text)).length -
      printer.paper.slice(0, before.papers).filter((label) => label.text.includes(text)).length,
  )

/** A first label comes once: whoever wants one more says why, or says that the last did not come out. */
function printedOnce({ jobs }: Facts): Violation[] {
  const first = new Map<string, string>()
  return jobs.filter(isFirstLabel).flatMap(({ shipment_id: shipmentId, job_id: jobId, title }): Violation[] => {
    if (shipmentId === null) return []
    const other = first.get(shipmentId)
    first.set(shipmentId, jobId)
    if (other === undefined) return []
    return [{ rule: 'printed twice', what: `${shipmentId} came out by ${other} and by ${jobId}`, reference: title }]
  })
}

const HAS_COME_OUT = new Set(['SENT', 'PRINTED', 'UNKNOWN'])
const isFirstLabel = ({ purpose, reason, state }: JobFact): boolean =>
  purpose === 'label' && reason === null && HAS_COME_OUT.has(state)

const PRINTS_LABELS = new Set(['label', 'reprint', 'print-list'])
const isOnPaper = ({ is_real, purpose }: JobFact): boolean => is_real === 1 && PRINTS_LABELS.has(purpose)
