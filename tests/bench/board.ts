import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { openStation } from '../../src-main/app/station.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { launchBrowser } from '../support/browser.ts'
import { dateOf } from './desk.ts'
import { END_MS, benchClock, reportOf } from './cache-data.ts'
import { median, p95, type BenchResult, type Sizes } from './ratio.ts'
import { text } from '../support/text.ts'

const RENDERER_DIR = process.env['WAYBILL_RENDERER_DIR'] ?? join(import.meta.dirname, '../../out/renderer')
/** Nobody listens there: the board is read from the cache alone. */
const NOWHERE = 'http://127.0.0.1:9/api/v1'
const BATCH = 5_000
const FIRST_ROWS_AIM_MS = 200
const KEYSTROKE_AIM_MS = 120
const TASK_AIM_MS = 50

interface BoardSizes {
  shipments: number
  /** How often the screen is opened. */
  openings: number
  /** What is typed, letter by letter. */
  words: readonly string[]
  /** Turns of the wheel. */
  turns: number
}

export const BOARD: Sizes<BoardSizes> = {
  full: {
    shipments: 1_000_000,
    openings: 8,
    words: ['laredo', 'northline', 'acme machine', 'po-48', 'wb00', 'chicago globex'],
    turns: 120,
  },
  short: { shipments: 500, openings: 1, words: ['po'], turns: 3 },
}

/** Figures that the page takes of itself, so that neither the driver nor the wire is in them. */
const PROBES = `
  window.untilRows = (act) => new Promise((resolve) => {
    const start = performance.now()
    act()
    const look = () =>
      document.querySelector('[role=row][aria-rowindex="2"] strong') ? resolve(performance.now() - start) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })
  window.untilFiltered = (text) => new Promise((resolve) => {
    const input = document.querySelector('input[type=search]')
    const list = document.querySelector('[aria-busy]')
    const start = performance.now()
    new MutationObserver((_, observer) => {
      if (list.ariaBusy === 'true') return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - start))
    }).observe(list, { attributes: true, attributeFilter: ['aria-busy'] })
    input.value = text
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })`

/** The Track screen over that many shipments in a real browser. */
export async function benchBoard({ shipments: count, openings, words, turns }: BoardSizes): Promise<BenchResult[]> {
  const over = `the board over ${count.toLocaleString('en')} shipments`
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const clock = benchClock()
  await fill(dataDir, count, clock)
  const station = await openStation({ dataDir, baseUrl: NOWHERE, background: false, clock })
  const host = await openBrowserHost({ station, rendererDir: RENDERER_DIR })
  const browser = await launchBrowser()
  try {
    await runCommandOf(station)('settings.update', { firstRun: 'done' })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(dateOf(clock) + PROBES)
    await page.goto(host.url)
    await page.getByRole('link', { name: text('rail.track') }).waitFor()
    const rows = await firstRows(page, openings)
    const keys = await keystrokes(page, words)
    const tasks = await scrolling(browser, page, turns)
    const long = tasks.filter((ms) => ms > TASK_AIM_MS)
    return [
      within(`${over}: first rows after the click, median`, median(rows), FIRST_ROWS_AIM_MS),
      within(`${over}: keystroke to filtered rows, p95`, p95(keys), KEYSTROKE_AIM_MS),
      {
        name: `${over}: tasks over ${TASK_AIM_MS} ms of CPU while scrolling`,
        figures: `${long.length}, longest ${Math.max(...tasks).toFixed(0)} ms`,
        measured: [tasks.length, Math.max(...tasks)],
        ratio: null,
        aim: { words: 'none', met: long.length === 0 },
      },
    ]
  } finally {
    await browser.close()
    await host.close()
    await station.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, count: number, clock: Clock): Promise<void> {
  const cache = await openCache(dataDir, clock)
  await syncCursorStore(cache.db).use(NOWHERE)
  const shipments = shipmentStore(cache.db)
  for (let from = 0; from < count; from += BATCH) {
    const reports = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => reportOf(from + index, count))
    await shipments.upsert(reports, new Date(END_MS))
  }
  cache.close()
}

/** From the click in the rail to rows on screen; the first time fetches the screen's code, too. */
async function firstRows(page: Page, openings: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < openings; round++) {
    await page.evaluate(`location.hash = '#/settings'`)
    await page.locator('[role=grid]').waitFor({ state: 'detached' })
    times.push(Number(await page.evaluate(`untilRows(() => document.querySelector('a[href="#/track"]').click())`)))
  }
  return times
}

/** Words as they are typed, a letter at a time, with the pause in which the next letter is waited for. */
async function keystrokes(page: Page, words: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const word of words) {
    for (let length = 1; length <= word.length; length++) {
      if (word[length - 1] === ' ') continue
      times.push(Number(await page.evaluate(`untilFiltered(${JSON.stringify(word.slice(0, length))})`)))
    }
  }
  await page.evaluate(`untilFiltered('')`)
  return times
}

/** With the wheel, and by keyboard to the end of what is there: the CPU of each of the page's tasks, in milliseconds. */
async function scrolling(browser: Browser, page: Page, turns: number): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await page.locator('[role=grid]').hover()
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, turn % 40 === 39 ? -20_000 : 900)
  await page.locator('[role=grid]').focus()
  for (const key of ['End', 'PageUp', 'PageDown', 'End', 'Home', 'End']) await page.keyboard.press(key)
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.['name'] === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && pages.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page')
  return tasks.map(({ tdur = 0 }) => tdur / 1000)
}

/** What of a trace of the browser is read: `tdur` is the CPU of the thread, in microseconds. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.int(),
      tid: z.int(),
      tdur: z.number().optional(),
      args: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

function within(name: string, ms: number, aimMs: number): BenchResult {
  return {
    name,
    figures: `${ms.toFixed(0)} ms`,
    measured: [ms],
    ratio: null,
    aim: { words: `<= ${aimMs} ms`, met: ms <= aimMs },
  }
}
