import { gapInAudit } from './audit-path.ts'
import type { ChangeFact, LedgerFact, LedgerFacts } from './ledger-facts.ts'
import type { Rule, Violation } from './violation.ts'
import type { ServiceShipment } from '../processes/service-handle.ts'

/** One form that the driver handed in, by its submission id. */
export interface Submission {
  submissionId: string
  /** Booking ids of the answers that were ok; empty: none came, so it may or may not have been taken, once. */
  taken: string[]
  /** The station's life in which it was taken last, from 1; 0: in none. */
  takenInLife: number
  /** As the clerk wrote it; empty: none. */
  reference: string
}

/** A person was told, in that life, that the ledger is not the one it was. */
export const BREAK_CODES = [
  'DATABASE_DAMAGED',
  'LEDGER_RESTORED',
  'LEDGER_BEHIND',
  'LEDGER_EXCHANGED',
  'LEDGER_NEW',
] as const

/** All there is to compare when a round is over. */
export interface RoundFacts {
  submissions: readonly Submission[]
  ledger: LedgerFacts
  /** At the service, by reference: of every booking in the ledger. */
  shipments: ReadonlyMap<string, readonly ServiceShipment[]>
  /** How many shipments the service has at all. */
  shipmentsInAll: number
  /** How often the network itself passed a booking on twice, by reference. */
  copies: ReadonlyMap<string, number>
  /** Codes of the notices that the stations opened with. */
  notices: readonly string[]
  /** Lives in which a break was told that had not been told before. */
  breaks: readonly number[]
  /** Lives before which something befell the ledger's files. */
  mishaps: readonly number[]
  /** At the service: shipments of forms that no booking here holds any more, as a person was told. */
  ofLostForms: number
  /** At the service, by submission id: of forms whose reference is on no other form. */
  ofForms: ReadonlyMap<string, readonly ServiceShipment[]>
  /** Calls that followed a redirect away from the service with the key, or to do more than read. */
  ledAstray: number
  /** Rows that were due in the end and that nothing moved. */
  standingStill: number
}

/** Every promise that is broken; empty is what a round must end with. */
export function judge(facts: RoundFacts): Violation[] {
  return [
    ...facts.submissions.flatMap((submission) => judgeSubmission(submission, facts)),
    ...facts.ledger.bookings.flatMap((booking) => judgeBooking(booking, facts)),
    ...facts.ledger.bookings.flatMap((booking) => judgeCancellation(booking, facts)),
    ...facts.ledger.changes.flatMap((change) => changeSettled(change, facts.ledger)),
    ...judgeService(facts),
    ...judgeFiles(facts),
    ...(facts.standingStill > 0
      ? [
          {
            rule: 'stuck',
            what: `${facts.standingStill} rows are due, and nothing moves them`,
            reference: null,
          } as const,
        ]
      : []),
  ]
}

/** Was it lost with a ledger that a person was told of? */
export const isReportedLost = ({ takenInLife }: Submission, { breaks }: Pick<RoundFacts, 'breaks'>): boolean =>
  breaks.some((life) => life > takenInLife)

/** What decides whether a form that was taken may be gone, or here twice. */
type Taken = Pick<RoundFacts, 'ledger' | 'breaks' | 'mishaps'> & {
  /** People hand in again what they were told is lost. */
  isHandedInAgain: boolean
}

/** A form that was taken is here, once, unless a person was told that it may be gone. */
export function recordedOnce(submission: Submission, facts: Taken): Violation[] {
  const { submissionId, taken, takenInLife } = submission
  const reference = submission.reference || null
  const found: Violation[] = []
  const mine = facts.ledger.bookings.filter((booking) => booking.submissionId === submissionId)
  // Of a form that was handed in again after a loss, the last booking counts.
  const last = taken.at(-1)
  const isGone = last !== undefined && !mine.some((booking) => booking.bookingId === last)
  if (isGone && !isReportedLost(submission, facts)) {
    const rule = facts.mishaps.some((life) => life > takenInLife) ? 'silent' : 'lost'
    found.push({ rule, what: `${submissionId} was taken as ${last} and is gone`, reference })
  }
  if (mine.length > 1 || (new Set(taken).size > 1 && !facts.isHandedInAgain)) {
    found.push({ rule: 'doubled', what: `${submissionId} was taken as ${taken.join(' and ')}`, reference })
  }
  return found
}

