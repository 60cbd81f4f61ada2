import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hasPostgres } from '../support/postgres.ts'
import { aTemplate } from './a-template.ts'
import { NAIVE_ROUNDS } from './plans.ts'
import { runSiteRound } from './round.ts'

describe.skipIf(!hasPostgres)('the judge of a site finds guilty', { timeout: 600_000 }, () => {
  let template: Awaited<ReturnType<typeof aTemplate>> | undefined
  beforeAll(async () => {
    template = await aTemplate()
  })
  afterAll(() => template?.remove())

  it.each(Object.entries(NAIVE_ROUNDS))('%s', async (name, round) => {
    const folder = template?.folder ?? ''
    const report = await runSiteRound({
      ...round,
      seed: 'naive',
      template: folder,
      seededService: inject('seededService'),
    })
    const kinds = new Set(report.violations.map(({ kind }) => kind))
    expect([...kinds], `${name}: ${JSON.stringify([...report.tally])}`).toContain(
      round.hasTimelineRule === false ? 'lost' : 'doubled',
    )
  })
})
