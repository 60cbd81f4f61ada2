import { afterAll, describe, expect, it } from 'vitest'
import { full, isFullRun } from '../../support/full.ts'
import { seedOf } from '../../support/run-seed.ts'
import { runRound, type RoundReport } from './round.ts'
import { trailOf } from './report.ts'
import { mountSmallDisk } from './small-disk.ts'

const disk = mountSmallDisk()
afterAll(() => disk?.remove())

/** What a person needs to look into it: the violations, each with its trail. Empty when all is well. */
const troubles = ({ seed, violations, facts, calls }: RoundReport) =>
  violations.map((violation) => [`seed ${seed}`, ...trailOf(violation, { audit: facts.ledger }, calls)].join('\n'))

describe('a station that is killed again and again while it books through a bad network', { timeout: 240_000 }, () => {
  it('books each form once or says that it did not', async () => {
    const report = await runRound({ seed: seedOf('short'), kills: isFullRun ? 6 : 2, clerk: 'careful' })
    expect(troubles(report)).toEqual([])
    expect(report.facts.ledger.bookings.length).toBeGreaterThan(0)
    expect(report.facts.shipmentsInAll).toBeGreaterThan(0)
    expect(report.calls.some(({ fault }) => fault !== null)).toBe(true)
  })

  it.skipIf(disk === null)(
    'keeps every booking it took when its disk is full (needs root, for a small disk)',
    full('lives in real time; tests/data/disk-faults.test.ts fills the disk at each step'),
    async () => {
      const errands = { 'fill the disk': 12, 'free the disk': 10 } as const
      const report = await runRound({ seed: seedOf('short-disk'), kills: 3, clerk: 'careful', errands, disk })
      expect(troubles(report)).toEqual([])
      expect(report.facts.submissions.some(({ taken }) => taken.length > 0)).toBe(true)
    },
  )
})