function judgeSubmission(submission: Submission, facts: RoundFacts): Violation[] {
  const { submissionId } = submission
  const found = recordedOnce(submission, { ...facts, isHandedInAgain: facts.breaks.length > 0 })
  const living = (facts.ofForms.get(submissionId) ?? []).filter(({ status }) => status !== 'CANCELLED')
  if (living.length > 1 + (facts.copies.get(submission.reference) ?? 0)) {
    found.push({ rule: 'doubled', what: `${submissionId} is at the service as ${namesOf(living)}`, reference: null })
  }
  return found
}

function judgeBooking(booking: LedgerFact, { ledger, shipments, copies }: RoundFacts): Violation[] {
  const { bookingId, reference, state, question } = booking
  const name = `${bookingId} (${reference}, ${state})`
  const there = shipments.get(reference) ?? []
  const living = there.filter(({ status }) => status !== 'CANCELLED')
  const found: Violation[] = []
  const report = (rule: Rule, what: string) => found.push({ rule, what: `${name} ${what}`, reference })

  if (there.length > 1 + (copies.get(reference) ?? 0)) {
    report('doubled', `is ${there.length} times at the service: ${there.map((each) => each.shipmentId).join(', ')}`)
  }
  const problem = problemOfState(booking, there, living)
  if (problem) report(...problem)
  else if (state === 'NEEDS_DECISION' && question !== 'duplicate' && living.length > 0) {
    report('unseen', `asks "${String(question)}" and is at the service as ${namesOf(living)}`)
  }
  const gap = gapInAudit(bookingId, state, ledger.audit)
  if (gap) report('audit gap', gap)
  return found
}

/** Is what the booking's state says true at the service? */
export function problemOfState(
  { state, shipmentId, question }: LedgerFact,
  there: readonly ServiceShipment[],
  living: readonly ServiceShipment[],
): [Rule, string] | null {
  switch (state) {
    case 'BOOKED':
      if (there.length === 0) return ['lost', 'is not at the service']
      return there.some((each) => each.shipmentId === shipmentId) ? null : ['lost', `is not ${String(shipmentId)}`]
    case 'REJECTED':
    case 'CANCELLED':
      return living.length === 0 ? null : ['unseen', `is at the service as ${namesOf(living)}`]
    case 'NEEDS_DECISION':
      return question === null ? ['unsettled', 'asks for a person without saying why'] : null
    case 'QUEUED':
    case 'SENDING':
    case 'UNKNOWN':
      return ['unsettled', `is still open; at the service: ${namesOf(there) || 'none'}`]
  }
}

/** Is the shipment cancelled at the service exactly when the ledger says that a cancellation of it is done? */
function judgeCancellation(
  { bookingId, reference, shipmentId }: LedgerFact,
  { ledger, shipments, breaks }: RoundFacts,
): Violation[] {
  const there = (shipments.get(reference) ?? []).find((each) => each.shipmentId === shipmentId)
  if (!there) return []
  const isDone = ledger.changes.some(
    (change) => change.bookingId === bookingId && change.kind === 'cancel' && change.state === 'DONE',
  )
  if (isDone === (there.status === 'CANCELLED')) return []
  // The cancellation was asked for and lost with a ledger that a person was told of.
  const isAsked = ledger.changes.some((change) => change.bookingId === bookingId && change.kind === 'cancel')
  if (!isAsked && breaks.length > 0) return []
  const what = `${bookingId} (${reference}) is ${there.status} at the service, its cancellation is ${isDone ? '' : 'not '}done`
  return [{ rule: 'untrue', what, reference }]
}

