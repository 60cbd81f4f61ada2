import { after } from '../../src-node/runtime/wait.ts'
import { withoutPiece } from '../../src-shared/freight/piece-code.ts'
import { readingsOf, scannedCode } from '../../src-shared/freight/scanned-code.ts'
import { isCancelled } from '../../src-shared/machine/shipment.ts'
import { fileQuestionSchema } from '../../src-shared/station/printing/print-file.ts'
import { notFound, StationError, wrongState } from '../../src-shared/station/error.ts'
import {
  ALREADY_PRINTED,
  statusQuestion,
  weightQuestion,
  type LabelQuestion,
} from '../../src-shared/station/printing/label-question.ts'
import type { LabelPreview, Printer } from '../../src-shared/station/printing/printing.ts'
import type { OrderScan } from '../../src-shared/station/orders/order.ts'
import type { ScanInput, ScanResult } from '../../src-shared/station/printing/scan.ts'
import type { ScaleSettings } from '../../src-shared/station/scale/settings.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { bookingView, cargoTotals } from '../booking/submit/booking-view.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { LabelService } from '../labels/label-service.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import type { FreightLink } from '../app/environment.ts'
import { FreightError } from '../freight/http/failure.ts'
import { askAboutMany } from '../printing/queue/many-labels.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'
import type { Printing } from '../printing/printing.ts'
import type { PrintClaims } from '../site/print-claims.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { BookingStore, LedgerBooking } from '../booking/bookings.rows.ts'
import type { LabelStore, StoredLabel } from '../labels/labels.rows.ts'
import type { LabelStatus } from '../printing/queue/print-jobs.rows.ts'
import { isAnswered, openQuestion } from './ask.ts'
import { isFound, isHit, whichAreMeant, type Found, type Hit } from './hits.ts'
import { pieceCodesOf } from './piece-codes.ts'
import { prepareLabels } from './prepare.ts'

export interface PackingOptions {
  bookings: Pick<BookingStore, 'findByCode' | 'findAlike' | 'findByShipment'>
  shipments: ShipmentStore
  labels: LabelService
  allLabelFiles: Pick<LabelStore, 'of' | 'letGoAt'>
  /** In which archive an order of that day is; null: in none. */
  archiveOf: (bookedAt: string) => Promise<string | null>
  printing: Printing
  conversion: Conversion
  link: () => FreightLink
  /** The label format to fetch for a shipment that was not booked here. */
  labelFormat: () => Promise<'PDF' | 'ZPL'>
  /** A code of an unbooked order: booked by the rule for scans, or shown. Null: it is none. */
  orderOf: (code: string, mayBook: boolean) => Promise<OrderScan | null>
  /** By how much a weight may differ from the booked one. */
  scale: () => Promise<ScaleSettings>
  /** Of a site: permission to print, asked before a job is made; absent: no other station could print it. */
  claims?: Pick<PrintClaims, 'claim' | 'printing'>
  /** For a site: fetches its bookings under a code in addition to the local ones. An unreachable site is no failure. */
  askSite?: (code: string) => Promise<unknown>
  /** Fetches the service's shipments under this tracking number or reference. An unreachable service is no failure. */
  askService: (code: string) => Promise<unknown>
}

/** Neither a tracking number nor a reference is longer. */
const MOST_CODE = 64
/** The person with the parcel waits no longer for the service. */
const ASK_SERVICE_MS = 3_000
/** Of more pieces than that the labels are not read for their codes: it takes some 0.1 s each. */
const MOST_PIECES_READ = 60
const DAY_MS = 24 * 60 * 60 * 1000

/** A person's answer about a label that a scan alone does not print. */
type ScanAnswers = Pick<ScanInput, 'reprintReason' | 'despite' | 'weighedGrams'>

export type Packing = ReturnType<typeof createPacking>

