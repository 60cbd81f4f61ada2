import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countLabels } from '../../src-labels/count.ts'
import type { Booking, BookingInput } from '../../src-shared/station/booking/booking.ts'
import type { PrinterInput } from '../../src-shared/station/printing/printing.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { startRawPort } from '../support/raw-port.ts'

async function open() {
  const sandbox = await testSandbox()
  return { sandbox, station: await testStation(sandbox) }
}

/** Books two pallets and waits until the label is kept here. */
async function book(station: TestStation, change: Partial<BookingInput> = {}): Promise<Booking> {
  const quote = await station.run('quotes.request', palletsToChicago())
  const { bookingId } = await station.run('bookings.submit', bookingOf(quote, change))
  return station.until('the label', async () => {
    const booking = await station.run('bookings.get', { bookingId })
    return booking.hasLabel ? booking : null
  })
}

const jobEnded = (station: TestStation, jobId: string) =>
  station.until('the job', async () => {
    const job = await station.run('jobs.get', { jobId })
    return job.state === 'QUEUED' || job.state === 'SENDING' ? null : job
  })

async function tcpPrinter(station: TestStation, change: Partial<PrinterInput> = {}) {
  const hardware = await startRawPort()
  onTestFinished(() => hardware.close())
  const profile = await station.run('printers.save', {
    name: 'Bench 4',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'tcp', uri: hardware.uri },
    ...change,
  })
  return { hardware, printerId: profile.printerId }
}

