import { afterEach, describe, expect, it } from 'vitest'
import { openTable } from '../../src-main/sheets/table-file.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { xlsx } from '../support/xlsx.ts'
import { openApp, type App } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `a batch from a spreadsheet ${why}`.trim(),
  full('batch.test.ts walks the screen, tests/sheets the workbook'),
  () => {
    let app: App | undefined
    afterEach(async () => {
      await app?.close()
      app = undefined
    })

    it('is pasted or handed in as a workbook, booked, and all its labels are asked about by their number', async () => {
      const opened = (app = await openApp(await testSandbox()))
      const { page, station } = opened
      const button = (name: string | RegExp) => page.getByRole('button', { name })

      // Rows as a spreadsheet puts them on the clipboard.
      await opened.goTo('Batch')
      await page.getByText('paste rows copied from a spreadsheet', { exact: false }).waitFor()
      await opened.picture('batch-home')
      const rows = [BATCH_HEADERS, batchCells('P-1'), batchCells('P-2', { Quantity: 'two' })]
      const clip = rows.map((cells) => cells.join('\t')).join('\r\n')
      await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(clip)})
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
      await button('Check every row').click()
      await page.getByLabel('Quantity of row 3', { exact: true }).fill('2')
      await page.getByLabel('Quantity of row 3', { exact: true }).press('Enter')
      await button('Book 2 shipments').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Book 2 shipments' }).click()
      await page.getByText('All booked', { exact: true }).waitFor()

      await button('Print all labels').click()
      const dialog = page.getByRole('dialog', { name: 'Print the labels of 2 shipments?' })
      await dialog.waitFor()
      expect(await findings(page)).toEqual([])
      expect(await station.run('jobs.list', {})).toEqual([])
      const print = dialog.getByRole('button', { name: 'Print 2 shipments' })
      await print.click()
      await dialog.getByText('2 shipments went to their printers.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      const titles = async () => (await station.run('jobs.list', {})).map(({ title }) => title).sort()
      expect(await titles()).toEqual(['P-1', 'P-2'])
      // Asked for once more, none comes out a second time.
      await button('Print all labels').click()
      await print.click()
      await dialog.getByText('Nothing went to a printer.').waitFor()
      await dialog.getByText(/^2 not: /).waitFor()
      expect(await titles()).toEqual(['P-1', 'P-2'])
      await opened.picture('batch-labels')
      await dialog.getByRole('button', { name: 'Close' }).last().click()

      // Its results as a workbook, which is read as it would be handed in.
      const download = page.waitForEvent('download')
      await button('As an Excel workbook').click()
      const results = await download
      expect(results.suggestedFilename()).toMatch(/-results\.xlsx$/)
      const told: string[][] = []
      const table = await openTable(await results.path(), results.suggestedFilename())
      for await (const { cells } of table.rows('point')) told.push(cells)
      expect(told.map((cells) => [cells[0], cells[BATCH_HEADERS.length]])).toEqual([
        ['Reference', 'state'],
        ['P-1', 'BOOKED'],
        ['P-2', 'BOOKED'],
      ])
      await opened.picture('batch-results')

      // A workbook: nobody is asked how its numbers are written.
      await page.getByRole('link', { name: 'All batches' }).click()
      const chooser = page.waitForEvent('filechooser')
      await button('Choose a file').click()
      const book = await xlsx([[...BATCH_HEADERS], batchCells('X-1')])
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      await (await chooser).setFiles({ name: 'orders.xlsx', mimeType, buffer: book })
      await button('Check every row').waitFor()
      expect(await page.getByLabel('Numbers', { exact: true }).count()).toBe(0)
      await button('Check every row').click()
      await button('Book 1 shipment').waitFor()
      await station.run('settings.update', { language: 'es' })
      await page.getByText('Filas del archivo').waitFor()
      expect(await findings(page)).toEqual([])
      expect(opened.complaints).toEqual([])
    })
  },
)