/** A change is open in the end only where its booking waits for a person. */
export function changeSettled(
  { changeId, bookingId, kind, state }: ChangeFact,
  { bookings }: LedgerFacts,
): Violation[] {
  if (state === 'DONE' || state === 'REJECTED' || state === 'CANCELLED') return []
  const booking = bookings.find((each) => each.bookingId === bookingId)
  if (booking?.state === 'NEEDS_DECISION' && state === 'QUEUED') return []
  const what = `${changeId} (${kind}) of ${bookingId} (${booking?.state ?? 'gone'}) is ${state}`
  return [{ rule: 'unsettled', what, reference: booking?.reference ?? null }]
}

/** Two bookings must not hold one shipment. */
export function heldOnce({ bookings }: Pick<LedgerFacts, 'bookings'>): Violation[] {
  const found: Violation[] = []
  const holders = new Map<string, LedgerFact>()
  for (const booking of bookings) {
    const { shipmentId, reference } = booking
    if (shipmentId === null) continue
    const other = holders.get(shipmentId)
    if (other) {
      const what = `${shipmentId} is held by ${other.bookingId} and ${booking.bookingId}`
      found.push({ rule: 'doubled', what, reference })
    }
    holders.set(shipmentId, booking)
  }
  return found
}

/** None may be at the service that no booking names. */
function judgeService({ ledger, shipments, shipmentsInAll, ofLostForms }: RoundFacts): Violation[] {
  const found = heldOnce(ledger)
  const accounted = [...shipments.values()].reduce((sum, each) => sum + each.length, 0)
  if (accounted + ofLostForms !== shipmentsInAll) {
    const lost = ofLostForms === 0 ? '' : `, ${ofLostForms} are of forms that were told to be lost`
    const what = `the service has ${shipmentsInAll} shipments, the ledger accounts for ${accounted}${lost}`
    found.push({ rule: 'unseen', what, reference: null })
  }
  return found
}

/** SQLite finds nothing wrong with the file. */
export const isSound = ({ integrity }: Pick<LedgerFacts, 'integrity'>): Violation[] =>
  integrity === 'ok' ? [] : [{ rule: 'damaged', what: integrity, reference: null }]

function judgeFiles({ ledger, notices, mishaps, ledAstray }: RoundFacts): Violation[] {
  const found = isSound(ledger)
  // Where nothing has touched the files, a kill alone must never look like a ledger that is damaged or went back.
  for (const code of mishaps.length === 0 ? ['DATABASE_DAMAGED', 'LEDGER_BEHIND', 'LEDGER_EXCHANGED'] : []) {
    if (notices.includes(code)) found.push({ rule: 'damaged', what: `a station opened with ${code}`, reference: null })
  }
  if (ledAstray > 0)
    found.push({
      rule: 'astray',
      what: `${ledAstray} calls followed a redirect with the key, or to do more than read`,
      reference: null,
    })
  return found
}

const namesOf = (shipments: readonly ServiceShipment[]) => shipments.map(({ shipmentId }) => shipmentId).join(', ')

/** The bookings of one reference, in any of these ledgers. */
export const bookingsUnder = (reference: string, ledgers: Readonly<Record<string, LedgerFacts>>): LedgerFact[] =>
  Object.values(ledgers).flatMap(({ bookings }) => bookings.filter((each) => each.reference === reference))

/** The audit rows of the bookings of one reference, and of their changes, as lines, by the names of the ledgers that have them. */
export function auditTrail(reference: string, ledgers: Readonly<Record<string, LedgerFacts>>): string[] {
  const ids = new Set(bookingsUnder(reference, ledgers).map(({ bookingId }) => bookingId))
  return Object.entries(ledgers).flatMap(([name, { audit, changes }]) => {
    const of = changes.filter(({ bookingId }) => ids.has(bookingId))
    const subjects = new Set([...ids, ...of.map(({ changeId }) => changeId)])
    return [
      ...audit
        .filter(({ subjectId }) => subjects.has(subjectId))
        .map(({ at, actor, action, detail }) => `  ${name}  ${at} ${actor} ${action} ${JSON.stringify(detail)}`),
      ...of.map(({ changeId, kind, state }) => `  ${name}  ${changeId} (${kind}) is ${state}`),
    ]
  })
}
