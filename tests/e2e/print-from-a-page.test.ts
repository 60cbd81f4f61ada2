import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PAGE_COMMANDS } from '../../src-shared/station/app/connections.ts'
import { browserPath, newContext, sharedBrowser } from '../support/browser.ts'
import { httpServer } from '../support/http-server.ts'
import { openApi } from '../support/local-api.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const html = readFileSync(new URL('../../docs/print-from-a-page.html', import.meta.url))

/** The count is asked with a deadline: a machine that has much to do proves by the printer's state. */
const PROVED = /^PRINTED, proof: (odometer|status-twice)$/

async function pdf() {
  const document = await PDFDocument.create()
  document.addPage([288, 432]).drawRectangle({ x: 40, y: 40, width: 100, height: 100 })
  return Buffer.from(await document.save())
}

describe.skipIf(why !== '')(`The page of docs/print-from-a-page.md ${why}`.trim(), () => {
  it('prints once it is allowed and has a token, and is refused in a sentence otherwise', async () => {
    const api = await openApi({ role: 'packer', commands: [...PAGE_COMMANDS] })
    const zebra = await virtualZebra()
    const { printerId } = await api.run('printers.save', {
      name: 'Dock',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: zebra.uri },
    })
    await api.run('printers.check', { printerId })
    const server = await httpServer(
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    )
    const { origin } = new URL(server.baseUrl)
    const context = await newContext(await sharedBrowser())
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${origin}/?waybill=${encodeURIComponent(api.url)}`)
    const status = page.getByRole('status')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await page.getByLabel('Token').fill(api.secret)
    await press('List printers')
    await status.getByText(`does not allow ${origin}`).waitFor()
    const { pages } = await api.run('connections.state', {})
    expect(pages).toEqual([{ origin, state: 'asking' }])
    await api.run('connections.decidePage', { origin, decision: 'allow' })

    await page.getByLabel('Token').fill('wbt_wrong')
    await press('List printers')
    await status.getByText('This token is unknown or was revoked.').waitFor()

    await page.getByLabel('Token').fill(api.secret)
    await press('List printers')
    await status.getByText(/^Printers: /).waitFor()
    await page.getByRole('combobox').selectOption({ label: 'Dock' })
    await press('Print')
    await status.getByText(PROVED).waitFor()
    expect(zebra.paper).toHaveLength(1)
    expect(zebra.received().toString()).toContain('^FDORDER-1001^FS')

    // The same label again: the same job, and no second one on paper.
    await press('Print')
    await status.getByText(PROVED).waitFor()
    expect(zebra.paper).toHaveLength(1)

    await page.getByLabel('Order', { exact: true }).fill('ORDER-1002')
    const file = { name: 'label.pdf', mimeType: 'application/pdf', buffer: await pdf() }
    await page.getByLabel('or a PDF').setInputFiles(file)
    await press('Print')
    await status.getByText(PROVED).waitFor()
    expect(zebra.paper).toHaveLength(2)
    expect(await api.run('jobs.list', {})).toHaveLength(2)
  })
})
