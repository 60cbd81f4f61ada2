import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { pdfText } from '../sandbox/papers.ts'

/** A station with shipments of today, and what a clerk does at the end of the day. */
async function dock() {
  const desk = await bookingOutbox()
  const { run, until } = desk.station
  const day = dayAt(desk.clock.now())
  const rateOf = (index: number) => desk.quote.rates[index]?.rateId ?? ''
  const book = async (reference: string, change: Partial<BookingInput> = {}) => {
    const input = bookingOf(desk.quote, { reference, pickupDate: day, ...change })
    const { bookingId } = await run('bookings.submit', input)
    return until(`${reference} with its label`, async () => {
      const booking = await run('bookings.get', { bookingId })
      return booking.state === 'BOOKED' && booking.hasLabel ? booking : null
    })
  }
  const print = async (reference: string) => {
    await run('pack.scan', { code: reference })
    await until(`${reference} on paper`, async () => {
      const job = (await run('jobs.list', {})).find(({ title }) => title === reference)
      return job?.state === 'PRINTED' ? job : null
    })
  }
  const get = () => run('endofday.get', { day })
  const closeAll = async (submissionId = 'closing-1') => {
    const { carriers } = await get()
    return run('endofday.close', {
      submissionId,
      day,
      carriers: carriers.map(({ carrier, rows }) => ({ carrier, shipmentIds: rows.map((row) => row.shipmentId) })),
    })
  }
  const paperPrinter = async () => {
    const { printerId } = await run('printers.save', {
      name: 'Papers',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 8.5, heightIn: 11 },
      connection: { kind: 'virtual' },
    })
    await run('printers.setRoute', { document: 'office', printerId })
  }
  return { ...desk, run, day, rateOf, book, print, get, closeAll, paperPrinter }
}

