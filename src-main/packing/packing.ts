import { StationError } from '../../src-shared/station/error.ts'
import type { LabelPreview, Printer } from '../../src-shared/station/printing.ts'
import type { ScanResult } from '../../src-shared/station/scan.ts'
import type { Shipment } from '../../src-shared/station/shipment.ts'
import { bookingView } from '../booking/booking-view.ts'
import type { LabelKeeper } from '../booking/label-keeper.ts'
import type { Conversion } from '../conversion/conversion.ts'
import type { FreightLink } from '../environment.ts'
import { FreightError } from '../freight/failure.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'
import type { Printing } from '../printing/printing.ts'
import type { ShipmentStore } from '../store/cache/shipments.ts'
import type { BookingStore, LedgerBooking } from '../store/ledger/bookings.ts'
import type { StoredLabel } from '../store/ledger/labels.ts'
import { prepareLabels } from './prepare.ts'
import { scannedCode } from './scan-code.ts'

export interface PackingOptions {
  bookings: BookingStore
  shipments: ShipmentStore
  labels: LabelKeeper
  printing: Printing
  conversion: Conversion
  link: () => FreightLink
  /** The label format to fetch for a shipment that was not booked here. */
  labelFormat: () => Promise<'PDF' | 'ZPL'>
}

/** A job in one of these may still come out of a printer, or has. */
const ON_ITS_WAY = ['QUEUED', 'SENDING', 'UNKNOWN']
const OUT = ['SENT', 'PRINTED']

export type Packing = ReturnType<typeof createPacking>

