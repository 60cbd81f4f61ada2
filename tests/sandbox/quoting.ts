import { quoteShapeASchema, type QuoteRequest, type QuoteShapeA } from '../../src-shared/freight/quote.ts'
import { bookedShipmentSchema, type BookedShipment } from '../../src-shared/freight/shipment.ts'
import type { QuoteBooking } from '../../src-shared/freight/booking.ts'
import { dataOf, palletRequest, type RunningService } from './service.ts'

export async function quoted(service: RunningService, changes: Partial<QuoteRequest> = {}): Promise<QuoteShapeA> {
  return dataOf(await service.post('/quote', palletRequest(changes)), quoteShapeASchema)
}

/** Quotes and books with Northline Freight. */
export async function booked(
  service: RunningService,
  request: Partial<QuoteRequest> = {},
  booking: Partial<QuoteBooking> = {},
): Promise<BookedShipment> {
  const { quoteId } = await quoted(service, request)
  const answer = await service.post('/book-shipment', {
    quoteId,
    selectedRate: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
    ...booking,
  })
  return dataOf(answer, bookedShipmentSchema)
}
