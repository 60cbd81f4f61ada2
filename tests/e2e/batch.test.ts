import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Batch } from '../../src-shared/station/batch/batch.ts'
import { readCsvText } from '../../src-main/imports/csv/csv-read.ts'
import { batchCells, batchCsv, runAtPrices } from '../support/batch-files.ts'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp, type App } from './app.ts'
import { expectUsable } from './findings.ts'
import { dropFile } from './typing.ts'
import { isFullRun } from '../support/full.ts'
import { text } from '../support/text.ts'

const ROWS = 40
const why = browserPath() === null ? 'skipped: no browser' : ''

/**
 * Row 4 has two cells that are wrong, row 6 the reference of row 5, and row 9 a city that only the service knows to be none;
 * the column of the weight has a name of its own.
 */
function orders(isCorrected: boolean): string {
  const rows = Array.from({ length: ROWS }, (_, index) => batchCells(`PO-${index + 2}`))
  if (!isCorrected) rows[2] = batchCells('PO-4', { Quantity: 'two', 'Consignee country': 'Germany' })
  rows[4] = batchCells('PO-5')
  rows[7] = batchCells('PO-9', { 'Consignee city': 'Chcago' })
  return batchCsv(rows).replace('Weight each', 'Heft')
}

async function newest(station: App['station']): Promise<Batch> {
  const [batch] = await station.run('batches.list', { limit: 1 })
  if (!batch) throw new Error('there is no batch')
  return batch
}

const asFile = (name: string, csv: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })

const drop = (page: Page, name: string, csv: string) =>
  dropFile(page.getByRole('region', { name: text('batch.title') }), name, csv)

async function rowsOf(path: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readCsvText(readFileSync(path, 'utf8').replace('\ufeff', ''))) rows.push(cells)
  return rows
}

/** The app on its Batch screen; what is looked at by everybody's eyes, in these themes. */
async function openBatches() {
  const sandbox = await testSandbox()
  const app = await openApp(sandbox)
  const { page, station } = app
  await app.goTo(text('rail.orders'))
  await page
    .getByRole('button', { name: text('orders.import') })
    .first()
    .click()
  await page.getByRole('heading', { name: text('batch.title') }).waitFor()
  return {
    ...{ app, sandbox, page, station },
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    usable: (isDarkToo = false) => expectUsable(app, page.url(), isDarkToo && isFullRun),
  }
}

/** Column U is the weight of one piece. */
async function chooseWeight(page: Page): Promise<void> {
  await page.getByLabel(text('batch.fieldOf', { letter: 'U', header: 'Heft' })).click()
  await page.getByRole('option', { name: text('batch.field.weight'), exact: true }).click()
}

