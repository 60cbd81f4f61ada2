import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { checkRows } from '../../src-main/imports/batch/check.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { csvFormOf } from '../../src-main/imports/csv/csv-read.ts'
import { csvLine } from '../../src-shared/csv.ts'
import { batchRowStore } from '../../src-main/imports/batch/batch.rows.ts'
import { batchStore } from '../../src-main/imports/batch/batches.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { runningClock } from '../support/running-clock.ts'
import { elapsed, type BenchResult, type Sizes } from './ratio.ts'

interface BatchSizes {
  rows: number
}

export const BATCH: Sizes<BatchSizes> = { full: { rows: 100_000 }, short: { rows: 500 } }

/** The day on which the file is looked at: its rows ask for a pickup soon after it. */
/** What a check may add to the memory of a station, however long the file. */
const MOST_MB = 150

/** The dry run of a long file, every row validated and noted in the ledger, against its bare parser on the same file. */
export async function benchBatch({ rows: length }: BatchSizes): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const clock = runningClock()
  const ledger = await openLedger(dataDir, clock)
  try {
    const path = join(dataDir, 'orders.csv')
    await pipeline(Readable.from(lines(length)), createWriteStream(path))
    const form = await csvFormOf(path, 'utf-8')
    const map = suggestMap(BATCH_HEADERS, 'en')
    if (!map) throw new Error('no map was suggested')
    const rows = batchRowStore(ledger.db, () => 'embedded')
    await batchStore(ledger.db, clock).begin('bat_bench', 'bench')

    let parsed = 0
    const bare = await elapsed(async () => {
      const records: AsyncIterable<string[]> = createReadStream(path).pipe(parse({ bom: true }))
      for await (const _record of records) parsed += 1
    })
    const before = process.memoryUsage().rss
    let peak = before
    let count = 0
    const check = await elapsed(async () => {
      count = await checkRows(
        path,
        form,
        { map, headers: BATCH_HEADERS, now: clock.now(), savedAddress: () => null },
        {
          add: (window) => rows.add('bat_bench', window),
          isUsed: async () => false,
          onProgress: () => {
            peak = Math.max(peak, process.memoryUsage().rss)
            return true
          },
        },
      )
    })
    const counts = await rows.counts('bat_bench')
    if (parsed !== length + 1 || count !== length || counts.ok !== length)
      throw new Error('not every row was looked at')
    const megabytes = (peak - before) / 1024 / 1024
    return [
      {
        name: `check ${length} rows of a batch, noted in the ledger: check / bare parser`,
        figures: `${(length / (check / 1000)).toFixed(0)} / ${(length / (bare / 1000)).toFixed(0)} rows a second`,
        measured: [check, bare],
        ratio: bare / check,
        aim: null,
      },
      {
        name: 'memory that check adds at its peak',
        figures: `${megabytes.toFixed(0)} MB (${(peak / 1024 / 1024).toFixed(0)} MB in all)`,
        measured: [peak],
        ratio: null,
        aim: { words: `<= ${MOST_MB} MB`, met: megabytes <= MOST_MB },
      },
    ]
  } finally {
    ledger.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function* lines(rows: number): Generator<string> {
  yield csvLine(BATCH_HEADERS)
  for (let index = 0; index < rows; index++) yield csvLine(batchCells(`PO-${index}`))
}
