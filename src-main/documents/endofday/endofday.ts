import type { DocumentContent, DocumentPages, PageWindow } from '../../../src-shared/station/documents/document.ts'
import {
  manifestNumber,
  type CloseDayInput,
  type EndOfDay,
  type Manifest,
  type NotReady,
} from '../../../src-shared/station/documents/endofday.ts'
import { wrongState } from '../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Conversion } from '../../labels/conversion/conversion.ts'
import { drawnPages } from '../documents.ts'
import type { OfficePrint } from '../office-print.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { ShipmentStore } from '../../shipments/shipments.rows.ts'
import type { PrintFact } from '../../../src-shared/site/print-claim.ts'
import type { LedgerBooking } from '../../booking/booking-row.rows.ts'
import type { DayBookings, LabelJob } from './day-bookings.rows.ts'
import { alreadyOn } from './already-on.ts'
import type { ManifestStore } from './manifests.rows.ts'
import type { SiteClosings, WantedManifest } from '../../site/closings.ts'
import { belongsTo, byCarrier, byGravity, notReadyKind, notReadyRow, totalsOf, type DayBooking } from './day-view.ts'
import { addDays, dayBegins } from '../../../src-shared/station/day.ts'

export interface EndOfDayOptions {
  bookings: DayBookings
  manifests: ManifestStore
  shipments: Pick<ShipmentStore, 'get'>
  environment: () => string
  settings: () => Promise<Settings>
  conversion: Conversion
  officePrint: OfficePrint
  clock: Clock
  ids: Ids
  /** Null: the station is alone. */
  site: { stationName: string; closings: Pick<SiteClosings, 'close' | 'void'>; others: OthersOfDay } | null
}

/** The bookings of other stations of the site, and that their labels came out. */
interface OthersOfDay {
  ofDays(environment: string, fromDay: string, day: string): Promise<LedgerBooking[]>
  printsOf(shipmentId: string): Promise<PrintFact[]>
}

/** Freight still on the dock from up to this many days back is reported with today's. */
const DAYS_BACK = 14

export type EndOfDayService = ReturnType<typeof createEndOfDay>

/**
 * The closing of a day's shipping: the freight of each carrier, the unready shipments, and the papers that drivers
 * sign.
 */
