import { toHundredths } from '../../../src-shared/freight/weight.ts'
import { BOOKING_FIELDS, type Booking } from '../../../src-shared/station/booking/booking.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'

interface Cargo {
  pieces: number
  weightLb: number
}

/** What a screen sees of a booking: without the wire body and the outbox's own bookkeeping. */
export function bookingView(booking: LedgerBooking): Booking {
  const view: LedgerBooking = { ...booking, cargo: cargoTotals(booking) }
  for (const field of Object.keys(view)) if (!BOOKING_FIELDS.has(field)) Reflect.deleteProperty(view, field)
  return view
}

/** What was declared when it was booked: handling units, and the pounds of all; null when the booking does not carry it. */
export function cargoTotals(booking: LedgerBooking): Cargo | null {
  if (booking.origin?.kind === 'crossborder') {
    return sum(
      booking.origin.request.handlingUnits.map(({ quantity, products }) => ({
        pieces: quantity,
        weightLb: quantity * products.reduce((weight, product) => weight + product.weight * product.quantity, 0),
      })),
    )
  }
  const lines = booking.kind === 'direct' ? booking.request.cargo : booking.origin?.request.cargo
  if (lines === undefined) return null
  return sum(lines.map(({ quantity, weight }) => ({ pieces: quantity, weightLb: quantity * weight })))
}

function sum(parts: readonly Cargo[]): Cargo {
  return {
    pieces: parts.reduce((total, { pieces }) => total + pieces, 0),
    weightLb: toHundredths(parts.reduce((total, { weightLb }) => total + weightLb, 0)),
  }
}
