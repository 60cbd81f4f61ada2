import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { spendSums } from '../../src-main/spend/sums.rows.ts'
import { SPEND_BY } from '../../src-shared/station/spend/spend.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { growLedger } from '../support/grown-ledger.ts'
import { elapsed, median, type BenchResult, type Sizes } from './ratio.ts'

interface SpendSizes {
  /** Bookings of each ledger, the smallest first. */
  bookings: readonly number[]
  rounds: number
}

/** WAYBILL_BENCH_SPEND names other ledgers: "10000 1000000". */
export const SPEND: Sizes<SpendSizes> = {
  full: { bookings: (process.env['WAYBILL_BENCH_SPEND'] ?? '10000 100000').split(' ').map(Number), rounds: 9 },
  short: { bookings: [200], rounds: 1 },
}

/** As long as the largest number of bookings may last. */
const EVERYTHING = { from: '2021-11-15', until: '2026-11-16', limit: 500 }

/** The slowest report of spend over all years, in a small ledger and in a large one, beside a walk through all bookings. */
export async function benchSpend({ bookings: ledgers, rounds }: SpendSizes): Promise<BenchResult[]> {
  const figures: { report: number; walk: number }[] = []
  for (const bookings of ledgers) figures.push(await figuresOf(bookings, rounds))
  const [small] = figures
  const large = figures.at(-1)
  if (small === undefined || large === undefined) throw new Error('no figures')
  const ratio = large.report / small.report
  return [
    {
      name: `report of spend, all years, ${ledgers.join(' -> ')} bookings`,
      figures: `${figures.map(({ report }) => report.toFixed(1)).join(' -> ')} ms`,
      measured: figures.map(({ report }) => report),
      ratio,
      aim: { words: '<= 1 s at the largest', met: large.report <= 1_000 },
    },
    {
      name: 'a walk through the bookings for the same, beside the report',
      figures: `${figures.map(({ walk }) => walk.toFixed(1)).join(' -> ')} ms`,
      measured: figures.map(({ walk }) => walk),
      ratio: large.walk / large.report,
      aim: null,
    },
  ]
}

async function figuresOf(bookings: number, rounds: number): Promise<{ report: number; walk: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const ledger = await openLedger(dir, new FakeClock('2026-11-21T15:00:00.000Z'))
  try {
    await growLedger(ledger.db, { bookings, labelBytes: 0 })
    const sums = spendSums(ledger.db)
    const slowest: number[] = []
    for (const by of SPEND_BY) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        times.push(await elapsed(() => sums.report('embedded', { ...EVERYTHING, by })))
      }
      slowest.push(median(times))
    }
    const walk = await elapsed(() =>
      ledger.db
        .prepare(
          `SELECT summary ->> '$.consigneeName' AS name, sum(summary ->> '$.total.minor') AS minor FROM booking
           WHERE state = 'BOOKED' GROUP BY name`,
        )
        .all(),
    )
    return { report: Math.max(...slowest), walk }
  } finally {
    ledger.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
