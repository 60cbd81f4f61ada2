import { BOOKING_STATES } from '../../../../src-shared/machine/booking.ts'
import { OF_BOOKINGS } from '../report.ts'
import type { SiteRoundReport } from './round.ts'

/** What was done and what came of it, by name. */
export function figuresOf(reports: readonly SiteRoundReport[]): Record<string, number> {
  const total = (of: (report: SiteRoundReport) => number) => reports.reduce((sum, report) => sum + of(report), 0)
  const tallied = new Map<string, number>()
  for (const { tally } of reports) {
    for (const [name, times] of tally) tallied.set(name, (tallied.get(name) ?? 0) + times)
  }
  const violated = (kind: string) =>
    total(({ violations }) => violations.filter((violation) => violation.rule === kind).length)
  return {
    rounds: reports.length,
    seconds: total(({ seconds }) => seconds),
    'bookings at the sites': total(({ facts }) => facts.site.bookings.length),
    ...Object.fromEntries(
      BOOKING_STATES.map((state) => [
        state,
        total(({ facts }) => facts.site.bookings.filter((booking) => booking.state === state).length),
      ]),
    ),
    'canceled or rejected before the site had them': total(
      ({ facts }) =>
        facts.stations.reduce((sum, { ledger }) => sum + ledger.bookings.length, 0) - facts.site.bookings.length,
    ),
    'shipments at the services': total(({ facts }) => facts.shipmentsInAll),
    'made by a copying network': total(({ facts }) => [...facts.copies.values()].reduce((a, b) => a + b, 0)),
    'labels printed': total(({ facts }) => facts.stations.reduce((sum, { prints }) => sum + prints.length, 0)),
    'labels reported as printed twice': total(
      ({ facts }) => facts.site.notices.filter((notice) => notice.startsWith('printed-twice:')).length,
    ),
    ...Object.fromEntries([...tallied].sort(([a], [b]) => a.localeCompare(b))),
    ...Object.fromEntries(
      [...OF_BOOKINGS, 'two manifests', 'silent double label'].map((kind) => [kind, violated(kind)]),
    ),
  }
}

/** The figures as a table, so that a page can hold it as it is printed. */
export function tableOfSite(reports: readonly SiteRoundReport[]): string[] {
  const rows = Object.entries(figuresOf(reports)).map(([name, times]) => [name, String(times)] as const)
  const widths = [
    Math.max(...rows.map(([name]) => name.length)),
    Math.max(...rows.map(([, times]) => times.length), 4),
  ] as const
  const line = (name: string, times: string) => `| ${name.padEnd(widths[0])} | ${times.padStart(widths[1])} |`
  return [
    line('total', ''),
    `| ${'-'.repeat(widths[0])} | ${'-'.repeat(widths[1] - 1)}: |`,
    ...rows.map((row) => line(...row)),
  ]
}
