import { isQueued, isUnsent } from '../../src-shared/machine/booking.ts'
import type { BookingSummary, BookingWire } from '../../src-shared/station/booking/record.ts'
import type { LedgerBooking } from './booking-row.rows.ts'
import { refusedMove } from './booking-write.rows.ts'
import { wireAfter } from './wire-body.ts'

/** What may still be corrected in a booking that was not sent. */
export interface BookingEdit {
  reference?: string | undefined
  instructions?: string | undefined
  consigneeInfo?: BookingWire['request']['consigneeInfo'] | undefined
  pickupDate?: string | undefined
}

/** The wire body with the corrections. */
function editedRequest(
  wire: BookingWire,
  { reference, instructions, consigneeInfo, pickupDate }: BookingEdit,
): BookingWire['request'] {
  const { request } = wireAfter(wire, pickupDate === undefined ? {} : { pickupDate })
  return {
    ...request,
    ...(reference === undefined ? {} : { reference }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(consigneeInfo === undefined ? {} : { consigneeInfo: { ...request.consigneeInfo, ...consigneeInfo } }),
  }
}

/** What of the summary changes with it. */
function editedSummary({
  consigneeInfo,
  pickupDate,
}: BookingEdit): Partial<Pick<BookingSummary, 'consigneeName' | 'pickupDate'>> {
  const consigneeName = consigneeInfo?.companyName
  return {
    ...(consigneeName === undefined ? {} : { consigneeName }),
    ...(pickupDate === undefined ? {} : { pickupDate }),
  }
}

/** The audit log note of a booking that a person corrected, held or released. */
export interface BookingNote {
  actor: 'operator'
  subjectKind: 'booking'
  subjectId: string
  action: 'edited' | 'held' | 'released'
  detail: Record<string, unknown>
}

const noteOf = (
  { bookingId: subjectId }: LedgerBooking,
  action: BookingNote['action'],
  detail: BookingNote['detail'],
): BookingNote => ({ actor: 'operator', subjectKind: 'booking', subjectId, action, detail })

/**
 * The new reference of an edit, which has to be made unique; null: it stays the booking's own. @throws StationError
 * WRONG_STATE
 */
export function referenceToFree(before: LedgerBooking, { reference }: BookingEdit): string | null {
  if (!isUnsent(before)) throw refusedMove(before, 'QUEUED')
  return reference === undefined || reference.toLowerCase() === before.reference.toLowerCase() ? null : reference
}

/**
 * What an edit writes and notes, in either database. @param free the unique reference; null: it stays the booking's
 * own
 */
export function editOf(
  before: LedgerBooking,
  edit: BookingEdit,
  free: string | null,
): { reference: string; request: string; summary: string; note: BookingNote } {
  const reference = free ?? edit.reference ?? before.reference
  const { instructions, consigneeInfo, pickupDate } = edit
  return {
    reference,
    request: JSON.stringify(editedRequest(before, { ...edit, reference })),
    summary: JSON.stringify(editedSummary(edit)),
    note: noteOf(before, 'edited', { reference, instructions, consigneeInfo, pickupDate }),
  }
}

/** Until when a QUEUED booking is kept unsent, as it is written and noted; null: it is released. @throws StationError WRONG_STATE */
export function holdOf(
  before: LedgerBooking,
  hold: { day: string; until: Date } | null,
  at: string,
): { day: string | null; until: string | null; after: LedgerBooking; note: BookingNote } {
  if (!isQueued(before)) throw refusedMove(before, 'QUEUED')
  const day = hold?.day ?? null
  return {
    day,
    until: hold?.until.toISOString() ?? null,
    after: { ...before, holdUntil: day, nextCheckAt: at, updatedAt: at },
    note: noteOf(before, hold ? 'held' : 'released', { was: before.holdUntil, until: day }),
  }
}
