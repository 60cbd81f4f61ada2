import type { Page } from 'playwright-core'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { dropFile } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

const CARRIER = [
  '^XA^MMT^PW812^LL1218^FO40,40^A0N,60,60^FDPALLET 1 OF 2^FS',
  '^FO40,120^GB732,4,4^FS^FO40,160^BY3,3,200^BCN,200,Y,N,N^FDPO4711001^FS^QQ7',
  '^FO40,460^A0N,36,36^FDShip to: Acme, Chicago^FS^XZ',
].join('\n')

/** Templates has a file field of its own, which must be gone. */
async function showInspect(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('labels.view.inspect'), exact: true }).click()
  await page.getByRole('heading', { name: text('labels.inspect'), level: 1 }).waitFor()
}

describe.skipIf(why !== '')(
  `labels under the eyes of support ${why}`.trim(),
  full('tests/labels and tests/conversion prove each command'),
  () => {
    it('are opened from a file, walked through by the keyboard, and show where each command stands on paper', async () => {
      const open = await openApp(await testSandbox())
      const { page, station, goTo } = open
      await goTo(text('rail.labels'))
      // Templates is shown: a file that is dropped there is inspected.
      await page.getByRole('heading', { name: text('templates.title'), level: 1 }).waitFor()
      await dropFile(page.locator('main'), 'carrier.zpl', CARRIER)
      await page.getByRole('heading', { name: text('labels.inspect'), level: 1 }).waitFor()
      const source = page.getByRole('listbox', { name: text('labels.commands') })
      await page.getByText(text('labels.verdict.whole'), { exact: true }).waitFor()
      await source.focus()
      const selected = source.getByRole('option', { selected: true })
      await selected.getByText('^XA').waitFor()
      for (const name of ['^MM', '^PW', '^LL', '^FO', '^A0', '^FD']) {
        await page.keyboard.press('ArrowDown')
        await selected.getByText(name, { exact: true }).waitFor()
      }
      await page.getByText(text('labels.placeOn', { page: '1' })).waitFor()
      await page.locator('[data-place]').waitFor()
      await open.picture('labels-inspect')
      await source.getByRole('option').filter({ hasText: '^QQ' }).hover()
      await page.getByText(text('labels.unknown')).waitFor()
      expect(await findings(page)).toEqual([])
      await station.run('settings.update', { theme: 'dark', language: 'es' })
      await page.locator('html[data-theme="dark"][lang="es"]').waitFor()
      await page.getByText('Correcta', { exact: true }).waitFor()
      expect(await findings(page)).toEqual([])
      expect(open.complaints).toEqual([])
    })

    it('that are larger than the media are shown to their end, with its edge; of two on a page one is chosen', async () => {
      const open = await openApp(await testSandbox())
      const { page, station, goTo } = open
      await goTo(text('rail.labels'))
      await showInspect(page)
      const pick = page.locator('input[type=file]')
      const long = '^XA^PW812^LL1624^FO20,20^GB700,1500,4^FS^XZ'
      await pick.setInputFiles({ name: 'long.zpl', mimeType: 'text/plain', buffer: Buffer.from(long) })
      await page.getByText(text('labels.beyond', { size: '4 × 8 in', media: '4 × 6 in' })).waitFor()
      const [edge, picture] = [page.locator('[data-edge]'), page.locator('figure img')]
      await edge.waitFor()
      const heights = await Promise.all([edge.boundingBox(), picture.boundingBox()])
      expect((heights[0]?.height ?? 0) / (heights[1]?.height ?? 1)).toBeCloseTo(0.75, 1)
      await open.picture('labels-beyond')
      expect(await findings(page)).toEqual([])

      const two = await PDFDocument.create()
      const sheet = two.addPage([612, 792])
      for (const x of [12, 316]) sheet.drawRectangle({ x, y: 340, width: 284, height: 426, borderWidth: 2 })
      await pick.setInputFiles({ name: 'two.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await two.save()) })
      await edge.waitFor({ state: 'detached' })
      const card = page.getByRole('region', { name: text('labels.print'), exact: true })
      await card.getByRole('button', { name: text('labels.print'), exact: true }).click()
      await card.getByText(text('labels.several', { labels: '2' })).waitFor()
      expect(await findings(page)).toEqual([])
      expect(await station.run('jobs.list', { limit: 5 })).toEqual([])
      await card.getByRole('button', { name: text('labels.printAll') }).click()
      const [printer] = await station.run('printers.list', {})
      await page.getByText(text('label.printing', { printer: printer?.name ?? '' })).waitFor()
      expect(await station.run('jobs.list', { limit: 5 })).toMatchObject([{ title: 'two.pdf' }])
      expect(open.complaints).toEqual([])
    })

    it('are printed where they are looked at, and ask before labels of another size', async () => {
      const open = await openApp(await testSandbox())
      const { page, station, goTo } = open
      const [printer] = await station.run('printers.list', {})
      const media = { widthIn: 2.25, heightIn: 1.25 }
      const stock = await station.run('stock.save', { name: 'Shelf', media, tracking: 'gap', print: 'direct' })
      const stockId = stock.find(({ name }) => name === 'Shelf')?.stockId ?? ''
      await station.run('printers.setOptions', { printerId: printer?.printerId ?? '', options: { stockId } })
      await goTo(text('rail.labels'))
      await showInspect(page)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'carrier.zpl', mimeType: 'text/plain', buffer: Buffer.from(CARRIER) })
      const card = page.getByRole('region', { name: text('labels.print'), exact: true })
      const button = card.getByRole('button', { name: text('labels.print'), exact: true })
      await button.click()
      await card.getByText('the printer has Shelf').waitFor()
      expect(await findings(page)).toEqual([])
      expect(await station.run('jobs.list', { limit: 5 })).toEqual([])
      await card.getByLabel(text('reason.label')).fill('Only these are left')
      await button.click()
      await page.getByText(text('label.printing', { printer: printer?.name ?? '' })).waitFor()
      const [job] = await station.run('jobs.list', { limit: 5 })
      expect(job).toMatchObject({ title: 'carrier.zpl', purpose: 'file', reason: 'Only these are left' })
      expect(open.complaints).toEqual([])
    })

    it('of our own are filled in, shown, printed, changed, and printed from a file', async () => {
      const open = await openApp(await testSandbox())
      const { page, station, goTo } = open
      await goTo(text('rail.labels'))
      await page.getByRole('button', { name: 'Pallet with SSCC' }).click()
      // Sample data is drawn until something is typed, and is not printed.
      await page.getByText(text('templates.sample')).waitFor()
      await page.getByRole('img', { name: text('templates.previewAlt') }).waitFor()
      await page.getByRole('button', { name: text('labels.print'), exact: true }).click()
      await page.getByText(text('templates.fillFirst')).waitFor()
      const sscc = text('templates.needed', { name: text('templates.field.sscc') })
      for (const [name, value] of [
        [text('templates.field.shipFrom'), 'Northwind Traders, Laredo TX 78045'],
        [text('templates.field.shipTo'), 'Globex Corporation, 1200 Dock St, Chicago IL 60601'],
        [text('templates.field.poNumber'), '4711'],
        [text('templates.field.piece'), '2 / 5'],
        [sscc, '106141411234567890'],
      ] as const) {
        await page.getByLabel(name, { exact: true }).fill(value)
      }
      await page.getByText("the SSCC's check digit must be 7").first().waitFor()
      await page.getByLabel(sscc, { exact: true }).fill('10614141123456789')
      await page.getByRole('img', { name: text('templates.previewAlt') }).waitFor()
      await open.picture('labels-templates')
      await page.getByRole('button', { name: text('labels.print'), exact: true }).click()
      await page.getByText('1 label sent to').waitFor()
      await page.getByRole('button', { name: text('templates.copy') }).click()
      await page.getByLabel(text('printers.name'), { exact: true }).fill('Our pallets')
      await page.getByRole('button', { name: text('templates.removeRow', { row: '1' }), exact: true }).click()
      await page.getByRole('button', { name: text('common.save'), exact: true }).click()
      await page.getByText(text('templates.saved', { name: 'Our pallets' })).waitFor()
      const rows = ['shipTo;sscc', 'Acme;10614141123456789', 'Globex;12'].join('\n')
      const csv = page.locator('input[type=file]')
      await csv.setInputFiles({ name: 'pallets.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
      await page.getByText(text('templates.rowColumn', { row: '3', column: 'sscc' })).waitFor()
      const right = rows.replace(';12', ';10614141123456790')
      await csv.setInputFiles({ name: 'pallets.csv', mimeType: 'text/csv', buffer: Buffer.from(right) })
      await page.getByRole('button', { name: 'Print 2 labels' }).click()
      await page.getByText('2 labels sent to').waitFor()
      expect((await station.run('jobs.list', {})).map(({ purpose }) => purpose)).toEqual(['template', 'template'])
      expect(await findings(page)).toEqual([])
      await station.run('settings.update', { theme: 'dark', language: 'es' })
      await page.locator('html[data-theme="dark"][lang="es"]').waitFor()
      expect(await findings(page)).toEqual([])
      expect(open.complaints).toEqual([])
    })
  },
)
