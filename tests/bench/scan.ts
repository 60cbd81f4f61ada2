import type { Page } from 'playwright-core'
import { startLabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { scan } from '../e2e/typing.ts'
import { batchCells, batchCsv, handIn } from '../support/batch-files.ts'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { until } from '../support/until.ts'
import { GIVE_UP_MS, bookOrders, openDesk } from './desk.ts'
import { median, p95, type BenchResult, type Sizes } from './ratio.ts'

interface ScanSizes {
  scans: number
  /** Rows of the batch: more than are booked while those scans are made. */
  batchRows: number
  /** So many of them are booked before the scans begin. */
  booked: number
  hasSamples: boolean
}

export const SCANS: Sizes<ScanSizes> = {
  full: { scans: 20, batchRows: 5_000, booked: 20, hasSamples: true },
  short: { scans: 1, batchRows: 1_000, booked: 1, hasSamples: false },
}

const IDLE_AIM_MS = 150
const BATCH_AIM_MS = 250

/** When the key was pressed that ended a scan, on the clock that the printer's labels are timed by. */
const PROBES = `
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Enter') window.entered = performance.timeOrigin + timeStamp
  }, true)`

/** From Enter on Pack to the whole label at a printer on the network: with nothing else to do, and while a batch books. */
export async function benchScan(sizes: ScanSizes): Promise<BenchResult[]> {
  const labels: number[] = []
  const printer = await startLabelPrinter({
    language: 'ZPL',
    remembers: false,
    onLabel: () => labels.push(performance.timeOrigin + performance.now()),
  })
  const desk = await openDesk(PROBES, sizes.hasSamples)
  try {
    const { run, page } = desk
    const { printerId } = await run('printers.save', {
      name: 'Packing table',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: printer.uri },
    })
    await run('printers.setDefault', { printerId })
    // The first of each is not counted: code is fetched, the printer gets to know the station.
    await bookOrders(run, 2 * sizes.scans + 1)
    await timed(page, 'ORDER-1', labels)
    const idle = await scans(page, labels, 2, sizes.scans)
    await beginBatch(run, sizes)
    const busy = await scans(page, labels, sizes.scans + 2, sizes.scans)
    if ((await onlyBatch(run)).bookings.QUEUED === 0) throw new Error('the batch was booked before the scans ended')
    return [within('idle', idle, idle, IDLE_AIM_MS), within('while a batch books', busy, idle, BATCH_AIM_MS)]
  } finally {
    await desk.close()
    await printer.close()
  }
}

async function scans(page: Page, labels: readonly number[], first: number, count: number): Promise<number[]> {
  const times: number[] = []
  for (let order = first; order < first + count; order++) times.push(await timed(page, `ORDER-${order}`, labels))
  return times
}

async function timed(page: Page, code: string, labels: readonly number[]): Promise<number> {
  const before = labels.length
  await scan(page, code)
  const at = await until(`the label of ${code}`, () => labels[before] ?? null, { everyMs: 2 })
  await page.locator('main').getByText(code, { exact: true }).first().waitFor()
  return at - Number(await page.evaluate('window.entered'))
}

/** A long file, checked and begun; answers when its first bookings are made. */
async function beginBatch(run: RunCommand, { batchRows, booked }: ScanSizes): Promise<void> {
  const rows = Array.from({ length: batchRows }, (_, index) => batchCells(`ROW-${index}`))
  const { batch, map } = await handIn(run, batchCsv(rows))
  if (!map) throw new Error('no map was suggested')
  await run('batches.check', { batchId: batch.batchId, map, rules: {} })
  await run('batches.run', { batchId: batch.batchId, agreedBookings: batchRows, approvedBy: 'Bench' })
  const begun = async () => ((await onlyBatch(run)).bookings.BOOKED >= booked ? true : null)
  await until(`${booked} bookings of the batch`, begun, { everyMs: 20, giveUpMs: GIVE_UP_MS })
}

async function onlyBatch(run: RunCommand) {
  const [batch] = await run('batches.list', { limit: 1 })
  if (!batch) throw new Error('there is no batch')
  return batch
}

function within(when: string, times: readonly number[], idle: readonly number[], aimMs: number): BenchResult {
  return {
    name: `from Enter to the label at the printer, ${when}: p95 of ${times.length}`,
    figures: `${p95(times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms`,
    measured: times,
    ratio: times === idle ? null : median(times) / median(idle),
    aim: { words: `<= ${aimMs} ms`, met: p95(times) <= aimMs },
  }
}
