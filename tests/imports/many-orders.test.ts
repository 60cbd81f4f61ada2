import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { monotonic } from '../../src-node/runtime/wait.ts'
import { csvLine } from '../../src-shared/csv.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { isFullRun } from '../support/full.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

/** 100,000 by `WAYBILL_MANY_ORDERS=100000`: what it takes is a row's time, whatever their number. */
const ROWS = Number(process.env['WAYBILL_MANY_ORDERS'] ?? (isFullRun ? 20_000 : 6_000))
const MB = 1024 * 1024
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** What is left after each collection may waver; the file's rows as objects would be hundreds of MB. */
const MOST_GROWTH = 40 * MB

it('a file of many thousand orders is taken in slices: a scan has its turn between them, and memory does not follow the file', async () => {
  const sandbox = await testSandbox()
  let ahead = 0
  const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
  const folder = tempDir()
  const { run, station } = await testStation(sandbox, { background: false, clock })
  const file = createWriteStream(join(folder, 'all.csv'))
  file.write(csvLine(BATCH_HEADERS))
  for (let row = 0; row < ROWS; row++) {
    if (!file.write(csvLine(batchCells(`SO-${row}`, { Provider: '', Service: '' })))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  const map = suggestMap(BATCH_HEADERS, 'en')
  await run('orders.configureFeed', { isOn: true, folder, map })
  ahead = 10_000

  const heaps: number[] = []
  let last = monotonic()
  let longest = 0
  let turns = 0
  const meter = setInterval(() => {
    turns += 1
    if (turns % 50 === 0) {
      collect()
      heaps.push(process.memoryUsage().heapUsed)
    }
    longest = Math.max(longest, monotonic() - last)
    last = monotonic()
  }, 2)
  const began = monotonic()
  const { files } = await run('orders.look', {})
  const seconds = (monotonic() - began) / 1000
  clearInterval(meter)
  const part = Math.floor(heaps.length / 4)
  const growth = Math.min(...heaps.slice(-part)) - Math.min(...heaps.slice(0, part))
  console.log(
    `${ROWS} rows in ${seconds.toFixed(1)} s: ${Math.round(ROWS / seconds)} a second; heap grew by ${(growth / MB).toFixed(0)} MB; ` +
      `longest without a turn ${longest.toFixed(0)} ms`,
  )
  expect(files[0]).toMatchObject({ state: 'done', added: ROWS, refused: 0 })
  expect(await run('orders.list', { show: 'open', limit: 3 })).toMatchObject({ open: 1_000, rows: [{}, {}, {}] })
  expect(await station.invoke('pack.scan', { code: `SO-${ROWS - 1}` })).toMatchObject({ value: { kind: 'order' } })
  // Every slice lets others have their turn.
  expect(turns).toBeGreaterThan(ROWS / 200)
  expect(part).toBeGreaterThan(0)
  expect(growth).toBeLessThan(MOST_GROWTH)
}, 300_000)
