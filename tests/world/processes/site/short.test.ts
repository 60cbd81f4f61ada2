import { afterAll, describe, expect, it } from 'vitest'
import { hasPostgres } from '../../../support/postgres.ts'
import { seedOf } from '../../../support/run-seed.ts'
import { aTemplate } from './a-template.ts'
import { LEASE_ROUND, SHORT_ROUND } from './plans.ts'
import { runSiteRound, trailOfSite, type SiteRoundReport } from './round.ts'
import { full, isFullRun } from '../../../support/full.ts'

const template = hasPostgres && isFullRun ? await aTemplate() : null
const folder = template?.folder ?? ''
afterAll(() => template?.remove())

/** What a person needs to look into it: the violations, each with its trail. Empty when all is well. */
const troubles = (report: SiteRoundReport) =>
  report.violations.map((violation) => [`seed ${report.seed}`, ...trailOfSite(violation, report)].join('\n'))

/** A kill falls while a call is on its way in most rounds, and not in each. */
const NAIVE_SEEDS = 3

const why = hasPostgres ? '' : ' (skipped: no PostgreSQL)'

describe.skipIf(!hasPostgres)(
  `a site that is killed, frozen, cut and set back${why}`,
  full('two rounds in real time; tests/site-server proves each rule alone', { timeout: 480_000 }),
  () => {
    it('books each form once or says that it did not, and lists and prints each shipment once', async () => {
      const report = await runSiteRound({ ...SHORT_ROUND, seed: seedOf('short'), template: folder })
      expect(troubles(report)).toEqual([])
      for (const [name, times] of Object.entries(SHORT_ROUND.atLeast)) {
        expect(report.tally.get(name), name).toBeGreaterThanOrEqual(times)
      }
      expect(report.facts.shipmentsInAll).toBeGreaterThan(0)
    })

    it(`is found guilty within ${NAIVE_SEEDS} seeds when what a dead sender was sending goes out again`, async () => {
      const found = new Set<string>()
      for (let nth = 1; nth <= NAIVE_SEEDS && !found.has('doubled'); nth++) {
        const report = await runSiteRound({ ...LEASE_ROUND, seed: `short-naive-${nth}`, template: folder })
        for (const { rule } of report.violations) found.add(rule)
      }
      expect(found).toContain('doubled')
    })
  },
)
