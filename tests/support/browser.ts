import { existsSync, readFileSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { z } from 'zod'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { dateOffsetMs } from './child-date.ts'
import { dateScript } from './page-date.ts'

const noteSchema = z.object({ browser: z.object({ executablePath: z.string().nullable() }) })

/**
 * The Chrome, Chromium or Edge that end-to-end tests run in: the one that the setup noted, or one that is found. Null
 * when there is none; such tests are then skipped by name.
 */
export function browserPath(): string | null {
  const noted = notedBrowser()
  return noted !== null && existsSync(noted) ? noted : findBrowser()
}

let shared: Promise<Browser> | null = null

/** That browser, started once for all tests of this worker, which ends it; whoever uses it opens a context of its own. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** Starts that browser, headless and talking to nobody but the page's own host. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath()
  if (executablePath === null) throw new Error('no Chrome, Chromium or Edge; run npm test, which looks for one')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * A context whose pages have the date of the tests. The browser itself has the machine's; Playwright's own clock, which sets
 * another date upon this one, counts on that both are the same.
 */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(dateScript(dateOffsetMs()))
  return context
}

function notedBrowser(): string | null {
  try {
    const text = readFileSync(new URL('../../node_modules/.waybill-setup.json', import.meta.url), 'utf8')
    return noteSchema.parse(JSON.parse(text)).browser.executablePath
  } catch {
    return null
  }
}
