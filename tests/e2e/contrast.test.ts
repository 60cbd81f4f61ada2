import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const SCREENS = [
  text('rail.pack'),
  text('rail.quote'),
  text('rail.book'),
  text('rail.track'),
  text('rail.endofday'),
  text('rail.settings'),
]

describe.skipIf(why !== '')(
  `Contrast as the system asks for it ${why}`.trim(),
  full('both themes, twice; the default run looks at each screen once'),
  () => {
    it('is 7 to 1 where more is wanted, in both themes', async () => {
      const app = await openApp(await testSandbox({ samples: true }))
      const { page, station, goTo } = app
      await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
      for (const screen of SCREENS) {
        await goTo(screen)
        for (const theme of ['light', 'dark'] as const) {
          await station.run('settings.update', { theme })
          await page.locator(`html[data-theme="${theme}"]`).waitFor()
          const found = await findings(page, { only: 'strong colors' })
          expect({ screen, theme, found }).toEqual({ screen, theme, found: [] })
        }
      }
    })

    it('underlines the view in use alone, in both themes', async () => {
      const { page, station, goTo } = await openApp(await testSandbox())
      await goTo(text('rail.track'))
      const lineOf = (selector: string): Promise<unknown> =>
        page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).borderBottomColor`)
      const views = `nav[aria-label="${text('track.views')}"]`
      for (const theme of ['light', 'dark'] as const) {
        await station.run('settings.update', { theme })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        const none = 'rgba(0, 0, 0, 0)'
        expect(await lineOf(`${views} button:not([aria-current])`)).toBe(none)
        expect(await lineOf(`${views} [aria-current]`)).not.toBe(none)
      }
    })

    it("marks what is chosen and what a ground would tell by lines, in the system's own colors", async () => {
      const app = await openApp(await testSandbox())
      const { page, goTo } = app
      await goTo(text('rail.track'))
      const lineOf = (selector: string): Promise<unknown> =>
        page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).outlineStyle`)
      const lines = async () => [await lineOf('nav [aria-current="page"]'), await lineOf('[class*="tone-"]')]
      expect(await lines()).toEqual(['none', 'none'])
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
      expect(await lines()).toEqual(['solid', 'solid'])
    })
  },
)
