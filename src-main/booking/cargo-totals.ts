import type { LedgerBooking } from './booking-row.rows.ts'

interface Cargo {
  pieces: number
  weightLb: number
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
  return parts.reduce(
    (total, part) => ({ pieces: total.pieces + part.pieces, weightLb: total.weightLb + part.weightLb }),
    { pieces: 0, weightLb: 0 },
  )
}