/** The packing station: one scan finds the shipment and prints its label, and reports why when it does not. */
export function createPacking(options: PackingOptions) {
  const {
    bookings,
    shipments,
    labels,
    allLabelFiles,
    archiveOf,
    printing,
    conversion,
    link,
    labelFormat,
    scale,
    askService,
    askSite,
    orderOf,
    claims,
  } = options
  /** One scan of a shipment at a time: two quick scans must not both find "not printed yet". */
  const mutex = createKeyedMutex()

  /** What carries this code here: bookings with or without a shipment yet, and shipments that were not booked here. */
  async function find(code: string): Promise<Hit[]> {
    return hitsOf(await bookings.findByCode(link().key, code), await shipments.findByCode(code))
  }

  /** What carries nearly this code: none of it is printed before a person chose it. */
  async function findAlike(code: string): Promise<Hit[]> {
    return hitsOf(await bookings.findAlike(link().key, code), await shipments.findAlike(code))
  }

  async function hitsOf(booked: readonly LedgerBooking[], reported: readonly Shipment[]): Promise<Hit[]> {
    const { key } = link()
    const hits: Hit[] = []
    for (const booking of booked) {
      const { shipmentId } = booking
      if (shipmentId === null) hits.push({ key, booking, shipment: null })
      else {
        const known =
          reported.find((shipment) => shipment.shipmentId === shipmentId) ?? (await shipments.get(shipmentId))
        hits.push({ key, booking, shipment: bookedShipment(booking, shipmentId, known) })
      }
    }
    const known = new Set(booked.map(({ shipmentId }) => shipmentId))
    for (const shipment of reported) {
      const { shipmentId } = shipment
      if (known.has(shipmentId)) continue
      const booking = await bookings.findByShipment(key, shipmentId)
      hits.push({ key, booking, shipment: booking ? bookedShipment(booking, shipmentId, shipment) : shipment })
    }
    return hits
  }

  /** The local hits of a code; the code of one piece leads to its shipment. */
  async function findHere(code: string): Promise<Hit[]> {
    const hits = await find(code)
    const whole = withoutPiece(code)
    return hits.length > 0 || whole === code ? hits : find(whole)
  }

  /** Known here and at the site: another station may have booked it a minute ago. */
  async function findKnown(code: string): Promise<Hit[]> {
    const hits = await findHere(code)
    if (code.length > MOST_CODE || hits.length === 0 || !askSite) return hits
    await askSite(code)
    return findHere(code)
  }

  /** Asks the service about a code that is unknown here, by its tracking number or reference. @returns what is known then; null: it did not answer in time */
  async function askAbout(code: string): Promise<Hit[] | null> {
    if (code.length > MOST_CODE) return []
    const asking = async () => {
      let hits: Hit[] = []
      for (const asked of new Set([...readingsOf(code).codes, withoutPiece(code)])) {
        await askService(asked)
        hits = await findHere(code)
        if (hits.length > 0) break
      }
      return hits
    }
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = after(ASK_SERVICE_MS, () => resolve(null), { isBackground: true })
    return Promise.race([asking(), late]).finally(() => timer.cancel())
  }

  async function labelsFor(
    { shipment: { shipmentId }, booking }: Found,
    kept: StoredLabel[],
    printer: Printer,
  ): Promise<StoredLabel[]> {
    const documents = kept.length > 0 ? kept : await fetchLabels(shipmentId, booking)
    const isUsable = documents.every(
      ({ format }) => format === printer.language || format === 'PDF' || format === 'PNG',
    )
    // Another printer language than the kept one: the service draws the same label as a PDF, which any printer can take.
    return isUsable ? documents : labels.inFormat(shipmentId, 'PDF')
  }

  async function fetchLabels(shipmentId: string, known: LedgerBooking | null): Promise<StoredLabel[]> {
    // The thread starts while the label is fetched.
    conversion.warm('print')
    const booking = known ?? (await bookings.findByShipment(link().key, shipmentId))
    return labels.ensure(shipmentId, booking?.labelFormat ?? (await labelFormat()))
  }

  /** The first unanswered question. */
  async function openShipmentQuestion(
    found: Found,
    status: LabelStatus,
    answers: ScanAnswers,
  ): Promise<LabelQuestion | null> {
    // Nothing is read for it where nothing was weighed.
    const isWeighed = answers.weighedGrams !== undefined && status.lastOut === null
    const weight = isWeighed ? weightQuestion(found.shipment, answers.weighedGrams, await scale()) : null
    const questions = [statusQuestion(found.shipment), await restoredQuestion(found, status), weight]
    return questions.find((one) => one && !isAnswered(one, answers)) ?? null
  }

  /** Whether it was printed after the backup, the ledger does not know; asked until it is printed, and then never again. */
  async function restoredQuestion(
    { key, shipment: { shipmentId, createdAt }, booking: known }: Found,
    { restored, newestAt }: LabelStatus,
  ): Promise<LabelQuestion | null> {
    if (!restored) return null
    const { at, backupAt } = restored
    if (newestAt !== null && newestAt > at) return null
    const booking = known ?? (await bookings.findByShipment(key, shipmentId))
    // Booked since, so it cannot have been printed before. Another station's is known by the service's clock alone.
    const isSince = booking
      ? booking.createdAt > at
      : createdAt !== null && Date.parse(createdAt) > Date.parse(at) + DAY_MS
    return isSince ? null : { kind: 'restored', key: 'RESTORED', backupAt }
  }

  async function print(
    code: string,
    found: Found,
    { printerId, agreedLabels, piece, hereOnly, ...answers }: Omit<ScanInput, 'code' | 'chosen'>,
  ): Promise<ScanResult> {
    const { shipment } = found
    if (shipment.status === 'CANCELLED') {
      return { kind: 'not-printable', code, shipment, message: 'The shipment is canceled.' }
    }
    const status = await printing.queue.status(shipment.shipmentId)
    const { onItsWay, lastOut, timesOut } = status
    if (onItsWay) return { kind: 'in-queue', code, shipment, job: onItsWay }
    const question = await openShipmentQuestion(found, status, answers)
    if (question) return { kind: 'asks', code, shipment, question }
    if (lastOut && !wantsAgain(answers)) {
      return { kind: 'already-printed', code, shipment, lastJob: lastOut, times: timesOut }
    }
    const one = piece === undefined ? undefined : pieceOf(shipment, piece, lastOut !== null)
    const kept = await allLabelFiles.of(found.key, shipment.shipmentId)
    if (hereOnly && kept.length === 0) return { kind: 'elsewhere', code }
    // Asked before they are fetched again, which forgets it.
    const letGoAt = kept.length > 0 ? null : await allLabelFiles.letGoAt(found.key, shipment.shipmentId)
    const archive = letGoAt === null || found.booking === null ? null : await archiveOf(found.booking.createdAt)
    const gone = { ...(letGoAt !== null && { letGoAt }), ...(archive !== null && { archive }) }
    const { printer, options, copies, mostLabels } = await printing.printers.target('label', printerId)
    try {
      const { trackingNumber, shipmentId, reference } = shipment
      const validated = await prepareLabels(conversion, {
        documents: await labelsFor(found, kept, printer),
        printer,
        options,
        trackingNumber,
        how: { lane: 'scan', name: `label ${trackingNumber ?? ''}`.trim() },
        piece: one,
        asksAboutBars: true,
        despite: answers.reprintReason === undefined ? [] : answers.despite,
      })
      const stock = printing.stock.loaded(options.stockId)
      const open = openQuestion(validated, { printer, options }, { stock, answers })
      if (open) return { kind: 'asks', code, shipment, question: open }
      askAboutMany({ labels: validated.labels, copies, agreed: agreedLabels }, mostLabels)
      const leave = await claims?.claim({
        shipmentId,
        printerName: printer.name,
        reason: answers.reprintReason,
        isReprint: lastOut !== null,
        isAnswered: (one) => isAnswered(one, answers),
      })
      if (leave && 'kind' in leave) return { kind: 'asks', code, shipment, question: leave }
      const job = await printing.queue.add({
        printerId: printer.printerId,
        title: (reference ?? trackingNumber ?? shipmentId) + (one ? ` (${one.number}/${one.of})` : ''),
        purpose: lastOut ? 'reprint' : 'label',
        reason: lastOut || isAsked(answers) ? (answers.reprintReason ?? null) : null,
        shipmentId,
        copies,
        document: validated.bytes,
        labels: validated.labels,
        stripped: validated.stripped,
        setBack: validated.setBack,
      })
      if (leave) await claims?.printing(leave, job.jobId)
      return { kind: 'printing', code, shipment, job, ...gone }
    } catch (error) {
      if (error instanceof StationError && error.details['isCanceled'] === true) {
        return { kind: 'not-printable', code, shipment, message: error.message }
      }
      const asked = error instanceof StationError && error.code === 'ASKS_FIRST' ? error.details : null
      const open = asked && fileQuestionSchema.safeParse(asked).data
      if (open) return { kind: 'asks', code, shipment, question: open }
      if (!(error instanceof FreightError)) throw error
      return { kind: 'no-label', code, shipment, message: error.message, ...gone }
    }
  }

  /** The labels of a shipment, fetched where they are not kept here. @throws FreightError */
  async function documentsOf(shipmentId: string): Promise<StoredLabel[]> {
    const kept = await allLabelFiles.of(link().key, shipmentId)
    return kept.length > 0 ? kept : fetchLabels(shipmentId, null)
  }

  /** The labels of a shipment as drawn for the usual size, one picture a label, also what is beyond it. */
  async function drawn(shipmentId: string): Promise<{ documents: StoredLabel[]; pages: Uint8Array[] }> {
    const documents = await documentsOf(shipmentId)
    const target = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const
    const drawings = await Promise.all(documents.map((document) => conversion.whole(document, target)))
    return { documents, pages: drawings.flatMap(({ pages }) => pages) }
  }

  return {
    /**
     * @param mayBook an unbooked order is booked, as far as a person allowed that; one that is scanned, none of a list
     * @throws StationError MANY_LABELS, PIECES_NOT_APART, WRONG_STATE, BARCODE_MISMATCH, CONVERSION_FAILED,
     * LABEL_REFUSED, NOT_FOUND
     */
    scan: async (input: ScanInput, { mayBook = false } = {}): Promise<ScanResult> => {
      const code = scannedCode(input.code)
      let hits = code === '' ? [] : await findKnown(code)
      let isHeard = true
      if (code !== '' && hits.length === 0) {
        if (input.hereOnly) return { kind: 'elsewhere', code }
        const answered = await askAbout(code)
        isHeard = answered !== null
        hits = answered ?? (await findHere(code))
      }
      // An order that is shipped again is meant rather than its canceled booking.
      if (code !== '' && hits.every(({ shipment }) => shipment !== null && isCancelled(shipment))) {
        // Two quick scans book it once.
        const order = await mutex(`order ${code.toLowerCase()}`, () => orderOf(code, mayBook))
        if (order?.kind === 'order') return { kind: 'order', code, ...order.scanned }
        // Another scan may have booked it meanwhile.
        if (order || hits.length === 0) hits = await find(order?.booking.reference ?? code)
      }
      const alike = code !== '' && hits.length === 0 ? await findAlike(code) : []
      const { chosen } = input
      const known = hits.length > 0 ? hits : alike
      const meant = chosen === undefined ? whichAreMeant(known) : known.filter((hit) => isHit(hit, chosen))
      const [first, ...others] = meant
      if (!first) return { kind: 'not-found', code, ...(!isHeard && { isUnasked: true }) }
      if (others.length > 0 || (alike.length > 0 && chosen === undefined)) {
        return {
          kind: 'ambiguous',
          code,
          shipments: meant.flatMap(({ shipment }) => shipment ?? []),
          bookings: meant.flatMap((hit) => (isFound(hit) ? [] : bookingView(hit.booking))),
          ...(alike.length > 0 && { isAlike: true }),
        }
      }
      if (first.shipment === null) return { kind: 'not-booked', code, booking: bookingView(first.booking) }
      return mutex(first.shipment.shipmentId, () => print(code, first, input))
    },

    /** As known here, also when the cache has not heard of it. @throws StationError NOT_FOUND */
    shipment: async (shipmentId: string): Promise<Shipment> => {
      const shipment = await shipments.get(shipmentId)
      if (shipment && shipment.weightLb !== null) return shipment
      const booking = await bookings.findByShipment(link().key, shipmentId)
      if (booking) return withBookedWeight(shipment ?? shipmentOfBooking(booking, shipmentId), booking)
      if (shipment) return shipment
      throw noSuchShipment(shipmentId)
    },

    documents: documentsOf,

    /** A shipment's labels as pictures. @throws FreightError when they are not kept here and cannot be fetched */
    preview: async (shipmentId: string): Promise<LabelPreview> => {
      const shipment = await shipments.get(shipmentId)
      if (!shipment) throw noSuchShipment(shipmentId)
      const { documents, pages } = await drawn(shipmentId)
      return {
        shipmentId,
        format: documents[0]?.format ?? 'PDF',
        bytes: documents.reduce((sum, { bytes }) => sum + bytes.length, 0),
        pages: pages.map(pngDataUrl),
      }
    },

    /**
     * The code of each piece, read from the labels as they are printed; none where they do not distinguish the pieces.
     * @throws FreightError when the labels are not kept here and cannot be fetched
     */
    pieceCodes: async (shipmentId: string): Promise<string[]> => {
      const { pieces } = (await shipments.get(shipmentId)) ?? { pieces: null }
      if (pieces === null || pieces <= 1 || pieces > MOST_PIECES_READ) return []
      const { pages } = await drawn(shipmentId)
      return pages.length === pieces ? pieceCodesOf(await conversion.readBarcodes(pages), pieces) : []
    },
  }
}

