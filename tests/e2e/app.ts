import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { newContext, sharedBrowser } from '../support/browser.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { text } from '../support/text.ts'

const root = join(import.meta.dirname, '../..')
/** `npm test` builds it; another build can be named while a screen is being worked on. */
export const RENDERER_DIR = process.env['WAYBILL_RENDERER_DIR'] ?? join(root, 'out/renderer')

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

const isWarningOfSvelte = (text: string): boolean => text.includes('svelte.dev/e/')

export interface App {
  page: Page
  station: TestStation
  /** What the page complained about: errors and Svelte's warnings on its console, refused scripts, styles and images. */
  complaints: string[]
  /** Goes to a screen by the rail. */
  goTo(screen: string): Promise<void>
  /** Opens a place of Settings by its name there. */
  goToSettings(place: string): Promise<void>
  /** A picture of the page as it is: each size, light and dark, into artifacts/screens; where pictures are asked for. */
  picture(name: string): Promise<void>
  close(): Promise<void>
}

export interface AppOptions {
  dataDir?: string
  /** Shows the first questions to a new station; otherwise they have been answered. */
  isFirstRun?: boolean
  /** The language of the page's system. */
  systemLanguage?: string
  /** What the station and the page take for now; the service's time when absent. */
  clock?: Clock
}

/** The built app in a real browser: a station of its own, the browser shell, one page; closed at the end of its test. */
export async function openApp(sandbox: TestSandbox, options: AppOptions = {}): Promise<App> {
  const { isFirstRun = false, systemLanguage = 'en-US', ...stationOptions } = options
  const station = await testStation(sandbox, stationOptions)
  if (!isFirstRun) await station.run('settings.update', { firstRun: 'done' })
  const host = await openBrowserHost({ station: station.station, rendererDir: RENDERER_DIR })
  const browser = await sharedBrowser()
  const context: BrowserContext = await newContext(browser, {
    viewport: SIZES[0],
    locale: systemLanguage,
    // A page stands where its station does.
    timezoneId: process.env['TZ'] ?? 'America/Chicago',
    // A color on its way to another is neither.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || isWarningOfSvelte(message.text())) complaints.push(message.text())
  })
  const unanswered = new Set<string>()
  const failed: string[] = []
  page.on('request', (request) => unanswered.add(request.url()))
  page.on('requestfinished', (request) => unanswered.delete(request.url()))
  page.on('requestfailed', (request) => {
    unanswered.delete(request.url())
    failed.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.clock.setSystemTime((options.clock ?? sandbox.clock).now())
  await page.goto(host.url)
  await page.locator('nav a').first().waitFor()
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await context.close()
    await host.close()
    await station.close()
  }
  onTestFinished(close)

  const goTo = async (screen: string): Promise<void> => {
    const link = page.getByRole('link', { name: screen, exact: true })
    await link.click()
    // Until then the heading is that of the screen before, and so is whatever takes the keys.
    await link.and(page.locator('[aria-current="page"]')).waitFor()
    await page
      .locator('main h1')
      .first()
      .waitFor()
      .catch(async (cause: unknown) => {
        // What stands there instead is what a reader of the failure wants to know.
        const shown = await page.locator('body').innerText()
        throw new Error(`${screen} does not open: ${[...complaints, shown, ...failed, ...unanswered].join(' | ')}`, {
          cause,
        })
      })
  }
  return {
    page,
    station,
    complaints,
    goTo,
    goToSettings: async (place) => {
      await goTo(text('rail.settings'))
      await page
        .getByRole('navigation', { name: text('rail.settings') })
        .getByRole('link', { name: place })
        .click()
      await page.getByRole('heading', { name: place, level: 1 }).waitFor()
    },
    picture: async (name) => {
      if (!process.env['WAYBILL_PICTURES']) return
      const dir = join(root, 'artifacts/screens')
      mkdirSync(dir, { recursive: true })
      for (const theme of ['light', 'dark'] as const) {
        await station.run('settings.update', { theme })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await page.screenshot({ path: join(dir, `${name}-${theme}-${size.width}.png`), animations: 'disabled' })
        }
      }
      await page.setViewportSize(SIZES[0])
      await station.run('settings.update', { theme: 'light' })
    },
    close,
  }
}

/** Takes the first rate and confirms it under this reference. */
export async function bookFirstRate(page: Page, reference: string): Promise<void> {
  await page.locator('tr[data-rate]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(text('shipment.reference'), { exact: true }).fill(reference)
  await page.getByRole('button', { name: /^Confirm/ }).click()
}
