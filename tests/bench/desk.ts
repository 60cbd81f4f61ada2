import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { openStation } from '../../src-main/app/station.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { launchBrowser } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { runningClock } from '../support/running-clock.ts'
import { until } from '../support/until.ts'
import { KEY, startService } from './service-process.ts'
import { text } from '../support/text.ts'

const RENDERER_DIR = process.env['WAYBILL_RENDERER_DIR'] ?? join(import.meta.dirname, '../../out/renderer')

/** What has not come to pass by then will not: bookings that were refused have no label. */
export const GIVE_UP_MS = 120_000

/**
 * What makes the page's dates those of this clock, as a script for the page. Its timers, frames and `performance` stay the
 * browser's: they are what is measured by, and Playwright's own clock would replace them.
 */
export const dateOf = (clock: Clock): string => `
  {
    const now = ((ahead, Machine) => () => Machine.now() + ahead)(${clock.now().getTime() - Date.now()}, Date)
    globalThis.Date = new Proxy(Date, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new Date(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
    })
  }`

/** A station at a service of its own, and its screens in a real browser; all of them start on TEST_START. */
export interface Desk {
  run: RunCommand
  page: Page
  close(): Promise<void>
}

/**
 * @param probes run in the page before its own code
 * @param hasSamples the service has a company's shipments from the start, as at a first look at the app
 */
export async function openDesk(probes: string, hasSamples: boolean): Promise<Desk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const serviceDir = join(dataDir, 'service')
  mkdirSync(serviceDir)
  const clock = runningClock()
  const service = await startService(serviceDir, hasSamples ? ['--samples'] : [], clock)
  const station = await openStation({ dataDir: join(dataDir, 'station'), baseUrl: service.baseUrl, apiKey: KEY, clock })
  const host = await openBrowserHost({ station, rendererDir: RENDERER_DIR })
  const browser = await launchBrowser()
  const run = runCommandOf(station)
  await run('settings.update', { firstRun: 'done' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(dateOf(clock) + probes)
  await page.goto(host.url)
  // Before it is there, what is scanned goes nowhere.
  await page.locator('main').getByText(text('banner.ready')).waitFor()
  return {
    run,
    page,
    close: async () => {
      await browser.close()
      await host.close()
      await station.close()
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** ORDER-1 and so many more of one piece each, booked and with their labels here. */
export async function bookOrders(run: RunCommand, orders: number): Promise<void> {
  // As many as are wanted, whatever they cost.
  await run('settings.update', { spendLimits: { perBatch: 0, perDay: 0 } })
  const cargo = palletsToChicago().cargo.map((line) => ({ ...line, quantity: 1 }))
  const quote = await run('quotes.request', palletsToChicago({ cargo }))
  for (let order = 1; order <= orders; order++) {
    await run('bookings.submit', bookingOf(quote, { reference: `ORDER-${order}` }))
  }
  const areLabelled = async () => {
    const bookings = await run('bookings.list', { limit: orders })
    return bookings.every(({ hasLabel }) => hasLabel) ? true : null
  }
  await until('labels of all orders', areLabelled, { everyMs: 50, giveUpMs: GIVE_UP_MS })
}
