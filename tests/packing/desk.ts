import { onTestFinished } from 'vitest'
import type { Booking, BookingInput } from '../../src-shared/station/booking/booking.ts'
import type { CommandInput } from '../../src-shared/station/commands.ts'
import type { PrinterInput, PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { ScanResult } from '../../src-shared/station/printing/scan.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { startRawPort, type RawPort } from '../support/raw-port.ts'
import type { TestStation } from '../support/test-station.ts'

type Desk = Pick<TestStation, 'run' | 'until'>

/** Books freight and waits until its label is kept here. */
export async function bookedAt(
  { run, until }: Desk,
  change: Partial<BookingInput> = {},
  freight = palletsToChicago(),
): Promise<Booking & { shipmentId: string }> {
  const quote = await run('quotes.request', freight)
  const { bookingId } = await run('bookings.submit', bookingOf(quote, change))
  return until('the label', async () => {
    const booking = await run('bookings.get', { bookingId })
    const { hasLabel, shipmentId } = booking
    return hasLabel && shipmentId !== null ? { ...booking, shipmentId } : null
  })
}

/** A printer that only listens. */
export async function printerAt(
  { run }: Desk,
  change: Partial<PrinterInput> = {},
): Promise<{ hardware: RawPort; printerId: string }> {
  const hardware = await startRawPort()
  onTestFinished(() => hardware.close())
  const { printerId } = await run('printers.save', {
    name: 'Bench 4',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'tcp', uri: hardware.uri },
    ...change,
  })
  return { hardware, printerId }
}

/** A scan that must print. */
export async function printedBy(
  { run }: Desk,
  scan: CommandInput<'pack.scan'>,
): Promise<Extract<ScanResult, { kind: 'printing' }>> {
  const result = await run('pack.scan', scan)
  if (result.kind !== 'printing') throw new Error(`the scan led to ${result.kind}`)
  return result
}

/** A job once it neither waits nor is being sent. */
export const jobEnded = ({ run, until }: Desk, jobId: string): Promise<PrintJob> =>
  until('the job', async () => {
    const job = await run('jobs.get', { jobId })
    return job.state === 'QUEUED' || job.state === 'SENDING' ? null : job
  })
