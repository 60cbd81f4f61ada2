import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { openStation } from '../../src-main/app/station.ts'
import { scan } from '../e2e/typing.ts'
import { browserPath, launchBrowser } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { p95, type BenchResult } from './ratio.ts'
import { KEY, startService } from './service-process.ts'

const RENDERER_DIR = process.env['WAYBILL_RENDERER_DIR'] ?? join(import.meta.dirname, '../../out/renderer')
const ORDERS = 20
/** What a person does in half a minute, taken once; so many are half an hour. */
const ROUNDS = 60
const WARM_UP = 10
const NEXT_PAINT_AIM_MS = 100
/** What a collection leaves differs by this much from one to the next. */
const HEAP_NOISE = 1.05

/** Interactions as the browser itself measures them, and how long a scan takes to become a command that was answered. */
const PROBES = `
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  window.scans = []
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') window.entered = timeStamp }, true)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name.endsWith('/pack.scan')) window.scans.push(startTime - window.entered)
    }
  }).observe({ type: 'resource' })`

const numbers = z.array(z.number())

/** The three roles' usual errands in a real browser, again and again. */
export async function benchUse(): Promise<BenchResult[]> {
  if (browserPath() === null)
    return [{ name: 'half an hour of use', figures: 'skipped: no browser', ratio: null, aim: null }]
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const serviceDir = join(dataDir, 'service')
  mkdirSync(serviceDir)
  const service = await startService(serviceDir, ['--samples'])
  const station = await openStation({ dataDir: join(dataDir, 'station'), baseUrl: service.baseUrl, apiKey: KEY })
  const host = await openBrowserHost({ station, rendererDir: RENDERER_DIR })
  const browser = await launchBrowser()
  try {
    const run = runCommandOf(station)
    await run('settings.update', { firstRun: 'done' })
    await bookOrders(run)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(PROBES)
    await page.goto(host.url)
    await page.getByRole('link', { name: 'Pack' }).waitFor()
    const devTools = await page.context().newCDPSession(page)
    await scanOrders(page)
    const scans = numbers.parse(await page.evaluate('window.scans'))
    for (let round = 0; round < WARM_UP; round++) await halfAMinute(page)
    const before = await heapOf(devTools)
    for (let round = WARM_UP; round < ROUNDS; round++) await halfAMinute(page)
    const after = await heapOf(devTools)
    const waits = numbers.parse(await page.evaluate('window.interactions'))
    return [
      {
        name: `from Enter to the print command, p95 of ${scans.length} scans`,
        figures: `${p95(scans).toFixed(1)} ms`,
        ratio: null,
        aim: null,
      },
      {
        name: `interaction to next paint, p95 of ${waits.length} over 16 ms`,
        figures: `${p95(waits).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
        ratio: null,
        aim: { words: `<= ${NEXT_PAINT_AIM_MS} ms`, met: p95(waits) <= NEXT_PAINT_AIM_MS },
      },
      {
        name: "heap after half an hour's errands / after their first five minutes",
        figures: `${megabytes(after)} / ${megabytes(before)} MB`,
        ratio: after / before,
        aim: { words: `<= ${HEAP_NOISE}`, met: after / before <= HEAP_NOISE },
      },
    ]
  } finally {
    await browser.close()
    await host.close()
    await station.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Orders of one piece each, booked and with their labels here. */
async function bookOrders(run: RunCommand): Promise<void> {
  const cargo = palletsToChicago().cargo.map((line) => ({ ...line, quantity: 1 }))
  const quote = await run('quotes.request', palletsToChicago({ cargo }))
  for (let order = 1; order <= ORDERS; order++) {
    await run('bookings.submit', bookingOf(quote, { reference: `ORDER-${order}` }))
  }
  for (;;) {
    const bookings = await run('bookings.list', { limit: ORDERS })
    if (bookings.every(({ hasLabel }) => hasLabel)) return
    await sleep(50)
  }
}

async function scanOrders(page: Page): Promise<void> {
  for (let order = 1; order <= ORDERS; order++) {
    await scan(page, `ORDER-${order}`)
    await page.getByText('PRINTED', { exact: true }).first().waitFor()
    await page.locator('main').getByText(`ORDER-${order}`, { exact: true }).first().waitFor()
  }
}

/** A packer's scan, the beginning of a clerk's quote, a look into the outbox, and a supervisor's search. */
async function halfAMinute(page: Page): Promise<void> {
  const go = async (screen: string) => {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  await go('Pack')
  await scan(page, 'NOBODY-KNOWS-IT')
  await go('Quote')
  const company = page.getByLabel('Company').first()
  await company.click()
  await page.keyboard.type('Acme')
  await page.keyboard.press('Escape')
  await company.fill('')
  await go('Book')
  await page.getByRole('searchbox').first().click()
  await page.keyboard.type('ORDER-1')
  await page.getByRole('searchbox').first().fill('')
  await go('Track')
  await page.locator('[role=row][aria-rowindex="2"]').waitFor()
  await page.getByRole('searchbox').first().click()
  await page.keyboard.type('chicago')
  await page.getByRole('searchbox').first().fill('')
  await page.locator('[role=row][aria-rowindex="2"]').click()
  await page.getByRole('complementary', { name: 'Shipment' }).waitFor()
  await page.keyboard.press('Escape')
  await go('End of day')
  await go('Documents')
}

/** What is reachable, in bytes. */
async function heapOf(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  return (await devTools.send('Runtime.getHeapUsage')).usedSize
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