/**
 * The piece whose label is printed again. The first time all are printed: an order of which one label is out would look done.
 * @throws StationError WRONG_STATE
 */
function pieceOf(shipment: Shipment, piece: number, isOut: boolean): { number: number; of: number } {
  const { pieces, shipmentId } = shipment
  if (!isOut) throw wrongState('None of its labels has been printed yet. Print them all first.', { shipmentId })
  if (pieces === null || piece > pieces) {
    throw wrongState(`It has ${pieces ?? 'an unknown number of'} pieces; there is no piece ${piece}.`, {
      shipmentId,
      pieces,
    })
  }
  return { number: piece, of: pieces }
}

/** A reason for another question is none to print a label a second time: it may have come out since that was asked. */
function wantsAgain({ reprintReason, despite = [] }: ScanAnswers): boolean {
  return reprintReason !== undefined && (despite.length === 0 || despite.includes(ALREADY_PRINTED))
}

/** Does the reason answer a question that a first label raises too? */
const isAsked = ({ despite = [] }: ScanAnswers): boolean => despite.some((key) => key !== ALREADY_PRINTED)

function noSuchShipment(shipmentId: string): StationError {
  return notFound('shipment', { shipmentId })
}

/** As the cache knows it, or as it was booked; the cache may not have heard yet that it was canceled from here. */
function bookedShipment(booking: LedgerBooking, shipmentId: string, known: Shipment | null): Shipment {
  const shipment = withBookedWeight(known ?? shipmentOfBooking(booking, shipmentId), booking)
  return booking.cancellation ? { ...shipment, status: 'CANCELLED' } : shipment
}

/** Until the service has reported a shipment's weight, the declared weight of its booking. */
function withBookedWeight(shipment: Shipment, booking: LedgerBooking): Shipment {
  return shipment.weightLb === null ? { ...shipment, weightLb: cargoTotals(booking)?.weightLb ?? null } : shipment
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
