import { dockSchema, type SavedAddress } from '../../src-shared/station/addresses/address-book.ts'
import type { ShipmentChange } from '../../src-shared/station/booking/change.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import type { Order } from '../../src-shared/station/orders/order.ts'
import type { PrinterStatus } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer, PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Quote, Rate } from '../../src-shared/station/quote/quote.ts'
import type { Shipment, TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import { createStation, type Station } from '../../src-renderer/station.ts'
import { fakeTransport, type FakeHandlers } from '../../src-renderer/transports/fake.ts'

/** A station whose commands are answered by name, each once `asked` knows of it; it tells of nothing by itself. */
export function answeringStation(
  answers: Partial<Record<string, (input: never) => unknown>>,
  asked: (name: string, input: unknown) => void = () => undefined,
): Station {
  return {
    invoke: async (name, input) => {
      asked(name, input)
      const answer = answers[name]
      if (!answer) throw new Error(`nobody answers ${name}`)
      return answer(input as never) as never
    },
    watch: () => () => undefined,
    hear: () => () => undefined,
  }
}

/** A fake station, and the names of the commands that were called, in their order. */
export function recordedStation(handlers: FakeHandlers): { station: Station; calls: string[] } {
  const calls: string[] = []
  const transport = fakeTransport(handlers)
  const station = createStation({
    ...transport,
    invoke: (name, input) => {
      calls.push(name)
      return transport.invoke(name, input)
    },
  })
  return { station, calls }
}

export function aShipment(patch: Partial<Shipment> = {}): Shipment {
  return {
    shipmentId: 'SHP-1',
    trackingNumber: 'NLTF1',
    proNumber: null,
    reference: 'PO-1',
    status: 'PENDING',
    provider: 'NORTHLINE',
    service: 'LTL_STANDARD',
    total: { minor: 41_280, currency: 'USD' },
    origin: null,
    destination: null,
    pieces: 1,
    weightLb: 500,
    instructions: null,
    createdAt: null,
    estimatedPickup: null,
    estimatedDelivery: null,
    actualPickup: null,
    actualDelivery: null,
    lastEvent: null,
    seenAt: '2026-11-21T12:00:00Z',
    ...patch,
  }
}

export function anEvent(patch: Partial<TrackingEvent> = {}): TrackingEvent {
  return {
    eventId: 'EVT-1',
    shipmentId: 'SHP-1',
    timestamp: '2026-11-21T12:00:00Z',
    status: 'IN_TRANSIT',
    eventType: null,
    description: null,
    city: null,
    state: null,
    country: null,
    facilityType: null,
    recipient: null,
    exceptionCode: null,
    exceptionReason: null,
    ...patch,
  }
}

export function aJob(patch: Partial<PrintJob> = {}): PrintJob {
  return {
    jobId: 'JOB-1',
    state: 'PRINTED',
    purpose: 'label',
    reason: null,
    printerId: 'PRN-1',
    printerName: 'Bench 4',
    shipmentId: 'SHP-1',
    title: 'PO-1',
    copies: 1,
    bytes: 1_000,
    bytesSent: 1_000,
    confirmedBy: null,
    proof: null,
    detail: null,
    question: null,
    attempts: 1,
    nextTryAt: null,
    listId: null,
    reprintNumber: 0,
    pages: null,
    spool: null,
    stripped: [],
    error: null,
    createdAt: '2026-11-21T12:00:00Z',
    updatedAt: '2026-11-21T12:00:00Z',
    ...patch,
  }
}

export function aBooking(patch: Partial<Booking> = {}): Booking {
  return {
    bookingId: 'BKG-1',
    kind: 'quote',
    state: 'QUEUED',
    reference: 'PO-1',
    carrierName: 'Northline Freight',
    provider: 'NORTHLINE',
    service: 'LTL_STANDARD',
    total: { minor: 41_280, currency: 'USD' },
    consigneeName: 'Globex',
    destination: 'Chicago, IL 60601',
    pickupDate: '2026-11-23',
    labelFormat: 'ZPL',
    createdAt: '2026-11-21T12:00:00Z',
    updatedAt: '2026-11-21T12:00:00Z',
    shipmentId: null,
    trackingNumber: null,
    proNumber: null,
    error: null,
    question: null,
    checks: 0,
    nextCheckAt: null,
    holdUntil: null,
    cancellation: null,
    batchId: null,
    batchRow: null,
    hasLabel: false,
    ...patch,
  }
}

export function aChange(patch: Partial<ShipmentChange> = {}): ShipmentChange {
  return {
    changeId: 'CHG-1',
    bookingId: 'BKG-1',
    shipmentId: 'SHP-1',
    change: { kind: 'update', instructions: 'Dock 5' },
    state: 'DONE',
    error: null,
    cancellation: null,
    nextAt: null,
    createdAt: '2026-11-21T12:00:00Z',
    updatedAt: '2026-11-21T12:00:00Z',
    ...patch,
  }
}

export function aPrinter(patch: Partial<Printer> = {}): Printer {
  return {
    printerId: 'PRN-1',
    name: 'Bench 4',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'virtual' },
    isDefault: true,
    ...patch,
  }
}

