import type { LoadBooking } from '../../src-shared/freight/load-booking.ts'
import { crossborderOrder } from '../crossborder/order.ts'
import { crossborderQuote, type CrossborderQuote } from '../crossborder/quotes.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { shipmentExists, type ShipmentRecord } from '../shipments/store.ts'
import { quotedOrder } from './book.ts'
import { openShipment, type BookingContext, type Order } from './open-shipment.ts'
import { findStoredQuote, isQuotedLoad } from './quote-store.ts'
import { assertCanPlan, domesticQuote, type DomesticQuote } from './quotes.ts'
import { writeQuotes } from './waiting-quotes.ts'

/**
 * Books a quoted load under its own id: all of it or nothing, in one transaction, and once. The path names one load, so a
 * repeated request cannot make a second shipment.
 * @throws FreightFailure SHIPMENT_NOT_FOUND, INVALID_REQUEST (LOAD_ALREADY_BOOKED and the errors of the quote),
 *   INSUFFICIENT_FUNDS.
 */
export function bookLoad(context: BookingContext, loadId: string, request: LoadBooking, now: number): ShipmentRecord {
  const { db } = context
  writeQuotes(db)
  return db
    .transaction(() => {
      if (shipmentExists(db, loadId)) {
        throw new FreightFailure('INVALID_REQUEST', `The load ${loadId} has been booked already.`, {
          reason: 'LOAD_ALREADY_BOOKED',
          shipmentId: loadId,
        })
      }
      if (!isQuotedLoad(db, loadId)) {
        throw new FreightFailure('SHIPMENT_NOT_FOUND', `There is no load ${loadId}.`, { loadId })
      }
      assertCanPlan('pickupDate', request.pickupDate, now)
      const order = orderOf(context, loadId, request, now)
      return openShipment(context, order, request, request.labelFormat ?? 'PDF', now)
    })
    .immediate()
}

function orderOf(context: BookingContext, loadId: string, { quoteId, pickupDate }: LoadBooking, now: number): Order {
  const stored = findStoredQuote(context.db, quoteId, now)
  if (stored.loadId !== loadId) {
    throw invalidField('quoteId', `${quoteId} is not a quote of the load ${loadId}.`, {
      reason: 'QUOTE_NOT_IN_LOAD',
      quoteId,
      loadId: stored.loadId,
    })
  }
  const [order, ...others] =
    stored.kind === 'CROSSBORDER' ? crossborderOrders(crossborderQuote(stored)) : domesticOrders(domesticQuote(stored))
  if (order && others.length === 0) return order
  throw invalidField('quoteId', `${quoteId} has several rates; name one of them by its own id.`, {
    reason: 'QUOTE_HAS_SEVERAL_RATES',
    quoteIds: stored.offers.map(({ rateId }) => rateId),
  })

  function crossborderOrders(quote: CrossborderQuote): Order[] {
    return quote.offers.map((offer) => crossborderOrder(context, quote, offer, pickupDate, now))
  }
  function domesticOrders(quote: DomesticQuote): Order[] {
    return quote.offers.map((offer) => quotedOrder(context, quote, offer, pickupDate, now))
  }
}
