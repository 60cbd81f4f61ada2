import { afterAll, beforeAll, describe, type TestOptions } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { startChromium, type TestChromium } from './chromium.ts'
import { startDesktop, type DesktopApp, type DesktopOptions } from './desktop-app.ts'

interface InChromium {
  start(options?: DesktopOptions): DesktopApp
  endpoint(): string
}

/** Tests of the app with one Chromium for all of a file; skipped, with the reason in their name, where they cannot be. */
export function describeInChromium(
  what: string,
  options: TestOptions,
  tests: (app: InChromium) => void,
  isHere = process.platform !== 'win32',
): void {
  const why = browserPath() === null ? 'skipped: no browser' : isHere ? '' : `skipped: ${process.platform}`
  describe.skipIf(why !== '')(`${what} ${why}`.trim(), options, () => {
    let browser: TestChromium
    beforeAll(async () => {
      browser = await startChromium()
    })
    afterAll(() => browser.close())
    tests({ start: (more) => startDesktop(browser, more), endpoint: () => browser.endpoint })
  })
}
