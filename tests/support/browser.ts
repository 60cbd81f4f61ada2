import { existsSync, readFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { z } from 'zod'
import { findBrowser } from '../../scripts/find-browser.mjs'

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

function notedBrowser(): string | null {
  try {
    const text = readFileSync(new URL('../../node_modules/.waybill-setup.json', import.meta.url), 'utf8')
    return noteSchema.parse(JSON.parse(text)).browser.executablePath
  } catch {
    return null
  }
}
