import { BOOKING_STATES, type BookingState } from '../../../src-shared/machine/booking.ts'
import { CHANGE_STATES, type ChangeState } from '../../../src-shared/machine/change.ts'
import type { ProxiedCall } from '../../support/fault-proxy.ts'
import { FAULT_KINDS } from '../../support/fault-proxy-plan.ts'
import { auditTrail, bookingsUnder, isReportedLost } from '../judge/bookings.ts'
import { type Rule, type Violation } from '../judge/violation.ts'
import type { LedgerFacts } from '../judge/ledger-facts.ts'
import { MISHAPS } from './mishaps.ts'
import type { RoundReport } from './round.ts'

/** What may be found of bookings, at one station and at a site. */
export const OF_BOOKINGS: readonly Rule[] = [
  ...(['lost', 'silent', 'doubled', 'unseen', 'unsettled', 'untrue'] as const),
  ...(['audit gap', 'damaged', 'astray', 'stuck'] as const),
]

type Cells = readonly (string | number)[]

/** What a fault met, and what became of the bookings among them. */
const COLUMNS = ['fault', 'calls', 'bookings', ...BOOKING_STATES.filter((state) => state !== 'SENDING')] as const

/** The table of a run: one row a fault kind, then the sums. Markdown, so that a page can hold it as it is printed. */
export function tableOf(reports: readonly RoundReport[]): string[] {
  const rows: Cells[] = [...FAULT_KINDS, null].map((kind) => faultRow(kind, reports))
  return [...markdown(COLUMNS, rows), '', ...markdown(['total', ''], sums(reports))]
}

function faultRow(kind: (typeof FAULT_KINDS)[number] | null, reports: readonly RoundReport[]): Cells {
  let calls = 0
  let bookings = 0
  const outcomes = new Map<BookingState, number>()
  for (const report of reports) {
    const states = new Map(report.facts.ledger.bookings.map(({ reference, state }) => [reference, state]))
    for (const call of report.calls) {
      if ((call.fault?.kind ?? null) !== kind) continue
      calls += 1
      const state = call.reference === null ? undefined : states.get(call.reference)
      if (state === undefined) continue
      bookings += 1
      outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
    }
  }
  const counts = COLUMNS.slice(3).map((state) => outcomes.get(state as BookingState) ?? 0)
  return [kind ?? 'none', calls, bookings, ...counts]
}

function sums(reports: readonly RoundReport[]): Cells[] {
  const total = (of: (report: RoundReport) => number) => reports.reduce((sum, report) => sum + of(report), 0)
  const tallied = (name: string) => total(({ tally }) => tally.get(name) ?? 0)
  const inState = (state: BookingState) =>
    total(({ facts }) => facts.ledger.bookings.filter((booking) => booking.state === state).length)
  const changesIn = (state: ChangeState) =>
    total(({ facts }) => facts.ledger.changes.filter((change) => change.state === state).length)
  const violated = (rule: Rule) => total(({ violations }) => violations.filter((each) => each.rule === rule).length)
  return [
    ['rounds', reports.length],
    ['kills', total(({ kills }) => kills)],
    ['forms submitted', total(({ facts }) => facts.submissions.length)],
    ['answered ok', total(({ facts }) => facts.submissions.filter(({ taken }) => taken.length > 0).length)],
    ['bookings in the ledgers', total(({ facts }) => facts.ledger.bookings.length)],
    ...BOOKING_STATES.map((state): Cells => [state, inState(state)]),
    ...CHANGE_STATES.map((state): Cells => [`changes ${state}`, changesIn(state)]),
    ['shipments at the services', total(({ facts }) => facts.shipmentsInAll)],
    ['made by a copying network', total(({ facts }) => [...facts.copies.values()].reduce((a, b) => a + b, 0))],
    ['answered "send again" by a person', tallied('answer send-again')],
    ['disk filled', tallied('fill the disk')],
    ['station clock set', tallied('set the station clock')],
    ['restores planned', tallied('plan a restore')],
    ['killed while opening', tallied('killed in its opening')],
    ...MISHAPS.map((mishap): Cells => [mishap, tallied(mishap)]),
    ['reported a different ledger', total(({ facts }) => facts.breaks.length)],
    ['began a new ledger knowingly', tallied('began a new ledger knowingly')],
    ['forms reported lost', total(({ facts }) => reportedLost(facts))],
    ...OF_BOOKINGS.map((rule): Cells => [rule, violated(rule)]),
  ]
}

function reportedLost(facts: RoundReport['facts']): number {
  const here = new Set(facts.ledger.bookings.map(({ bookingId }) => bookingId))
  return facts.submissions.filter(
    (submission) =>
      submission.taken.length > 0 && !submission.taken.some((id) => here.has(id)) && isReportedLost(submission, facts),
  ).length
}

function markdown(head: Cells, rows: readonly Cells[]): string[] {
  const all = [head, ...rows].map((cells) => cells.map(String))
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0), 3))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(all[0] ?? []), `| ${rule.join(' | ')} |`, ...all.slice(1).map(line)]
}

/** Everything that is known of a violation: what, the booking's audit rows, and its calls with the faults they met. */
export function trailOf(
  violation: Violation,
  ledgers: Readonly<Record<string, LedgerFacts>>,
  calls: readonly ProxiedCall[],
): string[] {
  const { rule, what, reference } = violation
  if (reference === null) return [`${rule}: ${what}`]
  const inPath = [reference, ...bookingsUnder(reference, ledgers).flatMap(({ shipmentId }) => shipmentId ?? [])]
  return [
    `${rule}: ${what}`,
    ...auditTrail(reference, ledgers),
    ...calls
      .filter((call) => call.reference === reference || inPath.some((word) => call.path.includes(word)))
      .map(callLine),
  ]
}

function callLine({ family, count, method, path, fault, status }: ProxiedCall): string {
  const met = fault === null ? 'no fault' : `${fault.kind}${fault.isCarriedOut ? ', carried out' : ''}`
  return `  call   ${family} ${count}: ${method} ${path}, ${met}, service said ${status ?? 'nothing'}`
}