describe('a scan at the packing station', () => {
  it('of any of its codes prints the label, and the virtual printer shows it', async () => {
    const { station } = await open()
    const booked = await book(station, { reference: 'PO-48213' })
    const scan = await station.run('pack.scan', { code: `]C1${booked.trackingNumber ?? ''}\r` })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    expect(scan.shipment.reference).toBe('PO-48213')
    expect(await jobEnded(station, scan.job.jobId)).toMatchObject({
      state: 'PRINTED',
      confirmedBy: 'printer',
      purpose: 'label',
    })
    const labels = await station.run('virtualPrinter.labels', {})
    expect(labels).toHaveLength(2)
    expect(labels[0]?.image).toMatch(/^data:image\/png;base64,/)
  })

  it('of a number that an order has with other dashes and blanks prints nothing before a person chose it', async () => {
    const { station } = await open()
    const { shipmentId } = await book(station, { reference: 'SO 99-1' })
    if (shipmentId === null) throw new Error('it has no shipment')
    const code = 'so99 1'
    expect(await station.run('pack.scan', { code })).toMatchObject({
      kind: 'ambiguous',
      isAlike: true,
      shipments: [{ reference: 'SO 99-1' }],
      bookings: [],
    })
    expect(await station.run('jobs.list', {})).toEqual([])
    // Chosen for this code alone: it never stands for another.
    expect(await station.run('pack.scan', { code: 'SO-98-1', chosen: shipmentId })).toMatchObject({ kind: 'not-found' })
    expect(await station.run('pack.scan', { code, chosen: shipmentId })).toMatchObject({
      kind: 'printing',
      shipment: { reference: 'SO 99-1' },
    })
  })

  it.each([
    ['its PRO without dashes', 'pro', (pro: string) => pro.replaceAll('-', '')],
    ['its PRO with blanks', 'pro', (pro: string) => pro.replaceAll('-', '').replace(/^(...)/, '$1 ')],
    ['a routing prefix', 'tracking', (number: string) => `42060606${number}`],
    [
      'a routing prefix of nine digits and an AIM identifier',
      'tracking',
      (number: string) => `]C1420606061234${number}`,
    ],
  ] as const)('finds an order by %s, as Track does', async (_what, kind, typed) => {
    const { station } = await open()
    const { proNumber, trackingNumber } = await book(station, { reference: 'PO-48213' })
    const code = typed((kind === 'pro' ? proNumber : trackingNumber) ?? '')
    expect(await station.run('pack.scan', { code })).toMatchObject({
      kind: 'printing',
      shipment: { reference: 'PO-48213' },
    })
    await station.until('the shipment on Track', async () => {
      const { rows } = await station.run('shipments.search', { text: code, limit: 10 })
      return rows.some((row) => row.trackingNumber === trackingNumber) ? true : null
    })
  })

  it('prints byte for byte what the service gave, when the printer speaks its language, and sets it back behind that', async () => {
    const { sandbox, station } = await open()
    const { hardware, printerId } = await tcpPrinter(station)
    const booked = await book(station)
    const scan = await station.run('pack.scan', { code: booked.reference, printerId })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    expect(await jobEnded(station, scan.job.jobId)).toMatchObject({ state: 'SENT', confirmedBy: null })
    const labels = await station.station.services.labels.kept(booked.shipmentId ?? '')
    const given = Buffer.concat(labels.map(({ bytes }) => bytes))
    const received = hardware.received()
    expect(Buffer.compare(received.subarray(0, given.length), given)).toBe(0)
    expect(received.subarray(given.length).toString('latin1')).toMatch(/^\^XA\^CI0.*\^XZ$/)
    expect(sandbox.baseUrl).toContain('127.0.0.1')
  })

  it.each([
    ['a PDF label on a ZPL printer', { labelFormat: 'PDF' }, { language: 'ZPL' }],
    ['a PDF label on an EPL printer', { labelFormat: 'PDF' }, { language: 'EPL' }],
    ['a ZPL label on an EPL printer', { labelFormat: 'ZPL' }, { language: 'EPL' }],
  ] as const)('draws %s, with the tracking number read back first', async (_what, booking, printer) => {
    const { station } = await open()
    const { hardware, printerId } = await tcpPrinter(station, printer)
    const booked = await book(station, booking)
    const scan = await station.run('pack.scan', { code: booked.reference, printerId })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    expect((await jobEnded(station, scan.job.jobId)).state).toBe('SENT')
    const start = hardware.received().subarray(0, 400).toString('latin1')
    expect(start).toContain(printer.language === 'ZPL' ? '^GFA' : 'GW')
  })

  it('of a printed label asks why, and prints again with a reason', async () => {
    const { station } = await open()
    const { reference } = await book(station)
    const first = await station.run('pack.scan', { code: reference })
    if (first.kind !== 'printing') throw new Error(`the scan led to ${first.kind}`)
    await jobEnded(station, first.job.jobId)
    expect(await station.run('pack.scan', { code: reference })).toMatchObject({ kind: 'already-printed', times: 1 })
    const again = await station.run('pack.scan', { code: reference, reprintReason: 'torn' })
    expect(again).toMatchObject({ kind: 'printing', job: { purpose: 'reprint', reason: 'torn' } })
  })

  it('of a printed order prints the label of one piece alone', async () => {
    const { station } = await open()
    const request = palletsToChicago()
    const [pallet] = request.cargo
    if (!pallet) throw new Error('no cargo')
    const quote = await station.run('quotes.request', { ...request, cargo: [{ ...pallet, quantity: 3 }] })
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-3' }))
    await station.until('the label', async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.hasLabel ? true : null
    })
    const one = { code: 'PO-3', reprintReason: 'torn', piece: 3 }
    // The first time all are printed: an order of which one label is out would look done.
    await expect(station.run('pack.scan', one)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const first = await station.run('pack.scan', { code: 'PO-3' })
    if (first.kind !== 'printing') throw new Error(`the scan led to ${first.kind}`)
    await jobEnded(station, first.job.jobId)
    expect(await station.run('virtualPrinter.labels', { limit: 20 })).toHaveLength(3)
    await expect(station.run('pack.scan', { ...one, piece: 4 })).rejects.toMatchObject({ code: 'WRONG_STATE' })

    // In the language of the label, and drawn for another one.
    const again = await station.run('pack.scan', one)
    if (again.kind !== 'printing') throw new Error(`the scan led to ${again.kind}`)
    expect(again.job).toMatchObject({ purpose: 'reprint', reason: 'torn', title: 'PO-3 (3/3)' })
    await jobEnded(station, again.job.jobId)
    expect(await station.run('virtualPrinter.labels', { limit: 20 })).toHaveLength(4)
    const { hardware, printerId } = await tcpPrinter(station, { language: 'EPL' })
    const drawn = await station.run('pack.scan', { ...one, printerId })
    if (drawn.kind !== 'printing') throw new Error(`the scan led to ${drawn.kind}`)
    await jobEnded(station, drawn.job.jobId)
    expect(countLabels(hardware.received(), 'EPL')).toEqual({ labels: 1, copies: 1 })
  })

  it('twice at the same moment prints once', async () => {
    const { station } = await open()
    const { reference } = await book(station)
    const scans = await Promise.all([
      station.run('pack.scan', { code: reference }),
      station.run('pack.scan', { code: reference }),
      station.run('pack.scan', { code: reference }),
    ])
    expect(scans.filter(({ kind }) => kind === 'printing')).toHaveLength(1)
    expect(await station.run('jobs.list', {})).toHaveLength(1)
  })

  it('needs neither network nor cache for a label that is kept here', async () => {
    const { sandbox, station } = await open()
    const booked = await book(station, { reference: 'PO-7' })
    await station.close()
    await sandbox.close()
    rmSync(join(station.dataDir, 'cache.db'))
    const offline = await testStation(sandbox, { dataDir: station.dataDir })
    const scan = await offline.run('pack.scan', { code: 'PO-7' })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    expect(scan.shipment.trackingNumber).toBe(booked.trackingNumber)
    expect((await jobEnded(offline, scan.job.jobId)).state).toBe('PRINTED')
  })

  it('of a booking that is not sent says so, and prints nothing', async () => {
    const { sandbox, station } = await open()
    const quote = await station.run('quotes.request', palletsToChicago())
    await sandbox.close()
    await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-9' }))
    const scan = await station.run('pack.scan', { code: 'PO-9' })
    expect(scan).toMatchObject({ kind: 'not-booked', booking: { reference: 'PO-9' } })
    expect(await station.run('jobs.list', {})).toEqual([])
  })

  it('of what another station booked asks the service before it is called unknown', async () => {
    const sandbox = await testSandbox()
    const shipment = await book(await testStation(sandbox))
    for (const code of [shipment.reference, shipment.trackingNumber ?? '', `${shipment.trackingNumber}-P002`]) {
      const station = await testStation(sandbox, { background: false })
      const scan = await station.run('pack.scan', { code })
      expect(scan).toMatchObject({ shipment: { shipmentId: shipment.shipmentId } })
    }
  })

  it('of a piece’s own code finds its shipment, and every piece has one', async () => {
    const { station } = await open()
    const booked = await book(station)
    const { codes } = await station.until('the shipment', async () => {
      const read = await station.run('labels.pieceCodes', { shipmentId: booked.shipmentId ?? '' })
      return read.codes.length > 0 ? read : null
    })
    expect(codes).toEqual([`${booked.trackingNumber}-P001`, `${booked.trackingNumber}-P002`])
    const scan = await station.run('pack.scan', { code: codes[1] ?? '' })
    expect(scan).toMatchObject({ kind: 'printing', shipment: { shipmentId: booked.shipmentId } })
  })

  it('of something unknown says so', async () => {
    const { station } = await open()
    expect(await station.run('pack.scan', { code: 'nobody knows this' })).toEqual({
      kind: 'not-found',
      code: 'nobody knows this',
    })
    const hereOnly = { code: 'nobody knows this', hereOnly: true }
    expect(await station.run('pack.scan', hereOnly)).toEqual({ kind: 'elsewhere', code: 'nobody knows this' })
    expect(await station.run('pack.scan', { code: '\u0002\r' })).toEqual({ kind: 'not-found', code: '' })
  })

  it('of something unknown does not wait for a service that does not answer, nor call it unknown', async () => {
    const { sandbox, station } = await open()
    await sandbox.fault({ delayMs: 600_000, times: 20 })
    expect(await station.run('pack.scan', { code: 'PO-ELSEWHERE' })).toEqual({
      kind: 'not-found',
      code: 'PO-ELSEWHERE',
      isUnasked: true,
    })
  })

  it('tells when the printer refuses, and the job can be tried again once it listens', async () => {
    const { station } = await open()
    const { hardware, printerId } = await tcpPrinter(station)
    const { reference } = await book(station)
    await hardware.close()
    const scan = await station.run('pack.scan', { code: reference, printerId })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    const failed = await jobEnded(station, scan.job.jobId)
    expect(failed).toMatchObject({ state: 'FAILED', bytesSent: 0, error: { code: 'PRINTER_UNREACHABLE' } })
    const revived = await startRawPort({}, hardware.port)
    onTestFinished(() => revived.close())
    await station.run('jobs.retry', { jobId: failed.jobId })
    expect(await jobEnded(station, failed.jobId)).toMatchObject({ state: 'SENT' })
    expect(revived.received().length).toBe(failed.bytes)
  })

  it('does not print a second time while nobody knows whether the first came out', async () => {
    const { station } = await open()
    const hardware = await startRawPort({ breakAfter: { bytes: 200, how: 'RST' } })
    onTestFinished(() => hardware.close())
    const { printerId } = await tcpPrinter(station, { connection: { kind: 'tcp', uri: hardware.uri } })
    const { reference } = await book(station)
    const scan = await station.run('pack.scan', { code: reference, printerId })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    expect((await jobEnded(station, scan.job.jobId)).state).toBe('UNKNOWN')
    expect((await station.run('pack.scan', { code: reference, printerId })).kind).toBe('in-queue')
    await station.run('jobs.answer', { jobId: scan.job.jobId, answer: 'printed' })
    expect((await station.run('pack.scan', { code: reference, printerId })).kind).toBe('already-printed')
  })
})