export function aPrinterStatus(patch: Partial<PrinterStatus> = {}): PrinterStatus {
  return {
    printerId: 'PRN-1',
    isQueuePaused: false,
    online: true,
    paused: false,
    paperOut: false,
    headOpen: false,
    ribbonOut: false,
    labelsRemaining: 0,
    at: '2026-11-21T12:00:00Z',
    problem: null,
    ...patch,
  }
}

export function aRate(patch: Partial<Rate> = {}): Rate {
  return {
    rateId: 'R-1',
    quoteId: 'QUO-1',
    provider: 'NORTHLINE',
    service: 'LTL_STANDARD',
    carrierName: 'Northline Freight',
    scac: 'NLTF',
    total: { minor: 41_280, currency: 'USD' },
    transitDays: { from: 3, to: 3 },
    deliveryDate: '2026-11-25',
    isGuaranteed: false,
    breakdown: null,
    ...patch,
  }
}

export function aQuote(patch: Partial<Quote> = {}): Quote {
  const address = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
  return {
    id: 'Q-1',
    shape: 'A',
    rates: [aRate()],
    expiresAt: '2026-11-21T13:00:00Z',
    requestedAt: '2026-11-21T12:00:00Z',
    warnings: [],
    loadId: null,
    bolNumber: null,
    request: {
      originAddress: { ...address, companyName: 'Acme', phone: '956-555-0100' },
      destinationAddress: { ...address, companyName: 'Globex', contactName: 'M. Ortiz' },
      cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 1, description: 'parts' }],
      shipDate: '2026-11-23',
    },
    ...patch,
  }
}

export function anOrder(patch: Partial<Order> = {}): Order {
  return {
    orderId: 'ord_1',
    reference: 'SO-1',
    state: 'open',
    content: {
      request: aQuote().request,
      rateRule: 'cheapest',
      instructions: '',
      pickupDate: '2026-11-23',
      labelFormat: 'ZPL',
    },
    version: 'v1',
    consigneeName: 'Globex',
    destination: 'Laredo, TX 78040',
    pickupDate: '2026-11-23',
    source: 'API',
    origin: 'api',
    takenAt: '2026-11-21T12:00:00Z',
    bookingId: null,
    hold: null,
    tags: [],
    offer: null,
    trouble: null,
    other: null,
    ...patch,
  }
}

export function aSavedAddress(patch: Partial<SavedAddress> = {}): SavedAddress {
  return {
    addressId: 'adr_1',
    name: 'Globex',
    address: { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
    roles: ['consignee'],
    accessorials: [],
    dock: dockSchema.parse({}),
    notes: '',
    isDefaultShipper: false,
    uses: 1,
    createdAt: '2026-11-21T12:00:00Z',
    updatedAt: '2026-11-21T12:00:00Z',
    removedAt: null,
    ...patch,
  }
}
