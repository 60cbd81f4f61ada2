import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USUAL_PICKUPS } from '../../src-shared/station/booking/pickup-terms.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { takeFile } from '../../src-main/imports/orders/read-file.ts'
import { openTable } from '../../src-main/imports/sheets/table-file.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { orderRetention } from '../../src-main/imports/orders/retain-orders.rows.ts'
import { orderStore } from '../../src-main/imports/orders/orders.rows.ts'
import { csvLine } from '../../src-shared/csv.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { elapsed, p95, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

interface OrderSizes {
  rows: number
  rounds: number
}

/** WAYBILL_BENCH_ORDERS: another number of rows. */
export const ORDERS: Sizes<OrderSizes> = {
  full: { rows: Number(process.env['WAYBILL_BENCH_ORDERS'] ?? 5_000), rounds: 3 },
  short: { rows: 200, rounds: 0 },
}

const SLICE = 100
const MOST_SLICE_MS = 20

/**
 * A file of orders from its bytes to rows of the ledger (read, checked, hashed, looked up, written with their indexes), beside
 * bare inserts of the same rows into a table of the same columns without indexes, in transactions of the same size; and the
 * slices in which they go again.
 */
export async function benchOrders({ rows: length, rounds }: OrderSizes): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  // Before the pickups of the rows.
  const clock = new FakeClock('2026-10-20T15:00:00.000Z')
  const ledger = await openLedger(dir, clock)
  const { db } = ledger
  try {
    const path = join(dir, 'orders.csv')
    const file = createWriteStream(path)
    file.write(csvLine(BATCH_HEADERS))
    for (let row = 0; row < length; row++) {
      if (!file.write(csvLine(batchCells(`SO-${row}`, { Provider: '', Service: '' })))) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
    const map = suggestMap(BATCH_HEADERS, 'en')
    if (!map) throw new Error('the headers are known')
    const orders = orderStore(db, clock, () => 'test')
    let ids = 0
    const feed = async () => {
      db.exec('DELETE FROM feed_order')
      return elapsed(async () => {
        const { problems } = await takeFile(await openTable(path, 'orders.csv'), map, clock.now(), {
          savedAddress: () => null,
          pickups: () => USUAL_PICKUPS,
          isKnown: orders.isKnown,
          take: (slice) => orders.take(slice, { origin: 'folder', source: 'orders.csv' }, () => `ord_${ids++}`),
          onProgress: () => true,
        })
        if (problems[0]) throw new Error(`row ${problems[0].row}: ${problems[0].message}`)
      })
    }
    await feed()
    db.exec('CREATE TABLE bare AS SELECT * FROM feed_order')
    const rows = db.prepare('SELECT * FROM bare').raw().all() as unknown[][]
    if (rows.length !== length) throw new Error(`${rows.length} of ${length} rows were taken`)
    const insert = db.prepare(`INSERT INTO bare VALUES (${(rows[0] ?? []).map(() => '?').join(', ')})`)
    const inserts = async () => {
      db.exec('DELETE FROM bare')
      return elapsed(() => {
        for (let from = 0; from < rows.length; from += SLICE) {
          db.transaction(() => rows.slice(from, from + SLICE).forEach((row) => insert.run(row)))()
        }
      })
    }
    const { baseline, subject } = await sideBySide(rounds, inserts, feed)

    db.exec(`UPDATE feed_order SET state = 'dismissed', updated_at = '2020-01-01T00:00:00.000Z'`)
    const slices: number[] = []
    const letGo = orderRetention(db).letGo({ before: clock.now(), isDry: false })
    for (let isOver = false; !isOver;) {
      slices.push(
        await elapsed(async () => {
          isOver = (await letGo.next()).done === true
        }),
      )
    }
    const usual = p95(slices)
    const aSecond = (ms: number) => Math.round((length / ms) * 1000)
    return [
      {
        name: `orders of a file of ${length} rows, beside bare inserts`,
        figures: `${aSecond(subject)} beside ${aSecond(baseline)} rows a second`,
        measured: [subject, baseline],
        ratio: baseline / subject,
        aim: null,
      },
      {
        name: `letting go of ${length} orders, p95 of ${slices.length} slices`,
        figures: `${usual.toFixed(1)} ms, the longest ${Math.max(...slices).toFixed(1)} ms`,
        measured: slices,
        ratio: null,
        aim: { words: `<= ${MOST_SLICE_MS} ms`, met: usual <= MOST_SLICE_MS },
      },
    ]
  } finally {
    ledger.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
