import type { BookingWire, LedgerBooking, QuoteTerms } from './booking-row.ts'

/** The wire body under another quote, on another day of pickup, or both. Everything else stays to the letter. */
export function bodyWithTerms(
  wire: BookingWire,
  terms: QuoteTerms | undefined,
  pickupDate: string | undefined,
): LedgerBooking['request'] {
  switch (wire.kind) {
    case 'direct':
      return pickupDate === undefined ? wire.request : { ...wire.request, shipDate: pickupDate }
    case 'load':
      return { ...wire.request, ...(terms ? { quoteId: terms.quoteId } : {}), ...(pickupDate ? { pickupDate } : {}) }
    case 'quote': {
      const { selectedRate } = wire.request
      const named = terms && {
        quoteId: terms.quoteId,
        selectedRate: {
          provider: terms.provider ?? selectedRate.provider,
          service: terms.service ?? selectedRate.service,
        },
      }
      return { ...wire.request, ...named, ...(pickupDate ? { pickupDate } : {}) }
    }
  }
}
