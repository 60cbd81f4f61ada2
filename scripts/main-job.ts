import { StationError, wrongState } from '../src-shared/station/error.ts'
import type { LabelFormat } from '../src-shared/freight/document.ts'
import type { PrintJob } from '../src-shared/station/printing/printing.ts'
import { nextPickupDay } from '../src-shared/station/booking/pickup-day.ts'
import { USUAL_PICKUPS } from '../src-shared/station/booking/pickup-terms.ts'
import { pickupDayOfQuote } from '../src-shared/station/quote/quoted-pickup.ts'
import { majorUnits } from '../src-shared/station/money.ts'
import { createConversion, type Conversion } from '../src-main/labels/conversion/conversion.ts'
import { openStation } from '../src-main/app/station.ts'
import { palletsToChicago } from '../tests/support/freight.ts'
import { runCommandOf } from '../src-main/app/run-command.ts'
import { startRawPort } from '../tests/support/raw-port.ts'

export interface MainJobOptions {
  dataDir: string
  baseUrl: string | undefined
  /** The key of another service than the embedded one. */
  apiKey: string | undefined
  /** `tcp://host:port` of another printer than the demo's own. */
  printer: string | undefined
  format: LabelFormat
  say: (line: string) => void
  /** Draws what was printed; absent: one of its own, ended with the job. */
  conversion?: Conversion
}

/** The last line of the demo. */
export interface MainJobReport {
  quoteId: string
  carrier: string
  /** YYYY-MM-DD, the next day on which someone picks up. */
  pickupDate: string
  totalCost: number
  currency: string
  shipmentId: string
  trackingNumber: string
  reference: string
  labelFormat: string
  /** The document as fetched. */
  labelBytes: number
  /** What went to the printer. */
  bytesSent: number
  /** What our printer got; null when another printer was named. */
  bytesReceived: number | null
  /** Read back from the rendered print. */
  barcodeText: string | null
  trackingStatus: string
  events: number
}

/** A ZPL printer, except for a label that only an Eltron reads. */
const printerFor = (format: LabelFormat) =>
  ({ language: format === 'EPL' ? 'EPL' : 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } }) as const

