import type { Booking } from '../../../src-shared/station/booking.ts'
import type { CommandHandlers, ParsedInput } from '../../../src-shared/station/commands.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { printRulesSchema } from '../../../src-shared/station/printer-care.ts'
import type { StationEvent } from '../../../src-shared/station/events.ts'
import type { PrintJob, Printer, VirtualLabel } from '../../../src-shared/station/printing.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote.ts'
import type { ScanResult } from '../../../src-shared/station/scan.ts'
import type { Shipment, ShipmentDetail, TrackingEvent } from '../../../src-shared/station/shipment.ts'
import type { StationState } from '../../../src-shared/station/state.ts'

/** A station in memory that can be put into every state the screens must show, the rare ones included. */
export interface FakeStation {
  /** A command that is not here fails by its name. */
  handlers: Partial<CommandHandlers>
  /** The submissions that came in, each once however often it came. */
  submissions: Set<string>
  subscribe: (listener: (event: StationEvent) => void) => () => void
  /** Changes what the frame shows. */
  setState(patch: Partial<StationState>): void
  /** No shipments, bookings, jobs or printers: the first run. */
  empty(): void
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const usd = (minor: number) => ({ minor, currency: 'USD' })

const label = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300"><rect width="200" height="300" fill="#fff"/>
  <g font-family="sans-serif" font-size="10"><text x="14" y="24" font-weight="bold">ACME MACHINE</text><text x="14" y="38">1200 Industrial Blvd</text>
  <text x="14" y="52">Laredo TX 78040</text><path d="M14 64h172" stroke="#000" stroke-width="2"/><text x="14" y="84" font-size="13" font-weight="bold">GLOBEX CORPORATION</text>
  <text x="14" y="100" font-size="12">200 N LaSalle St</text><text x="14" y="116" font-size="12">Chicago IL 60601</text><path d="M14 128h172" stroke="#000" stroke-width="2"/></g>
  ${Array.from({ length: 40 }, (_, i) => `<rect x="${18 + i * 4.1}" y="144" width="${1 + ((i * 7) % 3)}" height="80"/>`).join('')}
  <text x="100" y="244" font-family="monospace" font-size="13" text-anchor="middle">NLTF1234567890</text></svg>`,
)}`

const STATUSES = [
  'EXCEPTION',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'PENDING',
  'PICKUP_SCHEDULED',
  'PICKED_UP',
  'IN_TRANSIT',
  'RETURNED',
  'IN_TRANSIT',
  'CANCELLED',
] as const
const CITIES: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Laredo', 'TX'],
  ['Chicago', 'IL'],
  ['El Paso', 'TX'],
  ['Dallas', 'TX'],
  ['Reno', 'NV'],
  ['Denver', 'CO'],
  ['Memphis', 'TN'],
]
const CARRIERS = ['NORTHLINE', 'GREAT_BASIN', 'CUMBERLAND', 'PACIFIC_CREST', 'UNION_VALE'] as const

function at<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0]
}

function place(index: number, companyName: string) {
  const [city, state] = at(CITIES, index)
  return {
    companyName,
    contactName: null,
    address1: `${100 + index * 7} N Main St`,
    address2: null,
    city,
    state,
    postalCode: String(60_601 + index),
    country: 'US',
  }
}

function event(index: number, shipmentId: string, status: string): TrackingEvent {
  const [city, state] = at(CITIES, index)
  const isException = status === 'EXCEPTION'
  return {
    eventId: `EVT-${shipmentId}-${index}`,
    shipmentId,
    timestamp: ago(35 + index * 190),
    status,
    eventType: isException ? 'EXCEPTION' : 'TRANSIT',
    description: isException
      ? 'Delivery attempted; dock closed, new attempt on Monday'
      : `Departed terminal in ${city}`,
    city,
    state,
    country: 'US',
    facilityType: null,
    recipient: status === 'DELIVERED' ? 'M. Ortiz' : null,
    exceptionCode: isException ? '003' : null,
    exceptionReason: isException ? 'BUSINESS_CLOSED' : null,
  }
}

