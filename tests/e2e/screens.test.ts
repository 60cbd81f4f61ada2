import { afterEach, describe, expect, test } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { full } from '../support/full.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp, type App } from './app.ts'
import { findings } from './findings.ts'
import { askForQuotes, openPalette, scan } from './typing.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the screens in a browser ${why}`.trim(), () => {
  let app: App | undefined
  afterEach(async () => {
    const complaints = app?.complaints
    await app?.close()
    app = undefined
    // A refused style, script or image is a console error, too.
    expect(complaints).toEqual([])
  })

  /** Goes to a route as a link that somebody kept does. */
  async function visit({ page }: App, route: string): Promise<void> {
    await page.goto(`${new URL('/', page.url()).href}#/${route}`)
    await page.locator('main h1').first().waitFor()
  }

  test('teach what to do on the first run, and are usable by everybody then', async () => {
    const open = (app = await openApp(await testSandbox()))
    for (const [route, lesson] of [
      ['pack', text('pack.empty')],
      ['quote', text('quote.empty')],
      ['book', text('book.empty')],
      ['track', text('track.empty')],
    ] as const) {
      await visit(open, route)
      await open.page.getByText(lesson).waitFor()
      expect({ route, findings: await findings(open.page) }).toEqual({ route, findings: [] })
    }
  })

  for (const [theme, language] of [
    ['light', 'en'],
    ['dark', 'es'],
  ] as const) {
    const options =
      theme === 'light' ? {} : full('every screen is looked at once in the default run, in the light theme')
    test(`are usable by everybody, in the ${theme} theme and in ${language}`, options, async () => {
      const sandbox = await testSandbox({ samples: true })
      const open = (app = await openApp(sandbox))
      const { page, station } = open
      await station.run('tracking.sync', {})
      const quote = await station.run('quotes.request', palletsToChicago())
      const settled = async (reference: string) => {
        const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
        return station.until('the answer', async () => {
          const booking = await station.run('bookings.get', { bookingId })
          return booking.state === 'REJECTED' || booking.hasLabel ? booking : null
        })
      }
      const refused = { kind: 'status', status: 402, code: 'INSUFFICIENT_FUNDS' } as const
      await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: refused })
      const bookings = [await settled('PO-NO'), await settled('PO-YES')]
      expect(bookings.map(({ state }) => state)).toEqual(['REJECTED', 'BOOKED'])

      await station.run('settings.update', { theme, language })
      const routes = ['pack', 'quote', 'book', 'track', 'settings']
      for (const route of [...routes, ...bookings.map(({ bookingId }) => `book?booking=${bookingId}`)]) {
        await visit(open, route)
        await page.locator(`html[data-theme="${theme}"][lang="${language}"]`).waitFor()
        expect({ route, findings: await findings(page) }).toEqual({ route, findings: [] })
      }
    })
  }

  test('find a shipment from anywhere, change language at once, and follow the station when it goes offline', async () => {
    const sandbox = await testSandbox({ samples: true })
    const open = (app = await openApp(sandbox))
    const { page, station } = open
    await station.run('tracking.sync', {})
    const [sample] = (await station.run('shipments.search', { limit: 1 })).rows
    await visit(open, 'settings')
    // Letters that follow the key faster than the dialog comes stand in it, too.
    await page.evaluate(`for (const init of [{ key: 'k', ctrlKey: true }, { key: 'P' }, { key: 'O' }])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))`)
    await page.locator('[role="dialog"] input:focus').waitFor()
    expect(await page.locator('[role="dialog"] input').inputValue()).toBe('PO')
    await page.keyboard.press('Escape')
    await openPalette(page)
    await scan(page, sample?.reference ?? '')
    await page
      .getByRole('complementary')
      .getByText(sample?.reference ?? '')
      .first()
      .waitFor()
    await station.run('settings.update', { language: 'es' })
    await page.getByRole('link', { name: 'Rastreo' }).waitFor()
    await sandbox.close()
    await expect(station.run('environment.test', {})).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    await page.getByText('Sin conexión').first().waitFor()
  })

  test('say beside the field what the service does not accept, with its suggestions', async () => {
    const sandbox = await testSandbox()
    const open = (app = await openApp(sandbox))
    const { page } = open
    await visit(open, 'quote')
    await askForQuotes(page)
    await page.getByRole('button', { name: /^To/ }).click()
    const zip = page.locator('form section').nth(1).getByLabel(text('address.zip'))
    await zip.fill('00000')
    await page.keyboard.press('Control+Enter')
    const suggestion = page.getByRole('button', { name: /60\d{3}/ }).first()
    const [suggested] = /60\d{3}/.exec(await suggestion.innerText()) ?? []
    await suggestion.click()
    expect(await zip.inputValue()).toBe(suggested)
  })
})
