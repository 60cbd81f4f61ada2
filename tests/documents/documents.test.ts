import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { PAGES_AT_ONCE } from '../../src-shared/station/documents/document.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'

const customForm = (title: string) => ({
  title,
  fields: [{ name: 'gate', label: 'Gate', value: '4' }],
})

async function office() {
  const desk = await bookingOutbox()
  const { run } = desk.station
  const { shipmentId } = await desk.booked('PO-1')
  await run('tracking.sync', {})
  const make = (title: string) =>
    run('documents.generate', { template: 'CUSTOM_FORM', shipmentId, templateData: customForm(title) })
  const idOf = async (type: string) =>
    (await run('documents.list', { shipmentId })).find((document) => document.type === type)?.documentId ?? ''
  return { ...desk, run, shipmentId, make, idOf }
}

describe('the documents of a shipment', () => {
  it('are found by reference and by kind once they were listed, and are shown without the network as far as they are kept', async () => {
    const { run, shipmentId, sandbox, make, station } = await office()
    const { until } = station
    expect((await run('documents.search', { text: 'PO-1' })).lists).toMatchObject([
      { shipmentId, lookedAt: null, documents: [] },
    ])
    await run('documents.list', { shipmentId, includeExpired: true })
    const made = await make('Gate pass')
    await until('the label', async () => ((await run('bookings.list', {}))[0]?.hasLabel ? true : null))
    await sandbox.close()
    const { lists } = await run('documents.search', { text: 'PO-1' })
    const label = lists[0]?.documents.find(({ type }) => type === 'SHIPPING_LABEL')
    const drawn = await run('documents.pages', { documentId: label?.documentId ?? '' })
    expect(drawn).toMatchObject({ format: 'ZPL', total: 1 })
    expect(lists[0]?.documents.map(({ type }) => type)).toEqual(expect.arrayContaining(['SHIPPING_LABEL', 'BOL']))
    expect(lists[0]?.documents.at(-1)).toMatchObject({ documentId: made.documentId, shipmentId })
    const byType = await run('documents.search', { type: 'CUSTOM_FORM' })
    expect(byType.lists.map(({ documents }) => documents.map(({ documentId }) => documentId))).toEqual([
      [made.documentId],
    ])
    expect((await run('documents.search', { type: 'POD' })).lists).toEqual([])
  })

  it('keep what was typed into their template, for as long as there is the document', async () => {
    const { run, shipmentId } = await office()
    const typed = (gate: string) => ({ '': [{ title: 'Gate pass' }], fields: [{ name: 'gate', value: gate }] })
    const typedOf = async (documentId: string) => (await run('documents.typed', { documentId })).typed
    const made = await run('documents.generate', {
      template: 'CUSTOM_FORM',
      shipmentId,
      templateData: customForm('Gate pass'),
      typed: typed('4'),
    })
    expect(await typedOf(made.documentId)).toEqual(typed('4'))
    const replaced = await run('documents.replace', {
      documentId: made.documentId,
      templateData: customForm('Gate pass'),
      typed: typed('5'),
    })
    expect(await typedOf(replaced.documentId)).toEqual(typed('5'))
    await run('documents.delete', { documentId: replaced.documentId })
    expect(await typedOf(replaced.documentId)).toBeNull()
  })

  it('are refused before they are made when more was typed than is kept', async () => {
    const { run, shipmentId, make } = await office()
    await make('First')
    const count = async () =>
      (await run('documents.list', { shipmentId })).filter(({ type }) => type === 'CUSTOM_FORM').length
    const before = await count()
    const tooMuch = { '': [{ title: 'x'.repeat(300_000) }] }
    await expect(
      run('documents.generate', {
        template: 'CUSTOM_FORM',
        shipmentId,
        templateData: customForm('Gate pass'),
        typed: tooMuch,
      }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await count()).toBe(before)
  })

  it('are drawn for the screen in their own size, whatever they are', async () => {
    const { run, idOf } = await office()
    const bol = await run('documents.pages', { documentId: await idOf('BOL') })
    expect(bol).toMatchObject({ format: 'PDF', total: 1, pages: [{ index: 0, widthIn: 8.5, heightIn: 11 }] })
    const label = await run('documents.pages', { documentId: await idOf('SHIPPING_LABEL') })
    expect(label).toMatchObject({ format: 'ZPL', pages: [{ widthIn: 4, heightIn: 6 }] })
    expect(label.pages[0]?.image).toMatch(/^data:image\/png;base64,/)
  })

  it('show what they hold after they were replaced, and are gone when they were deleted', async () => {
    const { run, make, shipmentId } = await office()
    const { documentId } = await make('Gate pass')
    const before = await run('documents.pages', { documentId })
    await run('documents.replace', { documentId, templateData: customForm('Gate pass, north side') })
    expect((await run('documents.pages', { documentId })).pages).not.toEqual(before.pages)
    await run('documents.delete', { documentId })
    await expect(run('documents.pages', { documentId })).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    const { lists } = await run('documents.search', { type: 'CUSTOM_FORM' })
    expect(lists.filter((list) => list.shipmentId === shipmentId && list.documents.length > 0)).toEqual([])
  })

  it('go to the printer for papers; a bill of lading to its own; a label only by its shipment', async () => {
    const { run, idOf, station, shipmentId } = await office()
    const printer = async (name: string) =>
      (
        await run('printers.save', {
          name,
          language: 'ZPL',
          dpi: 203,
          media: { widthIn: 8.5, heightIn: 11 },
          connection: { kind: 'virtual' },
        })
      ).printerId
    const documentId = await idOf('BOL')
    const input = { documentId, shipmentId, type: 'BOL', title: 'Bill of lading PO-1' }
    await expect(run('documents.print', input)).rejects.toMatchObject({ code: 'NO_OFFICE_PRINTER' })
    await run('printers.setRoute', { document: 'office', printerId: await printer('Office') })
    expect(await run('documents.print', input)).toMatchObject({ printerName: 'Office', purpose: 'bol', copies: 1 })
    await run('printers.setRoute', { document: 'bol', printerId: await printer('Dock papers'), copies: 3 })
    const { jobId } = await run('documents.print', input)
    const job = await station.until('three sheets', async () => {
      const found = await run('jobs.get', { jobId })
      return found.state === 'PRINTED' ? found : null
    })
    expect(job).toMatchObject({ printerName: 'Dock papers', copies: 3, title: 'Bill of lading PO-1', shipmentId })
    // What a scan asks: papers of a shipment are not its label.
    const known = await station.station.services.printing.queue.status(shipmentId)
    expect(known).toMatchObject({ lastOut: null, onItsWay: null, timesOut: 0, newestAt: null })
    const label = { documentId: await idOf('SHIPPING_LABEL'), type: 'SHIPPING_LABEL', title: 'Label' }
    await expect(run('documents.print', label)).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })
})

describe('pages for a screen', () => {
  it('are drawn a few at a time, so that no label waits for a long document', async () => {
    const pdf = await PDFDocument.create()
    for (let page = 0; page < 6; page += 1) pdf.addPage([612, page === 5 ? 400 : 792])
    const bytes = await pdf.save()
    const conversion = createConversion()
    const look = (from: number) => conversion.view({ format: 'PDF', bytes }, { from, count: PAGES_AT_ONCE, dpi: 150 })
    const [first, second] = [await look(0), await look(PAGES_AT_ONCE)]
    expect(first).toMatchObject({ total: 6, pages: [{ index: 0 }, { index: 1 }, { index: 2 }, { index: 3 }] })
    expect(second.pages.map(({ index, heightIn }) => [index, Math.round(heightIn * 72)])).toEqual([
      [4, 792],
      [5, 400],
    ])
    expect((await look(8)).pages).toEqual([])
    await conversion.close()
  })

  it('of a picture are its own bytes, as large as the file says', async () => {
    const conversion = createConversion()
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      'base64',
    )
    const { total, pages } = await conversion.view({ format: 'PNG', bytes }, { from: 0, count: 4, dpi: 150 })
    expect(total).toBe(1)
    expect(Buffer.from(pages[0]?.png ?? [])).toEqual(bytes)
    expect(pages[0]).toMatchObject({ widthIn: 4, heightIn: 4 })
    const damaged = conversion.view({ format: 'PNG', bytes: bytes.subarray(0, 20) }, { from: 0, count: 4, dpi: 150 })
    await expect(damaged).rejects.toMatchObject({ code: 'CONVERSION_FAILED' })
    await conversion.close()
  })
})