describe('the end of the day', () => {
  it('lists by carrier what has its label on paper, and says why the rest is not ready', async () => {
    const { book, print, get, rateOf, sandbox, run, day, quote } = await dock()
    await book('PO-1')
    await book('PO-2', { rateId: rateOf(1) })
    await book('PO-3')
    await print('PO-1')
    await print('PO-2')
    await sandbox.close()
    await run('bookings.submit', bookingOf(quote, { reference: 'PO-4', pickupDate: day }))

    const { carriers, notReady, manifests } = await get()
    expect(carriers.map(({ rows }) => rows.map(({ reference }) => reference)).sort()).toEqual([['PO-1'], ['PO-2']])
    expect(carriers[0]?.rows[0]).toMatchObject({ pieces: 2, weightLb: 1000, consigneeName: 'Globex Corporation' })
    expect(notReady).toMatchObject([
      { reference: 'PO-4', kind: 'unsent', shipmentId: null },
      { reference: 'PO-3', kind: 'not-printed' },
    ])
    expect(manifests).toEqual([])
  })

  it('leaves out of the manifest what is being canceled, until the service has answered', async () => {
    const { book, print, get, sandbox, run, day } = await dock()
    const { bookingId } = await book('PO-1')
    await print('PO-1')
    const before = await get()
    expect(before.carriers).toHaveLength(1)
    await sandbox.close()
    const change = { kind: 'cancel', reason: 'Customer changed their mind' } as const
    await run('bookings.requestChange', { submissionId: 'cancel-1', bookingId, change })
    expect(await get()).toMatchObject({ carriers: [], notReady: [{ reference: 'PO-1', kind: 'being-canceled' }] })
    const { shipmentId } = before.carriers[0]?.rows[0] ?? { shipmentId: '' }
    const carriers = [{ carrier: before.carriers[0]?.carrier ?? '', shipmentIds: [shipmentId] }]
    await expect(run('endofday.close', { submissionId: 'closing-1', day, carriers })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { shipmentId, kind: 'being-canceled' },
    })
  })

  it('counts and names orders that are not booked, also those on hold, of the day and not of later ones', async () => {
    const { run, get, day } = await dock()
    expect((await get()).orders).toEqual({ count: 0, held: 0, first: [] })
    const order = (reference: string, pickupDate: string) => ({ ...palletsToChicago(), reference, pickupDate })
    const ofToday = ['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5', 'SO-6'].map((reference) => order(reference, day))
    await run('orders.add', { orders: [...ofToday, order('SO-7', addDays(day, 7))] })
    const [held] = await run('orders.rows', { sort: 'reference', limit: 1 })
    await run('orders.mark', { orderIds: [held?.orderId ?? ''], hold: 'not paid' })
    expect((await get()).orders).toEqual({ count: 6, held: 1, first: ['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5'] })
  })

  it('names the next day that has bookings where this one has none, and counts what is booked', async () => {
    const { book, run, day, sandbox, quote } = await dock()
    const later = addDays(day, 7)
    expect((await run('endofday.get', { day })).next).toBeNull()
    await book('PO-1', { pickupDate: later })
    await book('PO-2', { pickupDate: later })
    await book('PO-3', { pickupDate: addDays(day, 14) })
    await sandbox.close()
    await run('bookings.submit', bookingOf(quote, { reference: 'PO-4', pickupDate: later }))
    const found = await run('endofday.get', { day })
    expect(found).toMatchObject({ carriers: [], notReady: [], next: { day: later, bookings: 2 } })
  })

  it('has nothing of a later day, however soon it was booked, and that day has it', async () => {
    const { book, print, get, run, day } = await dock()
    await book('PO-1')
    // A week on is no weekend, either.
    const later = addDays(day, 7)
    await book('PO-2', { pickupDate: later })
    await book('PO-3', { pickupDate: later })
    await print('PO-3')
    const today = await get()
    expect([today.carriers, today.notReady.map(({ reference }) => reference)]).toEqual([[], ['PO-1']])
    const then = await run('endofday.get', { day: later })
    expect(then.carriers.flatMap(({ rows }) => rows.map(({ reference }) => reference))).toEqual(['PO-3'])
    const { carriers } = then
    await expect(
      run('endofday.close', {
        submissionId: 'too-soon',
        day,
        carriers: carriers.map(({ carrier, rows }) => ({ carrier, shipmentIds: rows.map((row) => row.shipmentId) })),
      }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('closes each carrier with a manifest of its own, and the shipments are then on no other', async () => {
    const { book, print, get, closeAll, rateOf } = await dock()
    for (const [reference, rate] of [
      ['PO-1', 0],
      ['PO-2', 0],
      ['PO-3', 1],
    ] as const) {
      await book(reference, { rateId: rateOf(rate) })
      await print(reference)
    }
    const made = await closeAll()
    expect(made.map(({ totals }) => totals.shipments).sort()).toEqual([1, 2])
    expect(new Set(made.map(({ number }) => number)).size).toBe(2)
    expect(made.find(({ totals }) => totals.shipments === 2)?.totals).toEqual({
      shipments: 2,
      pieces: 4,
      weightLb: 2000,
      unweighed: 0,
    })
    expect(await get()).toMatchObject({ carriers: [], notReady: [], manifests: [{}, {}] })
  })

  it('has a sheet with its figures and manifests, to save and for the printer for papers', async () => {
    const { book, print, closeAll, run, day, paperPrinter, station } = await dock()
    const { carrierName } = await book('PO-1')
    await print('PO-1')
    const [manifest] = await closeAll()
    await book('PO-2')
    const figures = await run('endofday.figures', { day })
    expect(figures).toMatchObject({ shipments: 2, notPrinted: 1, carriers: [{ carrier: carrierName, shipments: 2 }] })
    expect(await run('endofday.history', { until: day })).toEqual([figures])

    const { name, bytes } = await run('endofday.downloadSummary', { day })
    expect(name).toBe(`${day} summary.pdf`)
    const text = await pdfText(Buffer.from(bytes, 'base64'))
    const spend = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    const [sum] = figures.spend
    for (const part of [carrierName, manifest?.number ?? '', spend.format((sum?.minor ?? 0) / 100)]) {
      expect(text).toContain(part)
    }
    await expect(run('endofday.printSummary', { day })).rejects.toMatchObject({ code: 'NO_OFFICE_PRINTER' })
    await paperPrinter()
    const { jobId } = await run('endofday.printSummary', { day })
    await station.until('the sheet on paper', async () =>
      (await run('jobs.list', {})).some((job) => job.jobId === jobId && job.state === 'PRINTED') ? true : null,
    )
  })

  it('makes one manifest of two quick clicks, and none of a shipment that is on one already', async () => {
    const { book, print, closeAll, get, run, day } = await dock()
    await book('PO-1')
    await print('PO-1')
    const { carriers } = await get()
    const input = {
      submissionId: 'two-clicks',
      day,
      carriers: carriers.map(({ carrier, rows }) => ({ carrier, shipmentIds: rows.map((row) => row.shipmentId) })),
    }
    const [first, second] = await Promise.all([run('endofday.close', input), run('endofday.close', input)])
    expect(second).toEqual(first)
    await expect(run('endofday.close', { ...input, submissionId: 'another-window' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
    expect((await get()).manifests).toHaveLength(1)
    await expect(closeAll('nothing-left')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('refuses what is not ready, keeps nothing of that closing, and shows the freight until it is taken', async () => {
    const { book, print, run, day, get, clock } = await dock()
    const ready = await book('PO-1')
    await print('PO-1')
    const open = await book('PO-2')
    await expect(
      run('endofday.close', {
        submissionId: 'too-early',
        day,
        carriers: [{ carrier: ready.carrierName, shipmentIds: [ready.shipmentId ?? '', open.shipmentId ?? ''] }],
      }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE', details: { reference: 'PO-2', kind: 'not-printed' } })
    expect((await get()).manifests).toEqual([])
    const tomorrow = await run('endofday.get', {
      day: dayAt(new Date(clock.now().getTime() + 24 * 60 * 60 * 1000)),
    })
    expect(tomorrow.carriers.flatMap(({ rows }) => rows.map(({ reference }) => reference))).toEqual(['PO-1'])
    expect(tomorrow.notReady.map(({ reference }) => reference)).toEqual(['PO-2'])
  })

  it('gives the same bytes for a reprint under whatever name and language, with a barcode that reads as its number', async () => {
    const { book, print, closeAll, run } = await dock()
    await book('PO-1')
    await print('PO-1')
    const [manifest] = await closeAll()
    const manifestId = manifest?.manifestId ?? ''
    const first = await run('endofday.download', { manifestId })
    await run('settings.update', { stationName: 'Dock 9', language: 'es' })
    expect(await run('endofday.download', { manifestId })).toEqual(first)
    expect(first.name).toBe(`${manifest?.number}.pdf`)
    const pdf = await PDFDocument.load(Buffer.from(first.bytes, 'base64'))
    expect(pdf.getPageCount()).toBe(1)
    const { total, pages } = await run('endofday.pages', { manifestId, dpi: 300 })
    expect(total).toBe(1)
    const conversion = createConversion()
    const png = Buffer.from(pages[0]?.image.split(',')[1] ?? '', 'base64')
    expect(await conversion.readBarcodes([png])).toEqual([[manifest?.number]])
    await conversion.close()
  })

  it('prints once a printer for papers is chosen, and sets the freight free when a driver did not take it', async () => {
    const { book, print, closeAll, run, get, clock, station, paperPrinter } = await dock()
    await book('PO-1')
    await print('PO-1')
    const [manifest] = await closeAll()
    const manifestId = manifest?.manifestId ?? ''
    await expect(run('endofday.print', { manifestId })).rejects.toMatchObject({ code: 'NO_OFFICE_PRINTER' })
    await paperPrinter()
    const { jobId } = await run('endofday.print', { manifestId })
    const job = await station.until('the paper', async () => {
      const found = await run('jobs.get', { jobId })
      return found.state === 'PRINTED' ? found : null
    })
    expect(job).toMatchObject({ purpose: 'office', title: manifest?.number })
    await run('endofday.void', { manifestId, reason: 'truck full' })
    await expect(run('endofday.void', { manifestId, reason: 'again' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const { carriers, manifests } = await get()
    expect(carriers).toHaveLength(1)
    expect(manifests).toMatchObject([{ voidReason: 'truck full', voidedAt: clock.now().toISOString() }])
    const [second] = await closeAll('closing-2')
    expect(second?.number).not.toBe(manifest?.number)
    const { rows } = await run('audit.list', { subjectKind: 'manifest' })
    expect(rows.map(({ action }) => action).sort()).toEqual(['closed', 'closed', 'printed', 'voided'])
  })
})
