import { composeHoldTag } from '../../src-labels/hold-tag.ts'
import { lettersFor } from '../../src-node/letters/letters.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import { isOpen } from '../../src-shared/machine/booking.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { Printing } from '../printing/printing.ts'
import type { LedgerBooking } from '../booking/booking-row.rows.ts'
import type { BookingStore } from '../booking/bookings.rows.ts'
import { withRoom } from './label-room.ts'

/** The tag's text on the freight. It is printed, not shown on a screen: no catalog key. */
const WORDS: Record<Settings['language'], { title: string; notice: string }> = {
  en: {
    title: 'HOLD - not booked yet',
    notice: 'Do not ship. Scan this tag at the packing station: once the freight is booked, its label comes out.',
  },
  es: {
    title: 'RETENER - sin reservar',
    notice: 'No enviar. Escanee esta etiqueta en la mesa de empaque: cuando la carga esté reservada, sale su etiqueta.',
  },
}

export interface HoldTagServices {
  bookings: Pick<BookingStore, 'get'>
  printing: Printing
  settings: { read(): Promise<Settings> }
}

/**
 * Prints a tag that holds the freight of a booking that is not booked yet. It is no label of a shipment: the job names
 * none, so it never counts as one printed.
 * @throws StationError WRONG_STATE when there is nothing to wait for, NOT_FOUND, INVALID_INPUT for stock too small
 */
export async function printHoldTag(
  { bookings, printing, settings }: HoldTagServices,
  { bookingId, printerId }: { bookingId: string; printerId?: string | undefined },
): Promise<PrintJob> {
  const booking = await bookings.get(bookingId)
  const { reference, state } = booking
  if (!isOpen(booking)) {
    throw wrongState(`Booking ${reference} is ${state}; hold tags are for freight that is not booked yet.`, {
      bookingId,
      state,
    })
  }
  const printer = await printing.printers.choose(printerId)
  const { language, dpi, media } = printer
  const { consigneeName, destination, carrierName, createdAt } = booking
  const lines = WORDS[(await settings.read()).language]
  const tag = { reference, consigneeName, destination, carrierName, pieces: piecesOf(booking), createdAt, lines }
  const letters = await lettersFor(tag)
  return printing.queue.add({
    printerId: printer.printerId,
    title: reference,
    purpose: 'hold-tag',
    reason: null,
    shipmentId: null,
    copies: 1,
    document: withRoom('printerId', () => composeHoldTag(tag, { language, dpi, media, letters })),
    labels: 1,
  })
}

/** Handling units, as far as the request has them. */
function piecesOf(booking: LedgerBooking): number | null {
  const { origin } = booking
  if (booking.kind === 'direct') return sumOf(booking.request.cargo)
  if (origin?.kind === 'domestic') return sumOf(origin.request.cargo)
  return origin?.kind === 'crossborder' ? sumOf(origin.request.handlingUnits) : null
}

function sumOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
