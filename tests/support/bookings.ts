import type { QuoteBooking } from '../../src-shared/freight/booking.ts'
import type { NewBooking } from '../../src-main/booking/bookings.rows.ts'

/** A booking from a domestic quote as the outbox hands it to the ledger. */
export function newBooking(id: string, change: Partial<QuoteBooking> = {}): NewBooking {
  return {
    bookingId: `bkg_${id}`,
    submissionId: `submission-${id}`,
    environment: 'embedded',
    kind: 'quote',
    request: {
      quoteId: 'q-1',
      selectedRate: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { companyName: 'Globex Corporation' },
      reference: `PO-${id}`,
      pickupDate: '2026-11-23',
      labelFormat: 'ZPL',
      ...change,
    },
    summary: {
      carrierName: 'Northline Freight',
      total: { minor: 41280, currency: 'USD' },
      consigneeName: 'Globex Corporation',
      destination: 'Chicago, IL 60601',
      pickupDate: '2026-11-23',
    },
    quoteExpiresAt: '2026-11-21T16:00:00.000Z',
  }
}
