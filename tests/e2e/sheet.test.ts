import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCREENS } from '../../src-renderer/frame/route.ts'
import { PLACES } from '../../src-renderer/screens/settings/places.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { freePort } from '../support/free-port.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { openApp, type App } from './app.ts'
import { SHEET_DIR, writeSheet, type Shot } from './sheet-page.ts'
import { full } from '../support/full.ts'

const isWanted = process.env['WAYBILL_PICTURES'] === 'sheet'
const why = browserPath() === null ? 'skipped: no browser' : isWanted ? '' : 'skipped: no contact sheet is asked for'

const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'es'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
const STATES = ['full', 'empty', 'error'] as const

const ROUTES = [
  ...SCREENS.filter((screen) => screen !== 'settings'),
  ...PLACES.map((place) => `settings?section=${place}`),
]

/** A printer on the packing table. */
const printerAt = (uri: string) => ({
  name: 'Packing table',
  language: 'ZPL' as const,
  dpi: 203 as const,
  media: { widthIn: 4, heightIn: 6 },
  connection: { kind: 'tcp' as const, uri },
})

/** A station in the middle of its day: something of everything. Gives the routes of what it made. */
async function fill({ station }: App, sandbox: TestSandbox): Promise<string[]> {
  const { run } = station
  const zebra = await virtualZebra()
  const printer = await run('printers.save', printerAt(zebra.uri))
  await run('printers.setDefault', { printerId: printer.printerId })
  await run('tracking.sync', {})
  const quote = await run('quotes.request', palletsToChicago())
  const settled = async (reference: string) => {
    const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference }))
    return station.until('the answer', async () => {
      const booking = await run('bookings.get', { bookingId })
      return booking.state === 'REJECTED' || booking.hasLabel ? booking : null
    })
  }
  const refused = { kind: 'status', status: 402, code: 'INSUFFICIENT_FUNDS' } as const
  await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: refused })
  const bookings = [await settled('PO-77120'), await settled('PO-77121'), await settled('PO-77122')]
  await run('pack.scan', { code: 'PO-77121' })
  await run('inbox.notify', { kind: 'note', text: 'The box is torn', code: 'PO-77122' })
  await run('people.save', { name: 'Rosa Marín', role: 'supervisor', pin: '739155' })
  const { shipmentId } = bookings[1] ?? {}
  return [
    ...bookings.slice(0, 2).map(({ bookingId }) => `book?booking=${bookingId}`),
    ...(shipmentId ? [`track?shipment=${shipmentId}`] : []),
  ]
}

/** The service is gone, and so is the printer, with a label on its way. */
async function fail({ station }: App, sandbox: TestSandbox): Promise<void> {
  const { run } = station
  const { printerId } = await run('printers.save', printerAt(`tcp://127.0.0.1:${await freePort()}`))
  await run('printers.setDefault', { printerId })
  const quote = await run('quotes.request', palletsToChicago())
  const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference: 'PO-77123' }))
  await station.until('the label', async () => ((await run('bookings.get', { bookingId })).hasLabel ? bookingId : null))
  await run('pack.scan', { code: 'PO-77123' })
  await sandbox.close()
  await run('bookings.submit', bookingOf(quote, { reference: 'PO-77124' }))
}

describe.skipIf(why !== '')(`the contact sheet ${why}`.trim(), full('pictures for people to look at'), () => {
  it.each(STATES)(
    'shows every screen: %s',
    async (state) => {
      const sandbox = await testSandbox({ samples: state === 'full' })
      const app = await openApp(sandbox)
      const { page, station } = app
      const routes = [...ROUTES, ...(state === 'full' ? await fill(app, sandbox) : [])]
      if (state === 'error') await fail(app, sandbox)
      mkdirSync(SHEET_DIR, { recursive: true })
      const shots: Shot[] = []
      for (const language of LANGUAGES) {
        for (const theme of THEMES) {
          await station.run('settings.update', { theme, language })
          await page.locator(`html[data-theme="${theme}"][lang="${language}"]`).waitFor()
          for (const size of SIZES) {
            await page.setViewportSize(size)
            for (const [nth, route] of routes.entries()) {
              await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`)
              await page.locator('main h1').first().waitFor()
              await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
              const name = nth < ROUTES.length ? route.replace('settings?section=', 'settings-') : `row-${nth}`
              const file = `${state}-${name}-${theme}-${size.width}-${language}.png`
              await page.screenshot({ path: join(SHEET_DIR, file), animations: 'disabled' })
              shots.push({ file, name, theme, width: size.width, language })
            }
          }
        }
      }
      await writeSheet(state, shots)
      expect(shots).toHaveLength(routes.length * LANGUAGES.length * THEMES.length * SIZES.length)
    },
    1_200_000,
  )
})
