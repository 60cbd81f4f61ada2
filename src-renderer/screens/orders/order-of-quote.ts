import { Lru } from '../../../src-shared/lru.ts'
import type { Order } from '../../../src-shared/station/orders/order.ts'

/** More than a person goes back to. */
const MOST_STORED = 50
const kept = new Lru<string, Order>(MOST_STORED)

/** Keeps of which order a quote is, so that a booking of it begins with the order's words. */
export function noteOrder(quoteId: string, order: Order): void {
  kept.set(quoteId, order)
}

/** A quote that was made from another one is of the same order, where that is of one. */
export function carryOrder(fromQuoteId: string, quoteId: string): void {
  const order = kept.get(fromQuoteId)
  if (order) kept.set(quoteId, order)
}

/** Null: it is of no order, or of one that was looked at long ago. */
export function orderOfQuote(quoteId: string): Order | null {
  return kept.get(quoteId) ?? null
}
