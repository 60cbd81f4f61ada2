import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { scan } from '../e2e/typing.ts'
import { until } from '../support/until.ts'
import { p95, type BenchResult, type Sizes } from './ratio.ts'
import { bookOrders, openDesk } from './desk.ts'
import { text } from '../support/text.ts'

interface UseSizes {
  orders: number
  /** What a person does in half a minute, taken once; 60 are half an hour. */
  rounds: number
  /** Of these, as many as are not counted. */
  warmUp: number
  hasSamples: boolean
}

export const USE: Sizes<UseSizes> = {
  full: { orders: 20, rounds: 60, warmUp: 10, hasSamples: true },
  short: { orders: 1, rounds: 2, warmUp: 1, hasSamples: false },
}

const NEXT_PAINT_AIM_MS = 100
/** What a collection leaves differs by this much from one to the next. */
const HEAP_NOISE = 1.05

/** An interaction that the browser does not report took no longer. */
const LEAST_REPORTED_MS = 16

/** Interactions as the browser itself measures them, and how long a scan takes to become a command that was answered. */
const PROBES = `
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: ${LEAST_REPORTED_MS}, buffered: true })
  window.scans = []
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') window.entered = timeStamp }, true)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name.endsWith('/pack.scan')) window.scans.push(startTime - window.entered)
    }
  }).observe({ type: 'resource' })`

const numbers = z.array(z.number())

/** The three roles' usual errands in a real browser, again and again. */
export async function benchUse({ orders, rounds, warmUp, hasSamples }: UseSizes): Promise<BenchResult[]> {
  const desk = await openDesk(PROBES, hasSamples)
  try {
    const { run, page } = desk
    await bookOrders(run, orders)
    const devTools = await page.context().newCDPSession(page)
    await scanOrders(page, orders)
    const scans = await until('how long the scans took', async () => {
      const seen = numbers.parse(await page.evaluate('window.scans'))
      return seen.length < orders ? null : seen
    })
    for (let round = 0; round < warmUp; round++) await halfAMinute(page)
    const before = await heapOf(devTools)
    for (let round = warmUp; round < rounds; round++) await halfAMinute(page)
    const after = await heapOf(devTools)
    const reported = numbers.parse(await page.evaluate('window.interactions'))
    const waits = reported.length > 0 ? reported : [LEAST_REPORTED_MS]
    return [
      {
        name: `from Enter to the print command, p95 of ${scans.length} scans`,
        figures: `${p95(scans).toFixed(1)} ms`,
        measured: scans,
        ratio: null,
        aim: null,
      },
      {
        name: `interaction to next paint, p95 of ${reported.length} over ${LEAST_REPORTED_MS} ms`,
        figures: `${p95(waits).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
        measured: waits,
        ratio: null,
        aim: { words: `<= ${NEXT_PAINT_AIM_MS} ms`, met: p95(waits) <= NEXT_PAINT_AIM_MS },
      },
      {
        name: "heap after half an hour's errands / after their first five minutes",
        figures: `${megabytes(after)} / ${megabytes(before)} MB`,
        measured: [after, before],
        ratio: after / before,
        aim: { words: `<= ${HEAP_NOISE}`, met: after / before <= HEAP_NOISE },
      },
    ]
  } finally {
    await desk.close()
  }
}

async function scanOrders(page: Page, orders: number): Promise<void> {
  for (let order = 1; order <= orders; order++) {
    await scan(page, `ORDER-${order}`)
    await page.getByText(text('banner.printed'), { exact: true }).first().waitFor()
    await page.locator('main').getByText(`ORDER-${order}`, { exact: true }).first().waitFor()
  }
}

/** A packer's scan, the beginning of a clerk's quote, a look into the outbox, and a supervisor's search. */
async function halfAMinute(page: Page): Promise<void> {
  const go = async (screen: string) => {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  await go(text('rail.pack'))
  await scan(page, 'NOBODY-KNOWS-IT')
  await go(text('rail.quote'))
  const company = page.getByLabel(text('address.company')).first()
  await company.click()
  await page.keyboard.type('Acme')
  await page.keyboard.press('Escape')
  await company.fill('')
  await go(text('rail.book'))
  await page.getByRole('searchbox').first().click()
  await page.keyboard.type('ORDER-1')
  await page.getByRole('searchbox').first().fill('')
  await go(text('rail.track'))
  await page.locator('[role=row][aria-rowindex="2"]').waitFor()
  await page.getByRole('searchbox').first().click()
  await page.keyboard.type('chicago')
  await page.getByRole('searchbox').first().fill('')
  await page.locator('[role=row][aria-rowindex="2"]').click()
  await page.getByRole('complementary', { name: text('book.shipment') }).waitFor()
  await page.keyboard.press('Escape')
  await go(text('rail.endofday'))
  await go(text('track.documents'))
}

/** What is reachable, in bytes. */
async function heapOf(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  return (await devTools.send('Runtime.getHeapUsage')).usedSize
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
