import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { isOut } from '../../src-shared/machine/print-job.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { openApp, type App } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const REFERENCES = ['PO-1', 'PO-2', 'PO-3', 'PO-4'] as const

describe.skipIf(why !== '')(
  `many shipments at once ${why}`.trim(),
  full('tests/renderer/screens/bulk and tests/printing prove each part'),
  () => {
    let app: App | undefined
    afterEach(async () => {
      await app?.close()
      app = undefined
    })

    /** A station with a printer and these bookings, their labels here; what is on screen by its words. */
    async function open(references: readonly string[]) {
      const sandbox = await testSandbox()
      const zebra = await virtualZebra()
      const opened = (app = await openApp(sandbox))
      const { page, station } = opened
      const { printerId } = await station.run('printers.save', {
        name: 'Packing table',
        language: 'ZPL',
        dpi: 203,
        media: { widthIn: 4, heightIn: 6 },
        connection: { kind: 'tcp', uri: zebra.uri },
      })
      await station.run('printers.setDefault', { printerId })
      const quote = await station.run('quotes.request', palletsToChicago())
      for (const reference of references) {
        const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
        await station.until('the label', async () => {
          const booking = await station.run('bookings.get', { bookingId })
          return booking.hasLabel ? booking : null
        })
      }
      return {
        ...opened,
        quote,
        bar: page.getByRole('toolbar', { name: 'What to do with the selected shipments' }),
        dialog: page.getByRole('dialog'),
        press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
        box: (reference: string) => page.getByRole('checkbox', { name: `Select ${reference}` }),
        printed: async () => (await station.run('jobs.list', { limit: 20 })).filter(isOut).length,
        cancelled: async () => {
          await station.run('tracking.sync', {})
          return (await station.run('shipments.search', { status: 'CANCELLED' })).total
        },
      }
    }

    it('are selected one by one, in a row and all; printed, and cancelled, with what became of each', async () => {
      const { page, station, goTo, picture, complaints, bar, dialog, press, printed, cancelled } =
        await open(REFERENCES)
      await station.run('tracking.sync', {})
      await goTo('Track')
      await page.getByText('4 shipments').waitFor()

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
      await expect.poll(printed, { timeout: 60_000 }).toBe(REFERENCES.length)

      const download = page.waitForEvent('download')
      await bar.getByRole('button', { name: 'Export' }).click()
      const exported = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
      expect(exported).toHaveLength(REFERENCES.length + 1)
      expect(exported[0]).toContain('reference')

      await press('Assign')
      await dialog.getByLabel('Name', { exact: true }).fill('Dana Ortiz')
      await dialog.getByRole('button', { name: 'Assign' }).click()
      await dialog.getByText('The inbox has nothing about it.').first().waitFor()
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Close' }).last().click()

      await press('Cancel shipments')
      expect(await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).isDisabled()).toBe(true)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer called it off')
      expect(await findings(page)).toEqual([])
      await picture('track-bulk-cancel')
      await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).click()
      await dialog.getByText('4 of 4 done.').waitFor()
      await dialog.getByText('Cancellation asked for').first().waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect.poll(cancelled, { timeout: 60_000 }).toBe(REFERENCES.length)
      expect(complaints).toEqual([])
    })

    it('are the bookings of the outbox as well; one that was not sent is given up, and all go to a file', async () => {
      const booked = ['PO-1', 'PO-2', 'PO-3'] as const
      const { page, station, quote, goTo, picture, complaints, bar, dialog, press, box, printed, cancelled } =
        await open(booked)
      const held = { reference: 'PO-HELD', holdUntil: '2026-11-23', pickupDate: '2026-11-24' }
      await station.run('bookings.submit', bookingOf(quote, held))
      await goTo('Book')
      const row = (reference: string) => page.getByRole('listitem').filter({ hasText: reference })

      // By its box, from there to another by Shift on the row and on a box, by `x` on the row that has the focus.
      await box('PO-1').check()
      await bar.getByText('1 selected').waitFor()
      await row('PO-3').click({ modifiers: ['Shift'] })
      await bar.getByText('3 selected').waitFor()
      expect(await row('PO-2').getByRole('checkbox', { checked: true }).count()).toBe(1)
      await box('PO-HELD').click({ modifiers: ['Shift'] })
      await bar.getByText('4 selected').waitFor()
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(4)
      await page.getByRole('link', { name: 'PO-2' }).focus()
      await page.keyboard.press('x')
      await bar.getByText('3 selected').waitFor()
      await press('Select all 4')
      await bar.getByText('4 selected').waitFor()
      // Narrowed to a price that none has, nothing is left; without it all are back, under the day they were booked on.
      await press('Narrow')
      await page.getByLabel('Price from').fill('999999')
      await page.getByText('No booking fits').waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Show all' }).first().click()
      await box('PO-1').waitFor()
      await press('Narrow')
      // None of it opened a booking.
      expect(await page.evaluate('location.hash')).toBe('#/book')
      expect(await findings(page)).toEqual([])
      await picture('book-bulk')

      await press('Print labels')
      await dialog.getByRole('button', { name: 'Print 4 labels' }).click()
      await dialog.getByText('4 of 4 done.').waitFor()
      await dialog.getByText('1 was refused.').waitFor()
      const line = (reference: string) => dialog.getByRole('listitem').filter({ hasText: reference })
      await line('PO-HELD').getByText('The label has not arrived from the service yet.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect.poll(printed, { timeout: 60_000 }).toBe(booked.length)

      await press('Change pickup day')
      expect(await dialog.getByRole('button', { name: 'Change day' }).isDisabled()).toBe(true)
      await dialog.getByLabel('Pickup date').fill('2026-11-25')
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Change day' }).click()
      await dialog.getByText('3 were refused.').waitFor()
      await line('PO-HELD').getByText('Day changed').waitFor()
      await picture('book-bulk-pickup')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      const [changed] = await station.run('bookings.list', { text: 'PO-HELD' })
      expect(changed).toMatchObject({ state: 'QUEUED', pickupDate: '2026-11-25' })

      const download = page.waitForEvent('download')
      await press('Export')
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/)
      const text = await readFile(await file.path(), 'utf8')
      const exported = text.trimEnd().split('\r\n').slice(1)
      expect(exported.map((cells) => cells.split(',').slice(0, 2).join(' ')).sort()).toEqual([
        'PO-1 BOOKED',
        'PO-2 BOOKED',
        'PO-3 BOOKED',
        'PO-HELD QUEUED',
      ])

      await press('Cancel shipments')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer called it off')
      const bookings = await station.run('bookings.list', { states: ['BOOKED'] })
      const paid = bookings.reduce((sum, { total, charged }) => sum + ((charged ?? total)?.minor ?? 0), 0)
      const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(paid / 100)
      // The one that was never sent brings nothing back.
      await dialog
        .getByRole('checkbox')
        .and(dialog.getByLabel(amount, { exact: false }))
        .waitFor()
      expect(await findings(page)).toEqual([])
      await picture('book-bulk-cancel')
      await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).click()
      await dialog.getByText('4 of 4 done.').waitFor()
      await line('PO-HELD').getByText('Canceled before it was sent').waitFor()
      await line('PO-1').getByText('Cancellation asked for').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect.poll(cancelled, { timeout: 60_000 }).toBe(booked.length)
      expect((await station.run('bookings.counts', {})).CANCELLED).toBe(1)
      expect(complaints).toEqual([])
    })
  },
)
