import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { checkRows } from '../../src-main/batch/check.ts'
import { suggestMap } from '../../src-main/batch/suggestion.ts'
import { systemClock } from '../../src-main/clock.ts'
import { csvFormOf } from '../../src-main/csv/csv-read.ts'
import { csvLine } from '../../src-shared/csv.ts'
import { batchRowStore } from '../../src-main/store/ledger/batch/batch-rows.ts'
import { batchStore } from '../../src-main/store/ledger/batch/batches.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { elapsed, type BenchResult } from './ratio.ts'

const ROWS = 100_000
/** What a check may add to the memory of a station, however long the file. */
const MOST_MB = 150

/** The dry run of a long file, every row validated and noted in the ledger, against its bare parser on the same file. */
export async function benchBatch(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const ledger = await openLedger(dataDir, systemClock)
  try {
    const path = join(dataDir, 'orders.csv')
    await pipeline(Readable.from(lines()), createWriteStream(path))
    const form = await csvFormOf(path, 'utf-8')
    const map = suggestMap(BATCH_HEADERS, 'en', ',')
    if (!map) throw new Error('no map was suggested')
    const rows = batchRowStore(ledger.db)
    await batchStore(ledger.db, systemClock).begin('bat_bench', 'bench')

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
        { map, headers: BATCH_HEADERS, today: '2026-01-01', savedAddress: () => null },
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
    if (parsed !== ROWS + 1 || count !== ROWS || counts.ok !== ROWS) throw new Error('not every row was looked at')
    const megabytes = (peak - before) / 1024 / 1024
    return [
      {
        name: `check ${ROWS} rows of a batch, noted in the ledger: check / bare parser`,
        figures: `${(ROWS / (check / 1000)).toFixed(0)} / ${(ROWS / (bare / 1000)).toFixed(0)} rows a second`,
        ratio: bare / check,
        aim: null,
      },
      {
        name: 'memory that check adds at its peak',
        figures: `${megabytes.toFixed(0)} MB (${(peak / 1024 / 1024).toFixed(0)} MB in all)`,
        ratio: null,
        aim: { words: `<= ${MOST_MB} MB`, met: megabytes <= MOST_MB },
      },
    ]
  } finally {
    ledger.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function* lines(): Generator<string> {
  yield csvLine(BATCH_HEADERS)
  for (let index = 0; index < ROWS; index++) yield csvLine(batchCells(`PO-${index}`))
}
