import type { BookingMove } from '../../src-shared/machine/booking.ts'
import type { BookingWire } from '../../src-shared/station/booking/record.ts'

/**
 * The wire body with which a booking continues under another quote, on another day of pickup, or both; the very same
 * where the move changes neither. Everything else stays to the letter.
 */
export function wireAfter(
  wire: BookingWire,
  { terms, pickupDate }: Pick<Extract<BookingMove, { to: 'QUEUED' }>, 'terms' | 'pickupDate'>,
): BookingWire {
  if (!terms && !pickupDate) return wire
  switch (wire.kind) {
    case 'direct':
      return pickupDate === undefined ? wire : { ...wire, request: { ...wire.request, shipDate: pickupDate } }
    case 'load': {
      const request = { ...wire.request, ...(terms && { quoteId: terms.quoteId }), ...(pickupDate && { pickupDate }) }
      return { ...wire, loadId: terms?.loadId ?? wire.loadId, request }
    }
    case 'quote': {
      const { selectedRate } = wire.request
      const named = terms && {
        quoteId: terms.quoteId,
        selectedRate: {
          provider: terms.provider ?? selectedRate.provider,
          service: terms.service ?? selectedRate.service,
        },
      }
      return { ...wire, request: { ...wire.request, ...named, ...(pickupDate && { pickupDate }) } }
    }
  }
}
