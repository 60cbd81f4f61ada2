import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `the documents on screen ${why}`.trim(),
  full('tests/documents proves what is made'),
  () => {
    it('finds a bill of lading, makes an invoice after its fields are right, keeps a draft, and deletes it', async () => {
      const sandbox = await testSandbox()
      const app = await openApp(sandbox)
      const { page, station, complaints } = app
      const { run, until } = station
      const quote = await run('quotes.request', palletsToChicago())
      await run('bookings.submit', bookingOf(quote, { reference: 'PO-7001' }))
      await until('the booking', async () =>
        (await run('bookings.list', { states: ['BOOKED'] })).length > 0 ? true : null,
      )
      await run('tracking.sync', {})

      await page.getByRole('link', { name: text('track.documents') }).click()
      await page.getByRole('searchbox', { name: 'Reference, tracking' }).fill('PO-7001')
      await page.getByRole('link', { name: text('doc.type.BOL') }).click()
      await page.getByRole('img', { name: 'Bill of lading, page 1 of 1' }).waitFor()
      await page.getByRole('group', { name: 'Pages of Bill of lading' }).press('+')
      await page.getByText('100%').waitFor()
      await app.picture('documents')
      expect(await findings(page)).toEqual([])

      await page.getByRole('button', { name: text('doc.back') }).click()
      await page.getByRole('button', { name: text('doc.type.COMMERCIAL_INVOICE') }).click()
      await page.getByLabel(text('doc.field.unitPrice')).waitFor()
      await page.getByLabel(text('doc.field.hsCode')).fill('12')
      await page.getByRole('button', { name: text('doc.make') }).click()
      await page.getByText(text('doc.right.hsCode')).waitFor()
      await page.locator('[aria-invalid="true"]:focus').waitFor()
      await expectUsable({ page, station })
      await page.getByLabel(text('doc.field.unitPrice')).fill('125.50')
      await page.getByRole('link', { name: text('doc.type.BOL') }).click()
      await page.goBack()
      await page.getByText(text('doc.draft')).waitFor()
      await expect.poll(() => page.getByLabel(text('doc.field.totalPrice')).inputValue()).toBe('251.00')
      await page.getByLabel(text('doc.field.hsCode')).fill('8471.30')

      await sandbox.fault({
        method: 'POST',
        path: '/documents/generate',
        fault: {
          kind: 'status',
          status: 400,
          code: 'DOCUMENT_GENERATION_FAILED',
          details: { issues: [{ path: 'data.items.0.hsCode', message: 'is not in the tariff' }] },
        },
      })
      await page.getByRole('button', { name: text('doc.make') }).click()
      await page.getByText('is not in the tariff').waitFor()
      await page.locator('[aria-invalid="true"]:focus').waitFor()
      await page.getByRole('button', { name: text('doc.make') }).dblclick()
      await page.getByRole('img', { name: 'Commercial invoice, page 1 of 1' }).waitFor()
      expect((await run('documents.search', { type: 'COMMERCIAL_INVOICE' })).lists[0]?.documents).toHaveLength(1)

      await page.getByRole('button', { name: text('doc.print'), exact: true }).click()
      await page.getByRole('heading', { name: text('office.title') }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: text('doc.delete') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('doc.delete') })
        .dblclick()
      await page.getByText(text('doc.deleted', { type: 'Commercial invoice' })).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect((await run('documents.search', { text: 'PO-7001', type: 'COMMERCIAL_INVOICE' })).lists).toEqual([])
      expect(complaints).toEqual([])
    })
  },
)
