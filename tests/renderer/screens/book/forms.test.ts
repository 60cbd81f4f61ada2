import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { CrossBorderQuote } from '../../../../src-shared/station/quote/crossborder.ts'
import { bookingFormFor, parseBookingForm } from '../../../../src-renderer/screens/book/booking-form.ts'
import { offersOf } from '../../../../src-renderer/screens/book/confirm/offer.ts'
import { crossingRequest } from '../../../sandbox/crossing.ts'
import { crossborderQuoteRequestSchema } from '../../../../src-shared/freight/crossborder-quote.ts'

const border: CrossBorderQuote = {
  id: 'Q-X',
  kind: 'crossborder',
  loadId: 'LOAD-1',
  bolNumber: null,
  rates: [
    {
      rateId: 'R-X',
      quoteId: 'QUO-X',
      serviceType: 'standard',
      total: { minor: 98_000, currency: 'USD' },
      transitDays: { from: 4, to: 6 },
      moves: [
        { carrierName: 'Northline Freight', scac: 'NLTF', pickupDate: '2026-11-24', deliveryDate: '2026-11-26' },
        { carrierName: 'Transportes Regio', scac: 'TRRG', pickupDate: '2026-11-26', deliveryDate: '2026-11-28' },
      ],
    },
  ],
  expiresAt: '2026-11-21T13:00:00Z',
  requestedAt: '2026-11-21T12:00:00Z',
  request: crossborderQuoteRequestSchema.parse(crossingRequest()),
}

describe('an offer over the border', () => {
  test('is confirmed as the whole way, from its first pickup to its last delivery', () => {
    const [offer] = offersOf(border)
    expect(offer).toMatchObject({
      kind: 'crossborder',
      carrier: 'Northline Freight + Transportes Regio',
      deliveryDate: '2026-11-28',
      shipDate: '2026-11-24',
    })
    if (!offer) throw new Error('no offer')
    const now = new Date('2026-11-21T15:00:00Z')
    const form = bookingFormFor(offer, {
      submissionId: 'submission-1',
      now,
      labelFormat: 'PDF',
      pickups: USUAL_PICKUPS,
    })
    expect(parseBookingForm(form, now, offer.from, USUAL_PICKUPS)).toMatchObject({
      ok: true,
      input: { kind: 'crossborder', quoteId: 'Q-X', rateId: 'R-X', pickupDate: '2026-11-24' },
    })
  })
})
