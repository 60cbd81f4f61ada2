import { isCalledOff, isNeverBooked } from '../../src-shared/machine/booking.ts'
import { EMBEDDED } from '../../src-shared/station/app/state.ts'
import type { ReferenceUser } from '../../src-shared/station/booking/reference.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { bookingRows, LedgerBooking } from './booking-row.rows.ts'

/** The reference itself, then with the suffixes -2, -3 ... */
export const copyName = (wanted: string, copy: number): string => (copy === 1 ? wanted : `${wanted}-${copy}`)

/** The bookings under this reference and under its suffixes -2, -3 ... as far as they go, the first one first. */
export function bookingsUnder({ one }: ReturnType<typeof bookingRows>, wanted: string): LedgerBooking[] {
  const found: LedgerBooking[] = []
  for (let copy = 1; ; copy++) {
    const booking = one('b.reference = ?', copyName(wanted, copy))
    if (!booking) return found
    found.push(booking)
  }
}

/**
 * The first booking under this reference that is paid for, or may be; null: none is.
 * @param environment the service in use: for a real one, what was booked in practice is not paid for, and the other way
 * round; null: either counts
 */
export function paidUnder(
  rows: ReturnType<typeof bookingRows>,
  wanted: string,
  environment: string | null,
): ReferenceUser | null {
  const paid = bookingsUnder(rows, wanted).find(
    (booking) =>
      !isNeverBooked(booking) &&
      !isCalledOff(booking) &&
      (environment === null || (booking.environment === EMBEDDED) === (environment === EMBEDDED)),
  )
  return paid ? userAs(paid) : null
}

/** A booking as a person is shown it. */
export function userAs(booking: LedgerBooking): ReferenceUser {
  const { bookingId, shipmentId, reference, carrierName, consigneeName, state, createdAt } = booking
  return { bookingId, shipmentId, reference, carrierName, consigneeName, state, at: createdAt }
}

/** @param next what a second booking would be called */
export function referenceUsed(word: string, next: string, usedBy: ReferenceUser): StationError {
  const { carrierName, consigneeName, state, at } = usedBy
  return new StationError({
    code: 'REFERENCE_USED',
    message: `${word} was used before: ${carrierName} for ${consigneeName}, ${state}${at === null ? '' : `, booked ${at}`}. To book it again as ${next}, confirm.`,
    details: { reference: word, next, usedBy },
  })
}
