import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsSchema, type Settings } from '../../../src-shared/station/state.ts'
import { RENDERER_DIR } from '../app.ts'
import { findings } from '../findings.ts'
import { browserPath, launchBrowser } from '../../support/browser.ts'
import { askForQuotes, scan } from '../typing.ts'
import { serveScreens, type ServedScreens } from './serve.ts'

describe.skipIf(browserPath() === null)('the screens in a browser', () => {
  let browser: Browser
  let served: ServedScreens
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
  })
  beforeEach(async () => {
    served = await serveScreens(RENDERER_DIR)
    complaints = []
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(served.openUrl)
    return async () => {
      await context.close()
      await served.close()
      // A refused style, script or image is a console error, too.
      expect(complaints).toEqual([])
    }
  })

  const open = async (route: string) => {
    await page.goto(`${served.url}#/${route}`)
    await page.locator('main h1').first().waitFor()
  }
  const settings = (patch: Partial<Settings>) =>
    served.station.setState({
      settings: settingsSchema.parse({ theme: 'light', stationName: 'Station 4', ...patch }),
    })
  for (const [theme, language] of [
    ['light', 'en'],
    ['dark', 'es'],
  ] as const) {
    test(`are usable by everybody, in the ${theme} theme and in ${language}`, async () => {
      settings({ theme, language })
      const routes = ['pack', 'quote', 'book', 'book?booking=BKG-1', 'book?booking=BKG-3', 'track', 'settings']
      for (const route of routes) {
        await open(route)
        expect({ route, findings: await findings(page) }).toEqual({ route, findings: [] })
      }
    })
  }

  test('are usable by everybody on the first run, and teach what to do', async () => {
    served.station.empty()
    for (const [route, lesson] of [
      ['pack', 'Scan, and the label comes out'],
      ['quote', 'Rates appear here'],
      ['book', 'Choose a rate, then book it'],
      ['track', 'No shipments yet'],
    ] as const) {
      await open(route)
      await page.getByText(lesson).waitFor()
      expect({ route, findings: await findings(page) }).toEqual({ route, findings: [] })
    }
  })

  test('take a scan wherever the focus is, and say PRINTED only when the printer did', async () => {
    await open('pack')
    await page.getByRole('link', { name: 'Quote' }).focus()
    await scan(page, 'PO-48230')
    await page.getByText('SENDING', { exact: true }).waitFor()
    await page.getByText('confirmed by the printer', { exact: false }).first().waitFor()
    expect(await page.locator('#scan:focus').count()).toBe(1)
    expect(await findings(page)).toEqual([])
  })

  test('keep a refused scan in sight until somebody took note, and ask before a second print', async () => {
    await open('pack')
    await scan(page, 'NOTHING')
    await page.getByText('NOT FOUND', { exact: true }).waitFor()
    await scan(page, 'PO-48201')
    await page.getByText('ALREADY PRINTED', { exact: true }).waitFor()
    await page.getByText('One earlier problem').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Label damaged' }).click()
    await page.getByText('PRINTED', { exact: true }).waitFor()
  })

  test('let no scan answer a dialog', async () => {
    await open('pack')
    await page.keyboard.press('F8')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // In one go inside the page: a scanner's pace must not depend on how busy this machine is.
    await page.evaluate(`for (const key of [...'PO-48230', 'Enter'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
    await page.getByText('PO-48230 was not used', { exact: false }).waitFor()
    expect(await dialog.isVisible()).toBe(true)
  })

  test('void the rates when the form changes, and book a rate once however often it is confirmed', async () => {
    await open('quote')
    await askForQuotes(page)
    await page.getByLabel('lb each').fill('600')
    await page.getByText('Void: form changed').waitFor()
    expect(await page.getByRole('button', { name: /^Book/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Quote again' }).click()
    await page.getByText(/^Expires/).waitFor()
    await page.locator('tr[data-rate]').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Fuel $42.80').waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByLabel('Reference', { exact: true }).fill('PO-1')
    await page.getByText('this one will be PO-1-2', { exact: false }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm · $412.80' }).dblclick()
    await page.getByRole('heading', { name: 'Booked' }).waitFor()
    expect(served.station.submissions.size).toBe(1)
  })

  test('say beside the field what the service does not accept, with its suggestions', async () => {
    await open('quote')
    await askForQuotes(page)
    await page.getByRole('button', { name: /^To/ }).click()
    await page.locator('form section').nth(1).getByLabel('ZIP').fill('00000')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: '60602' }).click()
    expect(await page.locator('form section').nth(1).getByLabel('ZIP').inputValue()).toBe('60602')
  })

  test('find a shipment from anywhere and open the only hit', async () => {
    await open('settings')
    await page.keyboard.press('Control+k')
    await scan(page, 'PO-48250')
    await page.getByRole('complementary').getByText('PO-48250').waitFor()
    expect(await findings(page)).toEqual([])
  })

  test('change language at once, and follow the station when it goes offline', async () => {
    await open('track')
    settings({ language: 'es' })
    await page.getByRole('link', { name: 'Rastreo' }).waitFor()
    const error = { code: 'SERVICE_UNREACHABLE', message: '', retryable: true, details: {} }
    served.station.setState({ connection: { kind: 'offline', since: new Date().toISOString(), error } })
    await page.getByText('Sin conexión').waitFor()
  })
})