function shipment(index: number): Shipment {
  const status = at(STATUSES, index)
  const shipmentId = `SHP-${10_200 + index}`
  return {
    shipmentId,
    trackingNumber: `NLTF${1_234_567_000 + index}`,
    proNumber: `123-45${String(6_780 + index)}-${index % 10}`,
    reference: `PO-${48_200 + index}`,
    status,
    provider: at(CARRIERS, index),
    service: 'LTL_STANDARD',
    total: usd(41_280 + index * 913),
    origin: place(index, 'Acme Machine'),
    destination: place(index + 1, 'Globex Corporation'),
    pieces: 1 + (index % 4),
    weightLb: 250 * (1 + (index % 4)),
    instructions: index === 13 ? 'Dock 4, call 30 minutes before arrival. Gate code 4471.' : null,
    createdAt: ago(600 + index * 60),
    estimatedPickup: inDays(0),
    estimatedDelivery: inDays(2 + (index % 4)),
    actualPickup: null,
    actualDelivery: status === 'DELIVERED' ? ago(300) : null,
    lastEvent: index % 5 === 4 ? null : event(0, shipmentId, status),
    seenAt: ago(0.2),
  }
}

function booking(index: number, patch: Partial<Booking>): Booking {
  return {
    bookingId: `BKG-${index}`,
    kind: 'quote',
    state: 'BOOKED',
    reference: `PO-${48_213 - index}`,
    carrierName: 'Northline Freight',
    provider: 'NORTHLINE',
    service: 'LTL_STANDARD',
    total: usd(41_280 + index * 1_115),
    consigneeName: 'Globex Corporation',
    destination: 'Chicago, IL 60601',
    pickupDate: '2026-11-23',
    labelFormat: 'ZPL',
    createdAt: ago(4 + index * 37),
    updatedAt: ago(4),
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

const offline = {
  code: 'SERVICE_UNREACHABLE',
  message: 'connect ECONNREFUSED 127.0.0.1:443',
  retryable: true,
  details: {},
}

function someBookings(): Booking[] {
  return [
    booking(0, { state: 'QUEUED', error: offline }),
    booking(1, {
      state: 'UNKNOWN',
      checks: 2,
      nextCheckAt: new Date(Date.now() + 42_000).toISOString(),
      error: {
        code: 'SERVICE_TIMEOUT',
        message: 'no answer within 30 s to POST /book-shipment',
        retryable: false,
        details: {},
      },
    }),
    booking(2, {
      state: 'BOOKED',
      shipmentId: 'SHP-10211',
      trackingNumber: 'NLTF1234567011',
      proNumber: '123-456791-1',
      hasLabel: true,
    }),
    booking(3, { state: 'NEEDS_DECISION', checks: 8, question: { kind: 'not-found', checks: 8 } }),
    booking(4, {
      state: 'NEEDS_DECISION',
      checks: 3,
      question: { kind: 'duplicate', shipmentIds: ['SHP-10230', 'SHP-10231'] },
    }),
    booking(5, {
      state: 'REJECTED',
      error: {
        code: 'INSUFFICIENT_FUNDS',
        message: 'Balance 120.00 USD is below 412.80 USD',
        retryable: false,
        details: {},
      },
    }),
    booking(6, { state: 'SENDING' }),
    booking(7, { state: 'CANCELLED' }),
  ]
}

const virtual: Printer = {
  printerId: 'PRN-1',
  name: 'Virtual printer',
  language: 'ZPL',
  dpi: 203,
  media: { widthIn: 4, heightIn: 6 },
  connection: { kind: 'virtual' },
  isDefault: true,
}
const bench: Printer = {
  printerId: 'PRN-2',
  name: 'Zebra ZD421 Bench 4',
  language: 'ZPL',
  dpi: 203,
  media: { widthIn: 4, heightIn: 6 },
  connection: { kind: 'tcp', uri: 'tcp://192.168.1.40:9100' },
  isDefault: false,
}

function job(index: number, patch: Partial<PrintJob>): PrintJob {
  return {
    jobId: `JOB-${index}`,
    state: 'PRINTED',
    purpose: 'label',
    reason: null,
    printerId: 'PRN-2',
    printerName: 'Zebra ZD421 Bench 4',
    shipmentId: `SHP-${10_200 + index}`,
    title: `PO-${48_213 - index}`,
    copies: 1,
    bytes: 12_400,
    bytesSent: 12_400,
    confirmedBy: 'printer',
    proof: null,
    detail: null,
    question: null,
    attempts: 1,
    nextTryAt: null,
    batchId: null,
    reprintNumber: 0,
    stripped: [],
    error: null,
    createdAt: ago(index * 4 + 1),
    updatedAt: ago(index * 4 + 1),
    ...patch,
  }
}

function someJobs(): PrintJob[] {
  return [
    job(1, {}),
    job(2, { copies: 4 }),
    job(3, { state: 'UNKNOWN', bytesSent: 4_712, confirmedBy: null }),
    job(4, { state: 'SENT', confirmedBy: null }),
    job(5, {
      state: 'FAILED',
      bytesSent: 0,
      confirmedBy: null,
      error: {
        code: 'PRINTER_UNREACHABLE',
        message: 'connect EHOSTUNREACH 192.168.1.40:9100',
        retryable: true,
        details: {},
      },
    }),
    job(6, { purpose: 'reprint', reason: 'Label damaged' }),
    job(7, { state: 'QUEUED', bytesSent: 0, confirmedBy: null }),
  ]
}

function someRates(): Rate[] {
  const rate = (index: number, patch: Partial<Rate>): Rate => ({
    rateId: `R-${index}`,
    quoteId: 'QUO-1',
    provider: 'NORTHLINE',
    service: 'LTL_STANDARD',
    carrierName: 'Northline Freight',
    scac: 'NLTF',
    total: usd(41_280),
    transitDays: { from: 3, to: 3 },
    deliveryDate: '2026-11-25',
    isGuaranteed: false,
    breakdown: {
      base: usd(34_100),
      fuelSurcharge: usd(4_280),
      charges: [{ code: 'LIFTGATE_DELIVERY', amount: usd(2_900) }],
    },
    ...patch,
  })
  return [
    rate(1, {}),
    rate(2, {
      carrierName: 'Great Basin Lines',
      scac: 'GBSL',
      total: usd(43_815),
      transitDays: { from: 2, to: 2 },
      deliveryDate: '2026-11-24',
    }),
    rate(3, {
      carrierName: 'Cumberland Motor',
      scac: 'CMBM',
      service: 'LTL_GUARANTEED',
      total: usd(49_760),
      isGuaranteed: true,
    }),
    rate(4, { service: 'LTL_PRIORITY', total: usd(52_205), transitDays: { from: 2, to: 3 }, deliveryDate: null }),
    rate(5, { carrierName: 'Union Vale', scac: null, service: 'LTL_ECONOMY', total: usd(60_344), breakdown: null }),
  ]
}

/** Makes the station. Its data is believable, its clock is the real one. */
export function createFakeStation(): FakeStation {
  const listeners = new Set<(event: StationEvent) => void>()
  const tell = (given: StationEvent) => listeners.forEach((listener) => listener(given))
  let shipments = Array.from({ length: 137 }, (_, index) => shipment(index))
  let bookings = someBookings()
  let jobs = someJobs()
  let printers = [virtual, bench]
  let virtualLabels: VirtualLabel[] = [0, 1, 2, 3].map((index) => ({
    labelId: `LBL-${index}`,
    receivedAt: ago(index * 3),
    bytes: 12_400,
    language: 'ZPL' as const,
    image: label,
    problem: null,
  }))
  const submissions = new Set<string>()
  let quote: Quote | null = null
  let counter = 100
  let state: StationState = {
    version: '0.1.0',
    environment: { kind: 'embedded', baseUrl: 'http://127.0.0.1:4010/api/v1' },
    keyStorage: 'embedded',
    keychainAvailable: false,
    connection: { kind: 'online', since: ago(48) },
    settings: {
      theme: 'light',
      language: 'en',
      stationName: 'Station 4 · Packing',
      labelFormat: 'ZPL',
      priceTolerance: 0,
    },
    budget: [],
    notSent: 2,
    notices: [],
  }

  function setState(patch: Partial<StationState>) {
    state = { ...state, ...patch }
    tell({ name: 'station.changed', payload: {} })
  }
  function find<T>(list: readonly T[], matches: (item: T) => boolean): T {
    const found = list.find(matches)
    if (!found) throw new StationError({ code: 'NOT_FOUND', message: 'no such thing in the fake station' })
    return found
  }
  function changeJob(jobId: string, patch: Partial<PrintJob>): PrintJob {
    const changed = { ...find(jobs, (item) => item.jobId === jobId), ...patch, updatedAt: ago(0) }
    jobs = jobs.map((item) => (item.jobId === jobId ? changed : item))
    tell({ name: 'jobs.changed', payload: { jobId } })
    return changed
  }
  function changeBooking(bookingId: string, patch: Partial<Booking>): Booking {
    const changed = { ...find(bookings, (item) => item.bookingId === bookingId), ...patch }
    bookings = bookings.map((item) => (item.bookingId === bookingId ? changed : item))
    tell({ name: 'bookings.changed', payload: { bookingId } })
    return changed
  }
  function print(target: Shipment, patch: Partial<PrintJob>, end: Partial<PrintJob>): PrintJob {
    const made = job(0, {
      jobId: `JOB-${counter++}`,
      state: 'SENDING',
      bytesSent: 4_000,
      confirmedBy: null,
      shipmentId: target.shipmentId,
      title: target.reference ?? target.shipmentId,
      createdAt: ago(0),
      ...patch,
    })
    jobs = [made, ...jobs]
    setTimeout(() => changeJob(made.jobId, end), 400)
    return made
  }

  /** A code says what becomes of it. */
  function scan({ code, reprintReason }: ParsedInput<'pack.scan'>): ScanResult {
    const target = find(shipments, () => true)
    const named = shipments.find((item) => item.reference === code || item.shipmentId === code)
    const printed: Partial<PrintJob> = { state: 'PRINTED', bytesSent: 12_400, confirmedBy: 'printer' }
    switch (code) {
      case 'SENT':
        return {
          kind: 'printing',
          code,
          shipment: target,
          job: print(target, {}, { state: 'SENT', bytesSent: 12_400 }),
        }
      case 'FAILED': {
        const end: Partial<PrintJob> = {
          state: 'FAILED',
          bytesSent: 0,
          error: { code: 'PRINTER_UNREACHABLE', message: '', retryable: true, details: {} },
        }
        return { kind: 'printing', code, shipment: target, job: print(target, {}, end) }
      }
      case 'UNKNOWN':
        return { kind: 'printing', code, shipment: target, job: print(target, {}, { state: 'UNKNOWN' }) }
      case 'CANCELLED':
        return { kind: 'not-printable', code, shipment: { ...target, status: 'CANCELLED' }, message: 'cancelled' }
      case 'NO-LABEL':
        return { kind: 'no-label', code, shipment: target, message: 'The service has no label in a format we print.' }
      case 'NOT-BOOKED':
        return { kind: 'not-booked', code, booking: find(bookings, (item) => item.state === 'QUEUED') }
      case 'TWO':
        return { kind: 'ambiguous', code, shipments: shipments.slice(0, 2) }
      case 'IN-QUEUE':
        return { kind: 'in-queue', code, shipment: target, job: job(7, { state: 'QUEUED' }) }
    }
    if (!named) return { kind: 'not-found', code }
    const last = jobs.find((item) => item.shipmentId === named.shipmentId)
    if (last && !reprintReason) return { kind: 'already-printed', code, shipment: named, lastJob: last, times: 1 }
    const purpose = reprintReason ? ('reprint' as const) : ('label' as const)
    const made = print(named, { purpose, reason: reprintReason ?? null }, printed)
    return { kind: 'printing', code, shipment: named, job: made }
  }

  function detail(shipmentId: string): ShipmentDetail {
    const found = find(shipments, (item) => item.shipmentId === shipmentId)
    const events = found.lastEvent
      ? [found.lastEvent, ...[1, 2, 3].map((index) => event(index, shipmentId, 'IN_TRANSIT'))]
      : []
    return {
      shipment: found,
      events,
      booking: null,
      jobs: jobs.filter((item) => item.shipmentId === shipmentId),
      hasLabel: found.status !== 'CANCELLED',
    }
  }

  const handlers: Partial<CommandHandlers> = {
    'station.state': async () => state,
    'station.dismissNotice': async ({ code }) => {
      state = { ...state, notices: state.notices.filter((notice) => notice.code !== code) }
      return state
    },
    'settings.update': async (patch) => {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      setState({ settings: { ...state.settings, ...given } })
      return state.settings
    },
    'environment.use': async (input) => {
      if (input.kind === 'service' && !input.apiKey) {
        throw new StationError({ code: 'NO_API_KEY', message: `no key is stored for ${input.baseUrl}` })
      }
      setState(
        input.kind === 'service'
          ? { environment: { kind: 'service', baseUrl: input.baseUrl }, keyStorage: 'memory' }
          : { environment: { kind: 'embedded', baseUrl: 'http://127.0.0.1:4010/api/v1' }, keyStorage: 'embedded' },
      )
      return state
    },
    'environment.test': async () => {
      setState({ connection: { kind: 'online', since: ago(0) } })
      return state
    },
    'quotes.request': async (request) => {
      if (request.destinationAddress.postalCode === '00000') {
        throw new StationError({
          code: 'INVALID_ADDRESS',
          message: 'postal code 00000 is not in Chicago',
          details: { field: 'destinationAddress.postalCode', suggestions: ['60601', '60602'] },
        })
      }
      if (request.destinationAddress.postalCode === '99999') {
        throw new StationError({
          code: 'NO_RATES_AVAILABLE',
          message: 'no rates',
          details: { reason: 'No carrier goes to this place.' },
        })
      }
      quote = {
        id: `Q-${counter++}`,
        shape: 'A',
        rates: someRates(),
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        requestedAt: ago(0),
        warnings: ['Tri-State Freight gave no rate: no service to 606.'],
        loadId: null,
        bolNumber: null,
        request,
      }
      return quote
    },
    'quotes.get': async ({ id }) => find(quote ? [quote] : [], (item) => item.id === id),
    'quotes.find': async ({ id }) => find(quote ? [quote] : [], (item) => item.id === id),
    'quotes.list': async () => ({ rows: [], next: null }),
    'addressBook.list': async () => [],
    'addressBook.search': async () => [],
    'locations.search': async () => ({ kind: 'zip', locations: [] }),
    'bookings.submit': async (input) => {
      submissions.add(input.submissionId)
      const made = booking(counter++, {
        state: 'QUEUED',
        reference: ('reference' in input && input.reference) || `WB-${counter}`,
        createdAt: ago(0),
      })
      bookings = [made, ...bookings]
      setTimeout(() => changeBooking(made.bookingId, { state: 'SENDING' }), 500)
      setTimeout(
        () =>
          changeBooking(made.bookingId, {
            state: 'BOOKED',
            shipmentId: 'SHP-10205',
            trackingNumber: 'NLTF1234567005',
            hasLabel: true,
          }),
        1_500,
      )
      return made
    },
    'bookings.list': async ({ states }) => bookings.filter(({ state: own }) => !states || states.includes(own)),
    'bookings.counts': async () => {
      const counts = { QUEUED: 0, SENDING: 0, BOOKED: 0, REJECTED: 0, UNKNOWN: 0, NEEDS_DECISION: 0, CANCELLED: 0 }
      for (const item of bookings) counts[item.state] += 1
      return counts
    },
    'bookings.content': async ({ bookingId }) => ({
      bookingId,
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { companyName: 'Globex Corporation', contactName: 'M. Ortiz' },
      instructions: 'Dock 4, call 30 minutes before arrival.',
      quoted: null,
      direct: null,
      quoteExpiresAt: null,
    }),
    'bookings.changes': async () => [],
    'drafts.get': async () => ({ draft: null }),
    'drafts.save': async () => ({ isSaved: true }),
    'drafts.remove': async () => ({ isRemoved: true }),
    'bookings.get': async ({ bookingId }) => find(bookings, (item) => item.bookingId === bookingId),
    'bookings.referenceFor': async ({ reference }) => ({
      reference: reference === 'PO-1' ? 'PO-1-2' : reference,
      isTaken: reference === 'PO-1',
    }),
    'bookings.answer': async ({ bookingId }) => changeBooking(bookingId, { state: 'QUEUED', question: null }),
    'bookings.check': async ({ bookingId }) => changeBooking(bookingId, { checks: 3 }),
    'bookings.cancel': async ({ bookingId }) => changeBooking(bookingId, { state: 'CANCELLED' }),
    'shipments.search': async ({ text, status, page, limit }) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean)
      const hits = shipments
        .filter((item) => !status || item.status === status)
        .filter((item) =>
          words.every((word) =>
            [item.reference, item.trackingNumber, item.proNumber, item.provider, item.destination?.city].some((value) =>
              value?.toLowerCase().startsWith(word),
            ),
          ),
        )
      const counts: Record<string, number> = {}
      for (const item of shipments) counts[item.status] = (counts[item.status] ?? 0) + 1
      return {
        rows: hits.slice((page - 1) * limit, page * limit),
        total: hits.length,
        counts,
        updatedAt: shipments.length > 0 ? ago(0.13) : null,
      }
    },
    'shipments.get': async ({ shipmentId }) => detail(shipmentId),
    'shipments.refresh': async ({ shipmentId }) => detail(shipmentId),
    'shipments.tiles': async () => ({
      statuses: Object.fromEntries(shipments.map((item) => [item.status, 1])),
      providers: Object.fromEntries(shipments.map((item) => [item.provider ?? '', 1])),
      exceptionCodes: {},
      late: 0,
      atRisk: 0,
      stale: 0,
      exceptions: shipments.filter(({ status }) => status === 'EXCEPTION').length,
    }),
    'shipments.unprinted': async () => ({ shipmentIds: [], isComplete: true }),
    'documents.list': async () => [],
    'shipments.signature': async () => ({ image: null }),
    'tracking.state': async () => ({
      phase: 'following',
      filled: shipments.length,
      total: shipments.length,
      lastSyncAt: null,
      nextSyncAt: null,
      stale: 0,
    }),
    'tracking.sync': async () => ({ shipments: 3, events: 5 }),
    'pack.scan': async (input) => scan(input),
    'labels.preview': async ({ shipmentId }) => ({ shipmentId, format: 'ZPL', bytes: 1_800, pages: [label] }),
    'jobs.list': async () => jobs,
    'jobs.get': async ({ jobId }) => find(jobs, (item) => item.jobId === jobId),
    'jobs.answer': async ({ jobId, answer }) =>
      answer === 'printed'
        ? changeJob(jobId, { state: 'PRINTED', confirmedBy: 'operator' })
        : print(
            find(shipments, () => true),
            {},
            { state: 'PRINTED', bytesSent: 12_400, confirmedBy: 'printer' },
          ),
    'jobs.retry': async ({ jobId }) => changeJob(jobId, { state: 'SENDING', error: null }),
    'jobs.cancel': async ({ jobId }) => changeJob(jobId, { state: 'CANCELLED', error: null }),
    'printers.list': async () => printers,
    'printers.save': async (input) => {
      const saved: Printer = { ...input, printerId: input.printerId ?? `PRN-${counter++}`, isDefault: false }
      printers = [...printers.filter((item) => item.printerId !== saved.printerId), saved]
      tell({ name: 'printers.changed', payload: {} })
      return saved
    },
    'printers.remove': async ({ printerId }) => (printers = printers.filter((item) => item.printerId !== printerId)),
    'printers.setDefault': async ({ printerId }) =>
      (printers = printers.map((item) => ({ ...item, isDefault: item.printerId === printerId }))),
    'printers.status': async ({ printerId }) => ({
      printerId,
      isQueuePaused: false,
      online: true,
      paused: false,
      paperOut: false,
      headOpen: false,
      ribbonOut: false,
      labelsRemaining: 0,
      at: ago(0),
      problem: null,
    }),
    'printers.routes': async () => printRulesSchema.parse({}),
    'printers.discover': async () => [],
    'printers.test': async () => job(50, { purpose: 'test', title: 'Test label' }),
    'virtualPrinter.labels': async ({ limit }) => virtualLabels.slice(0, limit),
  }

  return {
    handlers,
    submissions,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setState,
    empty() {
      shipments = []
      bookings = []
      jobs = []
      printers = [virtual]
      virtualLabels = []
      setState({ notSent: 0, connection: { kind: 'unknown' } })
    },
  }
}