/** One shipment from quote to tracking through the station's commands, a line a step with its time. */
export async function runMainJob(options: MainJobOptions): Promise<{ report: MainJobReport; problem: string | null }> {
  const { say, format } = options
  const profile = printerFor(format)
  const step = stopwatch(say)
  const station = await openStation({
    dataDir: options.dataDir,
    apiKey: options.apiKey,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
  })
  const ownPrinter = options.printer === undefined ? await startRawPort() : null
  const conversion = options.conversion ?? createConversion()
  const run = runCommandOf(station)
  try {
    const { environment, notices } = await run('environment.test', {})
    for (const { message } of notices) step(`notice     ${message}`)
    step(`service    ${environment.kind} ${environment.baseUrl ?? ''}`)

    const printer = await run('printers.save', {
      name: `Demo printer ${Date.now().toString(36)}`,
      ...profile,
      connection: { kind: 'tcp', uri: options.printer ?? ownPrinter?.uri ?? '' },
    })
    step(`printer    ${printer.name}, ${printer.language} ${printer.dpi} dpi`)

    const shipDate = nextPickupDay(palletsToChicago().originAddress, new Date(), USUAL_PICKUPS)
    const quote = await run('quotes.request', palletsToChicago({ shipDate, insuranceAmount: 1000 }))
    const pickupDate = pickupDayOfQuote(quote) ?? shipDate
    const [rate] = quote.rates
    if (!rate) throw new StationError({ code: 'NO_RATES_AVAILABLE', message: 'No carrier offered a rate.' })
    step(
      `quoted     ${quote.rates.length} rates, cheapest ${rate.carrierName} ${majorUnits(rate.total)} ${rate.total.currency}`,
    )

    const submitted = await run('bookings.submit', {
      submissionId: `demo-${crypto.randomUUID()}`,
      quoteId: quote.id,
      rateId: rate.rateId,
      shipperInfo: { companyName: 'Acme Machine', contactName: 'Dana Flores', phone: '+1 956 555 0134' },
      consigneeInfo: { companyName: 'Globex Corporation', contactName: 'Sam Reyes', phone: '+1 312 555 0199' },
      reference: '',
      instructions: 'Dock 4, ring twice',
      pickupDate,
      labelFormat: format,
    })
    const booking = await until('the booking', async () => {
      const current = await run('bookings.get', { bookingId: submitted.bookingId })
      if (current.state === 'REJECTED' || current.state === 'NEEDS_DECISION') {
        throw current.error
          ? StationError.from(current.error)
          : wrongState(`The booking is ${current.state}.`, { state: current.state })
      }
      return current.state === 'BOOKED' && current.hasLabel ? current : null
    })
    const { shipmentId, trackingNumber, total } = booking
    if (shipmentId === null || trackingNumber === null || total === null) {
      throw new StationError({
        code: 'UNREADABLE_ANSWER',
        message: 'The service booked without naming a price and a tracking number.',
      })
    }
    step(`booked     ${shipmentId}, tracking ${trackingNumber}, reference ${booking.reference}`)

    const labels = await station.services.labels.kept(shipmentId)
    const labelBytes = labels.reduce((sum, { bytes }) => sum + bytes.length, 0)
    step(`label      ${labels.length} ${format}, ${labelBytes} bytes, kept`)

    const scan = await run('pack.scan', { code: booking.reference, printerId: printer.printerId })
    if (scan.kind !== 'printing') {
      throw new StationError({ code: 'WRONG_STATE', message: `The scan led to "${scan.kind}".`, details: { ...scan } })
    }
    const job = await until('the print job', async () => {
      const current = await run('jobs.get', { jobId: scan.job.jobId })
      return current.state === 'QUEUED' || current.state === 'SENDING' ? null : current
    })
    step(`printed    job ${job.state}, ${job.bytesSent} bytes sent`)

    const sent = await station.services.printing.queue.document(job.jobId)
    const received = ownPrinter?.received() ?? null
    const pages = await conversion.preview({ format: profile.language, bytes: received ?? sent }, profile)
    const texts = (await conversion.readBarcodes(pages)).flat()
    const barcodeText = texts.find((text) => text === trackingNumber) ?? texts[0] ?? null
    step(`barcode    ${barcodeText ?? 'none'} read back from ${pages.length} rendered label(s)`)

    const { shipment, events } = await run('shipments.refresh', { shipmentId })
    step(`tracked    ${shipment.status}, ${events.length} event(s)`)

    const report: MainJobReport = {
      quoteId: rate.quoteId,
      carrier: rate.carrierName,
      pickupDate,
      totalCost: majorUnits(total),
      currency: total.currency,
      shipmentId,
      trackingNumber,
      reference: booking.reference,
      labelFormat: format,
      labelBytes,
      bytesSent: job.bytesSent,
      bytesReceived: received?.length ?? null,
      barcodeText,
      trackingStatus: shipment.status,
      events: events.length,
    }
    return { report, problem: problemOf(report, job, sent, received) }
  } finally {
    await station.close()
    if (options.conversion === undefined) await conversion.close()
    await ownPrinter?.close()
  }
}

/** What keeps the demo from being a success; null when it is one. */
function problemOf(report: MainJobReport, job: PrintJob, sent: Uint8Array, received: Uint8Array | null): string | null {
  if (job.state !== 'SENT' && job.state !== 'PRINTED')
    return `The print job is ${job.state}: ${job.error?.message ?? ''}`
  if (received !== null && Buffer.compare(sent, received) !== 0) {
    return `The printer received ${received.length} bytes that are not the ${sent.length} that were sent.`
  }
  if (report.barcodeText !== report.trackingNumber) {
    return `The barcode on the print reads ${report.barcodeText ?? 'nothing'}, the tracking number is ${report.trackingNumber}.`
  }
  return null
}

const WAIT_MS = 60_000

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const giveUpAt = Date.now() + WAIT_MS
  for (;;) {
    const value = await look()
    if (value !== null) return value
    if (Date.now() > giveUpAt) {
      throw new StationError({
        code: 'SERVICE_TIMEOUT',
        message: `Waited ${WAIT_MS / 1000} s for ${what}: it did not come.`,
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function stopwatch(say: (line: string) => void): (line: string) => void {
  let last = performance.now()
  return (line) => {
    const now = performance.now()
    say(`${(now - last).toFixed(0).padStart(6)} ms  ${line}`)
    last = now
  }
}
