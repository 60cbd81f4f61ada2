import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startLabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { pickupDayFrom } from '../../src-shared/station/booking/pickup-day.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { scan } from '../e2e/typing.ts'
import { batchCells, batchCsv, handIn } from '../support/batch-files.ts'
import { browserPath } from '../support/browser.ts'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { bookOrders, openDesk } from './desk.ts'
import { median, p95, type BenchResult } from './ratio.ts'

const SCANS = 20
const BATCH_ROWS = 5_000
const IDLE_AIM_MS = 150
const BATCH_AIM_MS = 250

/** When the key was pressed that ended a scan, on the clock that the printer's labels are timed by. */
const PROBES = `
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Enter') window.entered = performance.timeOrigin + timeStamp
  }, true)`

/** From Enter on Pack to the whole label at a printer on the network: with nothing else to do, and while a batch books. */
export async function benchScan(): Promise<BenchResult[]> {
  if (browserPath() === null) return [{ name: 'scan to label', figures: 'skipped: no browser', ratio: null, aim: null }]
  const labels: number[] = []
  const printer = await startLabelPrinter({
    language: 'ZPL',
    remembers: false,
    onLabel: () => labels.push(performance.timeOrigin + performance.now()),
  })
  const desk = await openDesk(PROBES)
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
    await bookOrders(run, 2 * SCANS + 1)
    await timed(page, 'ORDER-1', labels)
    const idle = await scans(page, labels, 2)
    await beginBatch(run)
    const busy = await scans(page, labels, SCANS + 2)
    if ((await onlyBatch(run)).bookings.QUEUED === 0) throw new Error('the batch was booked before the scans ended')
    return [within('idle', idle, idle, IDLE_AIM_MS), within('while a batch books', busy, idle, BATCH_AIM_MS)]
  } finally {
    await desk.close()
    await printer.close()
  }
}

async function scans(page: Page, labels: readonly number[], first: number): Promise<number[]> {
  const times: number[] = []
  for (let order = first; order < first + SCANS; order++) times.push(await timed(page, `ORDER-${order}`, labels))
  return times
}

async function timed(page: Page, code: string, labels: readonly number[]): Promise<number> {
  const before = labels.length
  await scan(page, code)
  for (;;) {
    const at = labels[before]
    if (at !== undefined) {
      await page.locator('main').getByText(code, { exact: true }).first().waitFor()
      return at - Number(await page.evaluate('window.entered'))
    }
    await sleep(2)
  }
}

/** A long file, checked and begun; answers when its first bookings are made. */
async function beginBatch(run: RunCommand): Promise<void> {
  const change = { 'Pickup date': pickupDayFrom(addDays(dayAt(new Date()), 3), 'US') }
  const rows = Array.from({ length: BATCH_ROWS }, (_, index) => batchCells(`ROW-${index}`, change))
  const { batch, map } = await handIn(run, batchCsv(rows))
  if (!map) throw new Error('no map was suggested')
  await run('batches.check', { batchId: batch.batchId, map, rules: {} })
  await run('batches.run', { batchId: batch.batchId, agreedBookings: BATCH_ROWS, approvedBy: 'Bench' })
  while ((await onlyBatch(run)).bookings.BOOKED < 20) await sleep(20)
}

async function onlyBatch(run: RunCommand) {
  const [batch] = await run('batches.list', { limit: 1 })
  if (!batch) throw new Error('there is no batch')
  return batch
}

function within(when: string, times: readonly number[], idle: readonly number[], aimMs: number): BenchResult {
  return {
    name: `from Enter to the label at the printer, ${when}: median of ${times.length}`,
    figures: `${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms`,
    ratio: times === idle ? null : median(times) / median(idle),
    aim: { words: `<= ${aimMs} ms`, met: median(times) <= aimMs },
  }
}
