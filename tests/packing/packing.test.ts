import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countLabels } from '../../src-labels/count.ts'
import { canceledElsewhere } from '../support/elsewhere.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { startRawPort } from '../support/raw-port.ts'
import { bookedAt, jobEnded, printedBy, printerAt } from './desk.ts'

async function open() {
  const sandbox = await testSandbox()
  return { sandbox, station: await testStation(sandbox) }
}

describe('a scan at the packing station', () => {
  it('of any of its codes prints the label, and the virtual printer shows it', async () => {
    const { station } = await open()
    const booked = await bookedAt(station, { reference: 'PO-48213' })
    const scan = await printedBy(station, { code: `]C1${booked.trackingNumber ?? ''}\r` })
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
    const { shipmentId } = await bookedAt(station, { reference: 'SO 99-1' })
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
    const { proNumber, trackingNumber } = await bookedAt(station, { reference: 'PO-48213' })
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
    const { hardware, printerId } = await printerAt(station)
    const booked = await bookedAt(station)
    const scan = await printedBy(station, { code: booked.reference, printerId })
    expect(await jobEnded(station, scan.job.jobId)).toMatchObject({ state: 'SENT', confirmedBy: null })
    const labels = await station.station.services.labels.kept(booked.shipmentId)
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
    const { hardware, printerId } = await printerAt(station, printer)
    const booked = await bookedAt(station, booking)
    const scan = await printedBy(station, { code: booked.reference, printerId })
    expect((await jobEnded(station, scan.job.jobId)).state).toBe('SENT')
    const start = hardware.received().subarray(0, 400).toString('latin1')
    expect(start).toContain(printer.language === 'ZPL' ? '^GFA' : 'GW')
  })

  it('of a printed label asks why, and prints again with a reason', async () => {
    const { station } = await open()
    const { reference } = await bookedAt(station)
    const first = await printedBy(station, { code: reference })
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
    await bookedAt(station, { reference: 'PO-3' }, { ...request, cargo: [{ ...pallet, quantity: 3 }] })
    const one = { code: 'PO-3', reprintReason: 'torn', piece: 3 }
    // The first time all are printed: an order of which one label is out would look done.
    await expect(station.run('pack.scan', one)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const first = await printedBy(station, { code: 'PO-3' })
    await jobEnded(station, first.job.jobId)
    expect(await station.run('virtualPrinter.labels', { limit: 20 })).toHaveLength(3)
    await expect(station.run('pack.scan', { ...one, piece: 4 })).rejects.toMatchObject({ code: 'WRONG_STATE' })

    // In the language of the label, and drawn for another one.
    const again = await printedBy(station, one)
    expect(again.job).toMatchObject({ purpose: 'reprint', reason: 'torn', title: 'PO-3 (3/3)' })
    await jobEnded(station, again.job.jobId)
    expect(await station.run('virtualPrinter.labels', { limit: 20 })).toHaveLength(4)
    const { hardware, printerId } = await printerAt(station, { language: 'EPL' })
    const drawn = await printedBy(station, { ...one, printerId })
    await jobEnded(station, drawn.job.jobId)
    expect(countLabels(hardware.received(), 'EPL')).toEqual({ labels: 1, copies: 1 })
  })

  it('twice at the same moment prints once', async () => {
    const { station } = await open()
    const { reference } = await bookedAt(station)
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
    const booked = await bookedAt(station, { reference: 'PO-7' })
    await station.close()
    await sandbox.close()
    rmSync(join(station.dataDir, 'cache.db'))
    const offline = await testStation(sandbox, { dataDir: station.dataDir })
    const scan = await printedBy(offline, { code: 'PO-7' })
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
    const shipment = await bookedAt(await testStation(sandbox))
    for (const code of [shipment.reference, shipment.trackingNumber ?? '', `${shipment.trackingNumber}-P002`]) {
      const station = await testStation(sandbox, { background: false })
      const scan = await station.run('pack.scan', { code })
      expect(scan).toMatchObject({ shipment: { shipmentId: shipment.shipmentId } })
    }
  })

  it('of a piece’s own code finds its shipment, and every piece has one', async () => {
    const { station } = await open()
    const booked = await bookedAt(station)
    const { codes } = await station.until('the shipment', async () => {
      const read = await station.run('labels.pieceCodes', { shipmentId: booked.shipmentId })
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
    const { hardware, printerId } = await printerAt(station)
    const { reference } = await bookedAt(station)
    await hardware.close()
    const scan = await printedBy(station, { code: reference, printerId })
    const failed = await jobEnded(station, scan.job.jobId)
    expect(failed).toMatchObject({ state: 'FAILED', bytesSent: 0, error: { code: 'PRINTER_UNREACHABLE' } })
    const revived = await startRawPort({}, hardware.port)
    onTestFinished(() => revived.close())
    await station.run('jobs.retry', { jobId: failed.jobId })
    expect(await jobEnded(station, failed.jobId)).toMatchObject({ state: 'SENT' })
    expect(revived.received().length).toBe(failed.bytes)
  })

  it('of a shipment whose cancellation is on its way prints nothing', async () => {
    const { sandbox, station } = await open()
    const { bookingId, reference } = await bookedAt(station)
    await sandbox.close()
    const change = { kind: 'cancel', reason: 'Customer changed their mind' } as const
    await station.run('bookings.requestChange', { submissionId: 'cancel-1', bookingId, change })
    expect(await station.run('pack.scan', { code: reference })).toMatchObject({ kind: 'not-printable' })
    expect(await station.run('jobs.list', {})).toEqual([])
  })

  it('of which nobody knows whether it came out can be answered when its shipment is canceled', async () => {
    const { sandbox, station } = await open()
    const hardware = await startRawPort({ breakAfter: { bytes: 200, how: 'RST' } })
    onTestFinished(() => hardware.close())
    const { printerId } = await printerAt(station, { connection: { kind: 'tcp', uri: hardware.uri } })
    const { bookingId, reference } = await bookedAt(station)
    const { jobId } = (await printedBy(station, { code: reference, printerId })).job
    expect((await jobEnded(station, jobId)).state).toBe('UNKNOWN')
    await sandbox.close()
    const change = { kind: 'cancel', reason: 'Customer changed their mind' } as const
    await station.run('bookings.requestChange', { submissionId: 'cancel-1', bookingId, change })
    expect(await station.run('jobs.answer', { jobId, answer: 'print-again' })).toMatchObject({ purpose: 'reprint' })
  })

  it('whose label still waits when its shipment is canceled, from wherever, prints nothing any more', async () => {
    const desk = await testStation(await testSandbox())
    const { run, until } = desk
    const { bookingId, reference } = await bookedAt(desk)
    const { hardware, printerId } = await printerAt(desk)
    await hardware.close()
    const { job } = await printedBy(desk, { code: reference, printerId })
    await until('the refusal', async () => ((await run('jobs.get', { jobId: job.jobId })).error ? true : null))
    const change = { kind: 'cancel', reason: 'Customer changed their mind' } as const
    await run('bookings.requestChange', { submissionId: 'cancel-1', bookingId, change })
    await until('the job to be given up', async () =>
      (await run('jobs.get', { jobId: job.jobId })).state === 'CANCELLED' ? true : null,
    )
  })

  it('whose label still waits when the service is heard to have canceled its shipment prints nothing any more', async () => {
    const { sandbox, station } = await open()
    const { run, until } = station
    const { shipmentId, reference } = await bookedAt(station)
    const { hardware, printerId } = await printerAt(station)
    await hardware.close()
    const { jobId } = (await printedBy(station, { code: reference, printerId })).job
    await until('the refusal', async () => ((await run('jobs.get', { jobId })).error ? true : null))
    await canceledElsewhere(sandbox, shipmentId)
    await run('tracking.sync', {})
    await until('the job to be given up', async () =>
      (await run('jobs.get', { jobId })).state === 'CANCELLED' ? true : null,
    )
  })

  it('does not print a second time while nobody knows whether the first came out', async () => {
    const { station } = await open()
    const hardware = await startRawPort({ breakAfter: { bytes: 200, how: 'RST' } })
    onTestFinished(() => hardware.close())
    const { printerId } = await printerAt(station, { connection: { kind: 'tcp', uri: hardware.uri } })
    const { reference } = await bookedAt(station)
    const scan = await printedBy(station, { code: reference, printerId })
    expect((await jobEnded(station, scan.job.jobId)).state).toBe('UNKNOWN')
    expect((await station.run('pack.scan', { code: reference, printerId })).kind).toBe('in-queue')
    await station.run('jobs.answer', { jobId: scan.job.jobId, answer: 'printed' })
    expect((await station.run('pack.scan', { code: reference, printerId })).kind).toBe('already-printed')
  })
})
