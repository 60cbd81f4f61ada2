import type { Quote } from './quote.ts'
import { isCrossBorder, type AnyQuote } from './quote-history.ts'

/** The day that was asked for, and the one that the rates are for. */
export interface MovedPickup {
  asked: string
  given: string
}

/**
 * The interface has no field for it: services put it among a quote's warnings (freight interface, domestic quote
 * response).
 */
const MOVED = /^No pickup is possible on (\d{4}-\d{2}-\d{2}); the rates are for pickup on (\d{4}-\d{2}-\d{2})\.$/

/** The pickup day that a warning announces; null: none. */
export function movedPickup(warning: string): MovedPickup | null {
  const [, asked, given] = MOVED.exec(warning) ?? []
  return asked !== undefined && given !== undefined ? { asked, given } : null
}

/** The day that the rates of a quote are for, where it is not the one that was asked for; null: it is, as far as is known. */
export function movedPickupOf(quote: AnyQuote): MovedPickup | null {
  if (isCrossBorder(quote)) return null
  return quote.warnings.map(movedPickup).find((moved) => moved !== null) ?? null
}

/** The day that the rates of a quote are for; undefined: it was asked for without one. */
export const pickupDayOfQuote = (quote: Quote): string | undefined =>
  movedPickupOf(quote)?.given ?? quote.request.shipDate
