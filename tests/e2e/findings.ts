import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { isFullRun } from '../support/full.ts'
import type { App } from './app.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Narrowed {
  /** The other theme of a screen that was looked at differs in its colours alone; `strong`: as who asks for more contrast. */
  only?: 'colors' | 'strong colors'
  /** A CSS selector: this part of the page. */
  within?: string
}

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ html: z.string(), any: z.array(z.object({ message: z.string() })) })),
  }),
)

/**
 * What axe finds wrong with a page by WCAG 2.2 AA and its own good practice: the rule, and the elements. The page has no
 * frames; of what is in order nothing is gathered, which takes most of axe's time.
 */
export async function findings(page: Page, { only, within }: Narrowed = {}): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`${AXE};0`)
  const rule = only === 'strong colors' ? 'color-contrast-enhanced' : 'color-contrast'
  const options: RunOptions = {
    runOnly: only === undefined ? { type: 'tag', values: WCAG } : { type: 'rule', values: [rule] },
    resultTypes: ['violations'],
    iframes: false,
  }
  const where = within === undefined ? 'document' : JSON.stringify(within)
  const found = await page.evaluate(
    `axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violationsSchema
    .parse(found)
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')).join('; ')}`,
    )
}

/**
 * Nothing is wrong with the page in the light theme and, in the full run, with its colors in the dark one: the default run
 * has the dark theme's colors from the first run's dialog.
 */
export async function expectUsable(
  { page, station }: Pick<App, 'page' | 'station'>,
  place = page.url(),
  isDarkToo = isFullRun,
): Promise<void> {
  expect({ place, findings: await findings(page) }).toEqual({ place, findings: [] })
  if (!isDarkToo) return
  for (const theme of ['dark', 'light'] as const) {
    await station.run('settings.update', { theme })
    await page.locator(`html[data-theme="${theme}"]`).waitFor()
    if (theme === 'dark')
      expect({ place, theme, findings: await findings(page, { only: 'colors' }) }).toEqual({
        ...{ place, theme },
        findings: [],
      })
  }
}