export function createEndOfDay(options: EndOfDayOptions) {
  const { bookings, manifests, shipments, environment, settings, conversion, officePrint, clock, ids, site } = options
  let last: Promise<unknown> = Promise.resolve()

  /** One closing at a time: two must not find the same shipment free, or take the same number. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine
    return mine
  }

  /** What belongs to the day and is on no manifest. */
  async function openOf(day: string): Promise<DayBooking[]> {
    const span = { fromDay: addDays(day, -DAYS_BACK), day, start: dayBegins(day), end: dayBegins(addDays(day, 1)) }
    const own = await bookings.of(environment(), span)
    const found = site === null ? own : [...own, ...(await site.others.ofDays(environment(), span.fromDay, day))]
    const shipmentIds = found.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))
    const [listed, canceling, jobs] = await Promise.all([
      manifests.listed(environment(), shipmentIds),
      bookings.beingCanceled(found.map(({ bookingId }) => bookingId)),
      bookings.labelJobs(shipmentIds),
    ])
    const days: DayBooking[] = []
    for (const booking of found) {
      const { shipmentId } = booking
      if (shipmentId !== null && listed.has(shipmentId)) continue
      days.push({
        booking,
        shipment: shipmentId === null ? null : await shipments.get(shipmentId),
        isBeingCanceled: canceling.has(booking.bookingId),
        jobs: shipmentId === null ? [] : [...(jobs.get(shipmentId) ?? []), ...(await printedElsewhere(shipmentId))],
      })
    }
    return days.filter((one) => belongsTo(one, day))
  }

  /** A label that came out at another station of the site is on the freight as well. */
  async function printedElsewhere(shipmentId: string): Promise<LabelJob[]> {
    const prints = site === null ? [] : await site.others.printsOf(shipmentId)
    return prints.flatMap(({ claimId, outcome }) => {
      if (outcome !== 'printed' && outcome !== 'unknown') return []
      return [
        { jobId: claimId, state: outcome === 'printed' ? ('PRINTED' as const) : ('UNKNOWN' as const), nextTryAt: null },
      ]
    })
  }

  async function close(input: CloseDayInput): Promise<Manifest[]> {
    const before = await manifests.ofSubmission(input.submissionId)
    if (before.length > 0) return before
    const open = await openOf(input.day)
    const { stationName, operatorName } = await settings()
    const wanted = input.carriers.flatMap(({ carrier, shipmentIds, follows }): WantedManifest[] => {
      const chosen = shipmentIds.map((shipmentId) => ready(open, carrier, shipmentId))
      const [group] = byCarrier(chosen)
      if (!group) return []
      const manifest = {
        manifestId: ids.next('mft'),
        day: input.day,
        carrier,
        scac: group.scac,
        station: site?.stationName ?? stationName,
        operator: operatorName ? operatorName : null,
        totals: totalsOf(group.rows),
        rows: group.rows,
      }
      return [{ follows, manifest }]
    })
    return site === null ? closeHere(input, wanted) : site.closings.close(input.submissionId, wanted)
  }

  async function closeHere(
    { day, submissionId }: CloseDayInput,
    wanted: readonly WantedManifest[],
  ): Promise<Manifest[]> {
    const series = `M${day.replaceAll('-', '')}`
    const last = await manifests.lastNumber(series)
    const status = { createdAt: clock.now().toISOString(), voidedAt: null, voidReason: null }
    const draw = await drawer()
    const made = await Promise.all(
      wanted.map(async ({ manifest: { manifestId, ...rest } }, nth) => {
        const number = manifestNumber(series, last + nth + 1)
        const manifest: Manifest = { manifestId, number, ...rest, ...status }
        return { manifest, pdf: await draw(manifest) }
      }),
    )
    await manifests.add(environment(), submissionId, made)
    return made.map(({ manifest }) => manifest)
  }

  /** Draws manifests in the station's language. Here alone: no start needs the 0.8 MB of the PDF writer. */
  async function drawer() {
    const [{ language }, { manifestPdf }] = await Promise.all([settings(), import('./manifest-pdf.ts')])
    return (manifest: Manifest) => manifestPdf(manifest, { language })
  }

  /** What the driver signs: as it was made here, or drawn from the site's data. */
  async function paperOf(manifestId: string): Promise<{ number: string; pdf: Uint8Array }> {
    const manifest = await manifests.get(manifestId)
    const pdf = await manifests.pdf(manifestId)
    return {
      number: manifest.number,
      pdf: pdf ?? (await (await drawer())(manifest)),
    }
  }

  return {
    get: async (day: string): Promise<EndOfDay> => {
      const open = await openOf(day)
      const isRow = (row: NotReady | null): row is NotReady => row !== null
      return {
        day,
        carriers: byCarrier(open.filter((one) => notReadyKind(one) === null)),
        notReady: byGravity(open.map(notReadyRow).filter(isRow)),
        orders: await bookings.orders({ fromDay: addDays(day, -DAYS_BACK), day }),
        manifests: await manifests.ofDay(environment(), day),
        next: await bookings.next(environment(), day),
      }
    },

    /** @throws StationError WRONG_STATE when a shipment is not ready, of another carrier, or on a manifest already; DAY_CLOSED */
    close: (input: CloseDayInput): Promise<Manifest[]> => inTurn(() => close(input)),

    download: async (manifestId: string): Promise<DocumentContent> => {
      const { number, pdf } = await paperOf(manifestId)
      return {
        name: `${number}.pdf`,
        contentType: 'application/pdf',
        bytes: Buffer.from(pdf).toString('base64'),
      }
    },

    pages: async (manifestId: string, window: PageWindow): Promise<DocumentPages> => {
      const { number, pdf } = await paperOf(manifestId)
      return drawnPages(conversion, `${number}.pdf`, pdf, window)
    },

    print: async (manifestId: string, copies?: number): Promise<PrintJob> => {
      const { number, pdf } = await paperOf(manifestId)
      const job = await officePrint({ document: 'office', bytes: pdf, title: number, shipmentId: null, copies })
      await manifests.notePrint(manifestId, job.jobId)
      return job
    },

    void: async (manifestId: string, reason: string): Promise<Manifest> =>
      (await site?.closings.void(manifestId, reason)) ?? manifests.void(manifestId, reason),
  }
}

function ready(open: readonly DayBooking[], carrier: string, shipmentId: string): DayBooking {
  const found = open.find(({ booking }) => booking.shipmentId === shipmentId)
  if (!found) throw alreadyOn(shipmentId, shipmentId)
  const { reference, carrierName } = found.booking
  if (carrierName !== carrier) {
    throw wrongState(`${reference} ships with ${carrierName}, not ${carrier}.`, { shipmentId, reference })
  }
  const why = notReadyKind(found)
  if (why === null) return found
  throw wrongState(`${reference} is no longer ready.`, { shipmentId, reference, kind: why.kind })
}
