import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { majorUnits } from '../../src-shared/station/money.ts'
import { EXIT, type ExitCode } from './exit.ts'

/** A booking in one line for people. */
export function bookingLine(booking: Booking): string {
  const { state, reference, carrierName, total, shipmentId, trackingNumber, error, bookingId } = booking
  const price = total === null ? '' : `${majorUnits(total).toFixed(2)} ${total.currency}`
  const known = shipmentId === null ? bookingId : `${shipmentId} ${trackingNumber ?? ''}`
  const why = error === null ? '' : `(${error.code}: ${error.message})`
  return [state.padEnd(14), reference, carrierName, price, known, why].filter((part) => part !== '').join('  ')
}

/** What a script is to make of a booking's state. */
export function bookingExit({ state }: Booking): ExitCode {
  switch (state) {
    case 'BOOKED':
      return EXIT.done
    case 'REJECTED':
    case 'CANCELLED':
      return EXIT.failed
    case 'QUEUED':
      return EXIT.waiting
    case 'SENDING':
    case 'UNKNOWN':
    case 'NEEDS_DECISION':
      return EXIT.undecided
  }
}
