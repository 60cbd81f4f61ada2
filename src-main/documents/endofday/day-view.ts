import { cargoTotals } from '../../booking/submit/booking-view.ts'
import { isCancelled, isOnTheDock } from '../../../src-shared/machine/shipment.ts'
import { toHundredths } from '../../../src-shared/freight/weight.ts'
import { isBooked, isCalledOff, isNeverBooked } from '../../../src-shared/machine/booking.ts'
import { hasFailed, isOut, isUnderWay, mayHaveComeOut } from '../../../src-shared/machine/print-job.ts'
import { NOT_READY_KINDS } from '../../../src-shared/station/documents/endofday.ts'
import type {
  CarrierDay,
  ManifestRow,
  ManifestTotals,
  NotReady,
  NotReadyKind,
} from '../../../src-shared/station/documents/endofday.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import type { LedgerBooking } from '../../booking/booking-row.rows.ts'
import type { LabelJob } from './day-bookings.rows.ts'

/** A booking with the known facts of its shipment: the cache's row, and the print jobs of its labels, oldest first. */
export interface DayBooking {
  booking: LedgerBooking
  shipment: Shipment | null
  isBeingCanceled: boolean
  jobs: readonly LabelJob[]
}

/**
 * Whether a booking belongs to a day's closing: what a driver takes on that day. One of a later day is not due, and on no
 * list and no manifest of today, whenever it was booked; one of an earlier day does as long as it is open, or is on
 * the dock still; picked up and canceled ones do not come back.
 */
export function belongsTo({ booking, shipment }: DayBooking, day: string): boolean {
  const known = shipment ?? { status: 'PENDING' }
  if (isCalledOff(booking) || isCancelled(known)) return false
  if (booking.pickupDate > day) return false
  if (booking.pickupDate === day) return true
  if (isNeverBooked(booking)) return false
  return !isBooked(booking) || isOnTheDock(known)
}

/** Why it cannot continue a manifest yet; null: it can. */
export function notReadyKind({
  booking,
  isBeingCanceled,
  jobs,
}: DayBooking): { kind: NotReadyKind; jobId: string | null } | null {
  const plain = (kind: NotReadyKind) => ({ kind, jobId: null })
  switch (booking.state) {
    case 'NEEDS_DECISION':
      return plain('needs-decision')
    case 'UNKNOWN':
      return plain('unknown')
    case 'REJECTED':
      return plain('rejected')
    case 'QUEUED':
    case 'SENDING':
    case 'CANCELLED':
      return plain('unsent')
    case 'BOOKED':
      break
  }
  if (isBeingCanceled) return plain('being-canceled')
  if (jobs.some(isOut)) return null
  const last = (is: (job: LabelJob) => boolean) => jobs.findLast(is)?.jobId ?? null
  const unknown = last(mayHaveComeOut)
  if (unknown !== null) return { kind: 'print-unknown', jobId: unknown }
  const open = last(isUnderWay)
  if (open !== null) return { kind: 'print-open', jobId: open }
  const failed = last(hasFailed)
  if (failed !== null) return { kind: 'print-failed', jobId: failed }
  return plain(booking.hasLabel ? 'not-printed' : 'no-label')
}

export function notReadyRow(day: DayBooking): NotReady | null {
  const why = notReadyKind(day)
  if (why === null) return null
  const { bookingId, reference, carrierName, consigneeName, destination, pickupDate, shipmentId, error } = day.booking
  return {
    ...why,
    bookingId,
    reference,
    carrier: carrierName,
    consigneeName,
    destination,
    pickupDate,
    shipmentId,
    error,
  }
}

/** The gravest first, then in the order they were made. */
export function byGravity(rows: readonly NotReady[]): NotReady[] {
  return rows.toSorted((a, b) => NOT_READY_KINDS.indexOf(a.kind) - NOT_READY_KINDS.indexOf(b.kind))
}

function manifestRow({ booking, shipment }: DayBooking, shipmentId: string): ManifestRow {
  const cargo = cargoTotals(booking)
  return {
    shipmentId,
    reference: booking.reference,
    proNumber: booking.proNumber ?? shipment?.proNumber ?? null,
    trackingNumber: booking.trackingNumber ?? shipment?.trackingNumber ?? null,
    service: booking.service,
    consigneeName: booking.consigneeName,
    destination: booking.destination,
    pieces: cargo?.pieces ?? shipment?.pieces ?? null,
    weightLb: cargo?.weightLb ?? shipment?.weightLb ?? null,
    pickupDate: booking.pickupDate,
  }
}

/** By carrier name; within one, by the day of pickup and then in the order they were made. */
export function byCarrier(days: readonly DayBooking[]): CarrierDay[] {
  const carriers = new Map<string, CarrierDay>()
  for (const day of days) {
    const { carrierName, shipmentId, origin } = day.booking
    if (shipmentId === null) continue
    const scac = origin?.kind === 'domestic' ? origin.scac : null
    const carrier = carriers.get(carrierName) ?? { carrier: carrierName, scac, rows: [] }
    carriers.set(carrierName, carrier)
    carrier.scac ??= scac
    carrier.rows.push(manifestRow(day, shipmentId))
  }
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return [...carriers.values()]
    .map((carrier) => ({ ...carrier, rows: carrier.rows.toSorted((a, b) => compare(a.pickupDate, b.pickupDate)) }))
    .sort((a, b) => a.carrier.localeCompare(b.carrier))
}

export function totalsOf(rows: readonly ManifestRow[]): ManifestTotals {
  return {
    shipments: rows.length,
    pieces: rows.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0),
    weightLb: toHundredths(rows.reduce((sum, { weightLb }) => sum + (weightLb ?? 0), 0)),
    unweighed: rows.filter(({ weightLb }) => weightLb === null).length,
  }
}
