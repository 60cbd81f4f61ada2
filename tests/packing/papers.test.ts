import { describe, expect, it } from 'vitest'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { bookedAt, jobEnded, printedBy, printerAt } from './desk.ts'

const openStation = async () => testStation(await testSandbox())

/** With a shipment of two pallets. */
async function open() {
  const station = await openStation()
  const { shipmentId } = await bookedAt(station, { reference: 'PO-7' })
  return { station, shipmentId }
}

describe('the copies of a kind of paper', () => {
  it('are those of every label that a scan prints', async () => {
    const { station } = await open()
    await station.run('printers.setRoute', { document: 'label', printerId: null, copies: 2 })
    const { job } = await printedBy(station, { code: 'PO-7' })
    expect(await jobEnded(station, job.jobId)).toMatchObject({ state: 'PRINTED', copies: 2 })
    // Two pallets have a label each.
    expect(await station.run('virtualPrinter.labels', {})).toHaveLength(4)
  })
})

describe('a packing slip', () => {
  it('is a label of its own where there is no receipt printer, and counts as no shipping label', async () => {
    const { station, shipmentId } = await open()
    const job = await station.run('jobs.printPackingSlip', { shipmentId })
    expect(await jobEnded(station, job.jobId)).toMatchObject({
      state: 'PRINTED',
      purpose: 'packing-slip',
      title: 'PO-7',
      shipmentId: null,
    })
    const [slip] = await station.run('virtualPrinter.labels', {})
    expect(slip?.image).toMatch(/^data:image\/png;base64,/)
    expect((await station.run('pack.scan', { code: 'PO-7' })).kind).toBe('printing')
  })

  it('goes to the printer for packing slips, in ESC/POS when that takes a receipt roll, as often as the rule says', async () => {
    const { station, shipmentId } = await open()
    const { hardware, printerId } = await printerAt(station)
    await station.run('printers.setOptions', { printerId, options: { paper: 'receipt' } })
    await station.run('printers.setRoute', { document: 'packing-slip', printerId, copies: 2 })
    const job = await station.run('jobs.printPackingSlip', { shipmentId })
    await jobEnded(station, job.jobId)
    expect(hardware.connections).toHaveLength(2)
    const text = hardware.received().toString('latin1')
    expect(text).toContain('PACKING SLIP')
    expect(text).not.toContain('^XA')
  })

  it('of an unknown shipment is refused', async () => {
    const station = await openStation()
    await expect(station.run('jobs.printPackingSlip', { shipmentId: 'SHP-NONE' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('a receipt printer', () => {
  it('is tested with a receipt, not with a label it would print as text', async () => {
    const station = await openStation()
    const { hardware, printerId } = await printerAt(station)
    await station.run('printers.setOptions', { printerId, options: { paper: 'receipt' } })
    const job = await station.run('printers.test', { printerId })
    await jobEnded(station, job.jobId)
    expect(hardware.received().toString('latin1')).toContain('WAYBILL TEST')
  })
})

describe('the command sheet', () => {
  it('prints every command that Pack understands, in the language of the station', async () => {
    const station = await openStation()
    const { hardware, printerId } = await printerAt(station)
    await station.run('settings.update', { language: 'es' })
    const job = await station.run('jobs.printCommandSheet', { printerId })
    expect((await jobEnded(station, job.jobId)).purpose).toBe('command-sheet')
    const text = hardware.received().toString('latin1')
    for (const command of ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL']) expect(text).toContain(command)
  })

  it('is refused with its reason where the stock is too small for it, as is a packing slip', async () => {
    const { station, shipmentId } = await open()
    const { hardware, printerId } = await printerAt(station, { media: { widthIn: 2.25, heightIn: 1.25 } })
    for (const printing of [
      station.run('jobs.printCommandSheet', { printerId }),
      station.run('jobs.printPackingSlip', { shipmentId, printerId }),
    ]) {
      await expect(printing).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('no room'),
        details: { issues: [{ path: 'printerId' }] },
      })
    }
    expect(await station.run('jobs.list', {})).toEqual([])
    expect(hardware.connections).toEqual([])
  })
})