describe.skipIf(why !== '')(`a batch on screen ${why}`.trim(), () => {
  it('goes from a dropped file through its errors to the results, and a reload finds it where it is', async () => {
    const { app, sandbox, page, station, button, usable } = await openBatches()
    await drop(page, 'orders.ods', 'PK')
    await page.getByText(text('batch.refused.spreadsheet', { name: 'orders.ods' })).waitFor()
    await usable()
    await drop(page, 'orders.csv', orders(false))

    // The header row, said by a person: another row's cells are the headings, and back.
    const weight = page.getByLabel(text('batch.fieldOf', { letter: 'U', header: 'Heft' }))
    for (const [row, state] of [
      ['2', 'detached'],
      ['1', 'visible'],
    ] as const) {
      await page.getByLabel(text('batch.headerRow')).fill(row)
      await button(text('batch.reopen')).click()
      await weight.waitFor({ state })
    }

    // The columns: what is missing is told, a reload keeps what was chosen, and the map can be saved.
    await button(text('batch.check')).click()
    await page.getByRole('alert').getByText(text('batch.field.weight')).waitFor()
    await usable()
    await chooseWeight(page)
    const kept = () => station.run('drafts.list', { form: 'batch' })
    await station.until('the draft', async () => ((await kept()).length > 0 ? true : null))
    await page.reload()
    await page.getByLabel(text('batch.fieldOf', { letter: 'U', header: 'Heft' })).waitFor()
    expect(await weight.textContent()).toContain(text('batch.field.weight'))
    await button(text('batch.saveMap')).click()
    await page.getByRole('dialog').getByLabel(text('batch.mapName')).fill('Acme orders')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('common.save'), exact: true })
      .click()
    await page.getByText('Saved as Acme orders.').waitFor()
    await button(text('batch.check')).click()

    // The dry run: errors by cell, nothing sent, and nothing can be.
    const table = page.getByRole('table')
    await table.getByText('T4').waitFor()
    await table.getByText("“two” isn't a number", { exact: false }).waitFor()
    await table.getByText('“Germany” must be one of US, MX, CA', { exact: false }).waitFor()
    // Under the heads the one row, and below its figures what is wrong with it.
    expect(await table.getByRole('row').count()).toBe(3)
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
      (
        [
          ...['batch.row', 'book.reference', 'batch.state', 'book.consignee'],
          ...['shipment.pieces', 'shipment.weight', 'rate.carrier', 'batch.price'],
        ] as const
      ).map((key) => text(key)),
    )
    await app.picture('batch')
    expect(await station.run('bookings.list', {})).toEqual([])
    await usable(true)

    // Back to the columns and away again: the check still holds.
    await button(text('batch.remap')).click()
    expect(await weight.textContent()).toContain(text('batch.field.weight'))
    await button(text('common.cancel')).click()
    await table.getByText('T4').waitFor()

    // The corrected file: its columns stay.
    const chooser = page.waitForEvent('filechooser')
    await button(text('batch.corrected')).click()
    await (await chooser).setFiles(asFile('orders.csv', orders(true)))
    await button(text('batch.check')).click()
    await page.getByText(text('batch.usedBefore')).waitFor()
    expect(await station.run('batches.list', {})).toHaveLength(1)

    // Run by the command line, it asks about the doubled reference here, also after a reload.
    const { batchId } = await newest(station)
    await runAtPrices(station.run, batchId)
    await page.getByText(text('batch.reason.ANSWER_NEEDED', { count: 1 })).waitFor()
    expect(await button(text('batch.goOn')).isDisabled()).toBe(true)
    await page.reload()
    await button(text('batch.answer.createRow', { row: '6' })).click()
    await page.getByText(text('batch.reason.ANSWER_NEEDED', { count: 0 })).waitFor()
    await usable()
    await button(text('batch.goOn')).click()

    // What the service refused is fixed where it is, and goes again with the same click as before.
    await page.getByText(text('batch.stand.partly'), { exact: true }).waitFor()
    await app.picture('batch-run')
    await button(text('batch.fixRow.open', { row: '9' })).click()
    const city = page.getByRole('textbox', { name: 'Consignee city' })
    expect(await city.and(page.locator(':focus')).inputValue()).toBe('Chcago')
    await usable(true)
    await city.fill('Chicago')
    await page.keyboard.press('Enter')
    await button(text('batch.goOn')).click()
    await page.getByText(text('batch.stand.done'), { exact: true }).waitFor()
    await button(/^All/).click()
    await page.getByRole('link', { name: text('batch.open', { reference: 'PO-5-2' }) }).waitFor()
    await page.getByText(text('batch.suffix', { reference: 'PO-5-2', wanted: 'PO-5' })).waitFor()
    await usable()
    const bookings = await station.run('bookings.list', { limit: 500 })
    expect(new Set(bookings.map(({ reference }) => reference)).size).toBe(ROWS + 1)
    expect(await sandbox.get('/shipments?limit=1')).toMatchObject({ meta: { pagination: { total: ROWS } } })

    const download = page.waitForEvent('download')
    await button(text('batch.results')).click()
    await page.getByRole('menuitem', { name: text('batch.resultsCsv') }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('orders-results.csv')
    const [header = [], ...results] = await rowsOf(await file.path())
    expect(results).toHaveLength(ROWS)
    expect(results.map((cells) => cells[header.indexOf('state')])).toEqual(results.map(() => 'BOOKED'))

    await page.getByRole('link', { name: text('batch.back') }).click()
    await page.getByText(`${ROWS} of ${ROWS} booked`).waitFor()
    // Columns that were saved are known again.
    await drop(page, 'again.csv', orders(true))
    await button(text('batch.removeMap', { name: 'Acme orders' })).waitFor()
    await page.getByRole('link', { name: text('batch.back') }).click()
    // A confirmation begins on no answer, and Escape leaves it where it was asked for.
    await button(text('batch.removeNamed', { name: 'orders.csv' })).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: text('batch.remove') })
    await remove.waitFor()
    expect(await remove.and(page.locator(':focus')).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(text('batch.removeNamed', { name: 'orders.csv' }))
      .and(page.locator(':focus'))
      .click()
    await remove.click()
    await page.getByRole('link', { name: 'orders.csv' }).waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })
})
