import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { hasPostgres } from '../support/postgres.ts'
import { aTemplate } from './a-template.ts'
import { SHORT_MAYHEM } from './plans.ts'
import { runSiteRound, trailOfSite } from './round.ts'

/** What has to have happened, or nothing was proved. */
const FLOORS = {
  'station killed': 1,
  'sender killed': 1,
  'taken over from a frozen sender': 1,
  'database killed': 1,
  'fail-over with lost commits': 1,
  'two scans of one label': 1,
} as const
const LEAST_BOOKINGS = 20

describe.skipIf(!hasPostgres)('a site of which everything is killed, frozen, cut off and lost while it books', () => {
  it(
    'books each form once or says that it did not, and its stations show what is so',
    { timeout: 600_000 },
    async () => {
      const template = await aTemplate()
      onTestFinished(template.remove)
      const report = await runSiteRound({
        ...{ seed: 'short', template: template.folder, seededService: inject('seededService') },
        ...{ stations: 3, mayhem: SHORT_MAYHEM, bookings: 60, forMs: 8_000, meanPauseMs: 120 },
        atLeast: FLOORS,
      })
      expect(report.violations.map((violation) => trailOfSite(violation, report).join('\n'))).toEqual([])
      for (const [name, times] of Object.entries(FLOORS)) {
        expect(report.tally.get(name) ?? 0, name).toBeGreaterThanOrEqual(times)
      }
      expect(report.facts.site.bookings.length).toBeGreaterThanOrEqual(LEAST_BOOKINGS)
      expect(report.facts.shipmentsInAll).toBeGreaterThanOrEqual(LEAST_BOOKINGS / 2)
      expect(report.calls.some(({ fault }) => fault !== null)).toBe(true)
    },
  )
})
