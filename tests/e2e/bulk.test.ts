import { afterEach, describe, expect, it } from 'vitest'
import { isOut } from '../../src-shared/machine/print-job.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { openApp, type App } from './app.ts'
import { findings } from './findings.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const REFERENCES = ['PO-1', 'PO-2', 'PO-3', 'PO-4'] as const

describe.skipIf(why !== '')(`many shipments at once ${why}`.trim(), () => {
  let app: App | undefined
  afterEach(async () => {
    await app?.close()
    app = undefined
  })

  it('are selected one by one, in a row and all; printed, and cancelled, with what became of each', async () => {
    const sandbox = await testSandbox()
    const zebra = await virtualZebra()
    const { page, station, goTo, picture, complaints } = (app = await openApp(sandbox))
    const { printerId } = await station.run('printers.save', {
      name: 'Packing table',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: zebra.uri },
    })
    await station.run('printers.setDefault', { printerId })
    const quote = await station.run('quotes.request', palletsToChicago())
    for (const reference of REFERENCES) {
      const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
      await station.until('the label', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return booking.hasLabel ? booking : null
      })
    }
    await station.run('tracking.sync', {})
    await goTo('Track')
    await page.getByText('4 shipments').waitFor()
    const bar = page.getByRole('toolbar', { name: 'What to do with the selected shipments' })
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    // By the keys, by a box, and up to a row; a row that is only looked at is none.
    const grid = page.getByRole('grid', { name: 'Shipments' })
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('x')
    await bar.getByText('1 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select PO-2' }).check()
    await bar.getByText('2 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select PO-2' }).uncheck()
    await page.locator('[role=row]', { hasText: 'PO-1' }).click({ modifiers: ['Shift'] })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(1)
    await press('Clear selection')
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select PO-3' }).check()
    await press('Select all 4')
    await bar.getByText('4 selected').waitFor()
    expect(await findings(page)).toEqual([])
    await picture('track-bulk')

    await press('Print labels')
    await dialog.getByRole('button', { name: 'Print 4 labels' }).click()
    await dialog.getByText('4 of 4 done.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const printed = async () => {
      const jobs = await station.run('jobs.list', { limit: 20 })
      return jobs.filter(isOut).length
    }
    await expect.poll(printed, { timeout: 60_000 }).toBe(REFERENCES.length)

    await press('Cancel shipments')
    expect(await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer called it off')
    expect(await findings(page)).toEqual([])
    await picture('track-bulk-cancel')
    await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).click()
    await dialog.getByText('4 of 4 done.').waitFor()
    await dialog.getByText('Cancellation asked for').first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const cancelled = async () => {
      await station.run('tracking.sync', {})
      return (await station.run('shipments.search', { status: 'CANCELLED' })).total
    }
    await expect.poll(cancelled, { timeout: 60_000 }).toBe(REFERENCES.length)
    expect(complaints).toEqual([])
  })
})
