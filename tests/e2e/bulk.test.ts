import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isOut } from '../../src-shared/machine/print-job.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const REFERENCES = ['PO-1', 'PO-2', 'PO-3', 'PO-4'] as const

describe.skipIf(why !== '')(
  `many shipments at once ${why}`.trim(),
  full('tests/renderer/screens/bulk and tests/printing prove each part'),
  () => {
    /** A station with a printer and these bookings, their labels here; what is on screen by its words. */
    async function open(references: readonly string[]) {
      const sandbox = await testSandbox()
      const zebra = await virtualZebra()
      const opened = await openApp(sandbox)
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
        bar: page.getByRole('toolbar', { name: text('bulk.title') }),
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
      const { page, station, goTo, complaints, bar, dialog, press, printed, cancelled } = await open(REFERENCES)
      await station.run('tracking.sync', {})
      await goTo(text('rail.track'))
      await page.getByText('4 shipments').waitFor()

      // By the keys, by a box, and up to a row; a row that is only looked at is none.
      const grid = page.getByRole('grid', { name: text('palette.shipments') })
      await grid.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('x')
      await bar.getByText(text('bulk.picked', { count: '1' })).waitFor()
      await page.getByRole('checkbox', { name: 'Select PO-2' }).check()
      await bar.getByText(text('bulk.picked', { count: '2' })).waitFor()
      await page.getByRole('checkbox', { name: 'Select PO-2' }).uncheck()
      await page.locator('[role=row]', { hasText: 'PO-1' }).click({ modifiers: ['Shift'] })
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(1)
      await press('Clear selection')
      await bar.waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: 'Select PO-3' }).check()
      await press('Select all 4')
      await bar.getByText(text('bulk.picked', { count: '4' })).waitFor()
      expect(await findings(page)).toEqual([])

      await press('Print labels')
      await dialog.getByRole('button', { name: text('bulk.print.do') }).click()
      await dialog.getByText('4 of 4 done.').waitFor()
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()
      await expect.poll(printed, { timeout: 60_000 }).toBe(REFERENCES.length)

      const download = page.waitForEvent('download')
      await bar.getByRole('button', { name: text('bulk.export') }).click()
      const exported = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
      expect(exported).toHaveLength(REFERENCES.length + 1)
      expect(exported[0]).toContain('reference')

      await press('Assign')
      await dialog.getByLabel(text('printers.name'), { exact: true }).fill('Dana Ortiz')
      await dialog.getByRole('button', { name: text('bulk.assign') }).click()
      await dialog.getByText(text('error.NOTHING_OPEN')).first().waitFor()
      expect(await findings(page)).toEqual([])
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()

      await press('Cancel shipments')
      expect(await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).isDisabled()).toBe(true)
      await dialog.getByRole('textbox', { name: text('reason.label') }).fill('The customer called it off')
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel 4 shipments' }).click()
      await dialog.getByText('4 of 4 done.').waitFor()
      await dialog.getByText(text('bulk.cancel.done')).first().waitFor()
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()
      await expect.poll(cancelled, { timeout: 60_000 }).toBe(REFERENCES.length)
      expect(complaints).toEqual([])
    })

    it('stay in sight while they are canceled, and no further one is canceled once the screen is left', async () => {
      const { page, station, goTo, complaints, bar, dialog, press, cancelled } = await open(REFERENCES.slice(0, 3))
      await station.run('tracking.sync', {})
      await goTo(text('rail.track'))
      await page.getByText('3 shipments').waitFor()
      await page.getByRole('checkbox', { name: 'Select PO-1' }).check()
      await press('Select all 3')
      await bar.getByText(text('bulk.picked', { count: '3' })).waitFor()
      let asked = 0
      const second = Promise.withResolvers<true>()
      await page.route('**/command/bookings.requestChange', async (route) => {
        asked += 1
        if (asked === 2) await second.promise
        await route.continue()
      })

      await press('Cancel shipments')
      await dialog.getByRole('button', { name: text('cancel.reason.customer') }).click()
      await dialog.getByRole('button', { name: 'Cancel 3 shipments' }).click()
      await expect.poll(() => asked).toBe(2)
      await page.keyboard.press('Escape')
      await page.mouse.click(5, 5)
      await dialog.getByRole('button', { name: text('common.close'), exact: true }).click()
      await dialog.getByText('1 of 3 done.').waitFor()

      await page.evaluate('location.hash = "#/quote"')
      await dialog.waitFor({ state: 'detached' })
      second.resolve(true)
      await expect.poll(cancelled, { timeout: 60_000 }).toBe(2)
      expect([asked, complaints]).toEqual([2, []])
    })
  },
)