/** The packing station: one scan finds the shipment and prints its label, and says why when it does not. */
export function createPacking(options: PackingOptions) {
  const { bookings, shipments, labels, printing, conversion, link, labelFormat } = options
  const busy = new Map<string, Promise<unknown>>()

  /** One scan of a shipment at a time: two quick scans must not both find "not printed yet". */
  async function inTurn<T>(shipmentId: string, work: () => Promise<T>): Promise<T> {
    const before = busy.get(shipmentId) ?? Promise.resolve()
    const mine = before.then(work, work)
    busy.set(shipmentId, mine)
    try {
      return await mine
    } finally {
      if (busy.get(shipmentId) === mine) busy.delete(shipmentId)
    }
  }

  async function find(code: string): Promise<{ booking: LedgerBooking } | { shipments: Shipment[] }> {
    const booking = await bookings.findByCode(link().key, code)
    if (booking?.shipmentId) {
      const shipment = (await shipments.get(booking.shipmentId)) ?? shipmentOfBooking(booking, booking.shipmentId)
      // The cache may not have heard yet that the shipment was called off from here.
      return { shipments: [booking.cancellation ? { ...shipment, status: 'CANCELLED' } : shipment] }
    }
    if (booking) return { booking }
    return { shipments: await shipments.findByCode(code) }
  }

  async function fetchLabels(shipment: Shipment, printer: Printer): Promise<StoredLabel[]> {
    const documents = await labels.ensure(shipment.shipmentId, await formatOf(shipment))
    const isUsable = documents.every(
      ({ format }) => format === printer.language || format === 'PDF' || format === 'PNG',
    )
    // Another printer language than the kept one: the service draws the same label as a PDF, which any printer can take.
    return isUsable ? documents : labels.inFormat(shipment.shipmentId, 'PDF')
  }

  async function formatOf({ shipmentId }: Shipment): Promise<StoredLabel['format']> {
    const booking = await bookings.findByShipment(link().key, shipmentId)
    return booking?.labelFormat ?? (await labelFormat())
  }

  async function print(code: string, shipment: Shipment, printerId?: string, reason?: string): Promise<ScanResult> {
    if (shipment.status === 'CANCELLED') {
      return { kind: 'not-printable', code, shipment, message: 'The shipment is cancelled.' }
    }
    const jobs = await printing.queue.ofShipment(shipment.shipmentId)
    const open = jobs.find(({ state }) => ON_ITS_WAY.includes(state))
    if (open) return { kind: 'in-queue', code, shipment, job: open }
    const out = jobs.filter(({ state }) => OUT.includes(state))
    const [lastJob] = out
    if (lastJob && reason === undefined) {
      return { kind: 'already-printed', code, shipment, lastJob, times: out.length }
    }
    const printer = await printing.printers.choose(printerId)
    try {
      const prepared = await prepareLabels(
        conversion,
        await fetchLabels(shipment, printer),
        printer,
        shipment.trackingNumber,
      )
      const job = await printing.queue.add({
        printerId: printer.printerId,
        title: shipment.reference ?? shipment.trackingNumber ?? shipment.shipmentId,
        purpose: lastJob ? 'reprint' : 'label',
        reason: lastJob ? (reason ?? null) : null,
        shipmentId: shipment.shipmentId,
        copies: printing.rules.routeOf('label').copies,
        document: prepared.bytes,
        labels: prepared.labels,
      })
      return { kind: 'printing', code, shipment, job }
    } catch (error) {
      if (!(error instanceof FreightError)) throw error
      return { kind: 'no-label', code, shipment, message: error.message }
    }
  }

  return {
    scan: async (input: {
      code: string
      printerId?: string | undefined
      reprintReason?: string | undefined
    }): Promise<ScanResult> => {
      const code = scannedCode(input.code)
      const found = code === '' ? { shipments: [] } : await find(code)
      if ('booking' in found) return { kind: 'not-booked', code, booking: bookingView(found.booking) }
      const [shipment, ...others] = found.shipments
      if (!shipment) return { kind: 'not-found', code }
      if (others.length > 0) return { kind: 'ambiguous', code, shipments: found.shipments }
      return inTurn(shipment.shipmentId, () => print(code, shipment, input.printerId, input.reprintReason))
    },

    /** As known here, also when the cache has not heard of it. @throws StationError NOT_FOUND */
    shipment: async (shipmentId: string): Promise<Shipment> => {
      const shipment = await shipments.get(shipmentId)
      if (shipment) return shipment
      const booking = await bookings.findByShipment(link().key, shipmentId)
      if (booking) return shipmentOfBooking(booking, shipmentId)
      throw noSuchShipment(shipmentId)
    },

    /** A shipment's labels as pictures. @throws FreightError when they are not kept here and cannot be fetched */
    preview: async (shipmentId: string): Promise<LabelPreview> => {
      const shipment = await shipments.get(shipmentId)
      if (!shipment) throw noSuchShipment(shipmentId)
      const documents = await labels.ensure(shipmentId, await formatOf(shipment))
      const target = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const
      const pages = await Promise.all(documents.map((document) => conversion.preview(document, target)))
      return {
        shipmentId,
        format: documents[0]?.format ?? 'PDF',
        bytes: documents.reduce((sum, { bytes }) => sum + bytes.length, 0),
        pages: pages.flat().map(pngDataUrl),
      }
    },
  }
}

function noSuchShipment(shipmentId: string): StationError {
  return new StationError({ code: 'NOT_FOUND', message: 'There is no such shipment here.', details: { shipmentId } })
}

/** A booked shipment when the cache has not heard of it yet, or was lost: enough to print and to name it. */
function shipmentOfBooking(booking: LedgerBooking, shipmentId: string): Shipment {
  const nowhere = {
    companyName: null,
    contactName: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
  }
  return {
    shipmentId,
    trackingNumber: booking.trackingNumber,
    proNumber: booking.proNumber,
    reference: booking.reference,
    status: 'PENDING',
    provider: booking.provider,
    service: booking.service,
    total: booking.total,
    origin: null,
    destination: { ...nowhere, companyName: booking.consigneeName, city: booking.destination },
    pieces: null,
    weightLb: null,
    instructions: booking.request.instructions ?? null,
    createdAt: booking.createdAt,
    estimatedPickup: null,
    estimatedDelivery: null,
    actualPickup: null,
    actualDelivery: null,
    lastEvent: null,
    seenAt: booking.updatedAt,
  }
}
