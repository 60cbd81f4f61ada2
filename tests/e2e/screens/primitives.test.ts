import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import { openStation, type Station } from '../../../src-main/app/station.ts'
import { openBrowserHost } from '../../../src-main/shell/browser/host.ts'
import { browserPath, launchBrowser, newContext } from '../../support/browser.ts'
import { runningClock } from '../../support/running-clock.ts'
import { findings } from '../findings.ts'
import { full } from '../../support/full.ts'

/** What all screens are made with, on the developers' page that shows each of them, over a station of its own. */
describe.skipIf(browserPath() === null)(
  'what screens are made with',
  full('builds the page of components; every screen uses them'),
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'waybill-primitives-'))
    let station: Station
    let host: Awaited<ReturnType<typeof openBrowserHost>>
    let browser: Browser
    let page: Page
    const complaints: string[] = []

    beforeAll(async () => {
      const rendererDir = join(dir, 'renderer')
      await build({
        root: join(projectRoot, 'src-renderer'),
        configFile: join(projectRoot, 'vite.config.ts'),
        logLevel: 'error',
        // The page is part of development builds alone.
        define: { 'import.meta.env.DEV': 'true' },
        build: { outDir: rendererDir },
      })
      station = await openStation({
        dataDir: join(dir, 'data'),
        clock: runningClock(),
        openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
        startEmbedded: () => Promise.reject(new Error('no service is needed here')),
      })
      expect(await station.invoke('settings.update', { firstRun: 'done' })).toMatchObject({ ok: true })
      host = await openBrowserHost({ station, rendererDir })
      browser = await launchBrowser()
      const context = await newContext(browser, { viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' })
      page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(host.url)
      await page.waitForURL(new URL('/', host.url).href)
      await page.goto(new URL('/#/components', host.url).href)
      await page.getByRole('heading', { name: 'Components' }).waitFor()
    })
    afterAll(async () => {
      await browser?.close()
      await host?.close()
      await station?.close()
      rmSync(dir, { recursive: true, force: true })
    })
    beforeEach(() => () => expect(complaints.splice(0)).toEqual([]))

    const isFocused = async (at: Locator) => (await at.and(page.locator(':focus')).count()) === 1
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    test('an action shows that it runs, cannot be begun twice, and keeps its failure in sight until the next try', async () => {
      await button('Action that fails').click()
      expect(await button('Action that fails').getAttribute('aria-busy')).toBe('true')
      expect(await button('Action').isDisabled()).toBe(true)
      const failure = page.getByText('was not answered within 30 s', { exact: false })
      const before = await failure.count()
      await failure.nth(before).waitFor()
      expect(await button('Action').isDisabled()).toBe(false)
      await button('Action').click()
      expect(await failure.count()).toBe(before)
    })

    test('a confirmation begins on no answer, leaves with Escape and does it once for two clicks', async () => {
      const dialog = page.getByRole('dialog', { name: 'Remove it?' })
      await button('Confirmation').click()
      await dialog.waitFor()
      expect(await isFocused(dialog.getByRole('button', { name: 'Remove', exact: true }))).toBe(false)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(await isFocused(button('Confirmation'))).toBe(true)

      await button('Confirmation').click()
      await dialog.getByRole('button', { name: 'Remove', exact: true }).dblclick()
      expect(await dialog.getByRole('button', { name: 'Remove', exact: true }).getAttribute('aria-busy')).toBe('true')
      await dialog.waitFor({ state: 'hidden' })
    })

    test('a confirmation that is refused stays open and says why, and says it no more when it is asked again', async () => {
      const dialog = page.getByRole('dialog', { name: 'Remove this, too?' })
      await button('Confirmation that is refused').click()
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      const why = dialog.getByText('was not answered within 30 s', { exact: false })
      await why.waitFor()
      await dialog.getByRole('button', { name: 'Keep it' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await button('Confirmation that is refused').click()
      await dialog.waitFor()
      expect(await why.count()).toBe(0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })

    test('a search field looks after a pause, at once with Enter, and is cleared by Escape without losing the focus', async () => {
      const field = page.getByRole('searchbox', { name: 'Search (Escape clears)' })
      const said = (text: string) =>
        page.getByText(`Looked for: ${text}`, { exact: true }).waitFor({ state: 'attached' })
      await field.pressSequentially('pump')
      await said('pump')
      await field.pressSequentially('s')
      await field.press('Enter')
      await said('pumps')
      await field.press('Escape')
      await said('')
      expect(await field.inputValue()).toBe('')
      expect(await isFocused(field)).toBe(true)
    })

    test('a form that is wrong says so at its field and puts the focus there; right, it is handed in', async () => {
      const field = page.getByLabel('Form submit')
      await button('Hand in').click()
      await page.locator('[aria-invalid="true"]:focus').waitFor()
      expect(await isFocused(field)).toBe(true)
      await field.fill('PO-1')
      await button('Hand in').click()
      expect(await button('Hand in').getAttribute('aria-busy')).toBe('true')
      expect(await field.getAttribute('aria-invalid')).not.toBe('true')
    })

    test('a pager adds page to page', async () => {
      const line = page.locator('p', { hasText: 'Pager:' })
      await line.getByRole('button', { name: 'More' }).click()
      await line.getByText('1 2 3 4 5', { exact: false }).waitFor()
      await line.getByRole('button', { name: 'More' }).click()
      await line.getByText('1 2 3 4 5 6 7 8 9 10', { exact: false }).waitFor()
    })

    test('what was typed as a draft and what was preferred are there after the page is loaded again', async () => {
      const kept = page.getByLabel('Draft (kept by the station)')
      await kept.fill('half a sentence')
      await page.getByText('Preference: lb', { exact: false }).waitFor()
      await button('Prefer the other').click()
      await page.getByText('Preference: kg', { exact: false }).waitFor()
      await expect
        .poll(() => station.invoke('drafts.get', { form: 'preview', key: 'text' }))
        .toMatchObject({ ok: true, value: { draft: { body: { value: 'half a sentence' } } } })
      await page.reload()
      await page.getByText('Preference: kg', { exact: false }).waitFor()
      await expect.poll(() => kept.inputValue()).toBe('half a sentence')
    })

    test('and the page that shows them is usable by everybody', async () => {
      expect(await findings(page)).toEqual([])
    })
  },
)
