import { CSV_MARK, safeCsvLine, type CsvCell } from '../../../../src-shared/csv.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { majorUnits } from '../../../../src-shared/station/money.ts'

/**
 * The columns of the file, named as in the interface regardless of the screen's language, so that a sheet's formulas
 * find them.
 */
const COLUMNS = {
  reference: ({ reference }) => reference,
  state: ({ state, cancellation }) => (cancellation ? 'CANCELLED' : state),
  carrierName: ({ carrierName }) => carrierName,
  service: ({ service }) => service,
  consigneeName: ({ consigneeName }) => consigneeName,
  destination: ({ destination }) => destination,
  pickupDate: ({ pickupDate }) => pickupDate,
  quoted: ({ total }) => total && majorUnits(total),
  charged: ({ charged }) => (charged ? majorUnits(charged) : null),
  refund: ({ cancellation }) => (cancellation?.refund ? majorUnits(cancellation.refund) : null),
  currency: ({ charged, total }) => (charged ?? total)?.currency ?? '',
  shipmentId: ({ shipmentId }) => shipmentId,
  trackingNumber: ({ trackingNumber }) => trackingNumber,
  proNumber: ({ proNumber }) => proNumber,
  createdAt: ({ createdAt }) => createdAt,
} satisfies Record<string, (booking: Booking) => CsvCell>

/** These bookings as CSV, amounts in major units; safe for spreadsheets. */
export function bookingsCsv(bookings: readonly Booking[]): string {
  const columns = Object.values<(booking: Booking) => CsvCell>(COLUMNS)
  const lines = bookings.map((booking) => safeCsvLine(columns.map((cell) => cell(booking))))
  return [CSV_MARK, safeCsvLine(Object.keys(COLUMNS)), ...lines].join('')
}
