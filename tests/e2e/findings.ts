import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFullRun } from '../support/full.ts'
import type { App } from './app.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Narrowed {
  /** The other theme of a screen that was looked at differs in its colours alone; `strong`: as who asks for more contrast. */
  only?: 'colors' | 'strong colors'
  /** A CSS selector: this part of the page. */
  within?: string
}

/** What axe finds wrong with a page by WCAG 2.2 AA and its own good practice: the rule, and the elements. */
export async function findings(page: Page, { only, within }: Narrowed = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (within !== undefined) axe.include(within)
  const rule = only === 'strong colors' ? 'color-contrast-enhanced' : 'color-contrast'
  const { violations } = await (only === undefined ? axe.withTags(WCAG) : axe.withRules(rule)).analyze()
  return violations.map(
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
