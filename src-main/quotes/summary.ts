import { toHundredths } from '../../src-shared/freight/weight.ts'
import type { Money } from '../../src-shared/station/money.ts'
import { isCrossBorder, type AnyQuote, type QuoteSummary } from '../../src-shared/station/quote/quote-history.ts'

/** A quote as a line of the history, without its outcome. */
export function summaryOf(quote: AnyQuote): Omit<QuoteSummary, 'bookings'> {
  const { id, requestedAt, expiresAt, rates } = quote
  const cheapest = rates.reduce<Money | null>(
    (least, { total }) => (least === null || total.minor < least.minor ? total : least),
    null,
  )
  const common = { id, requestedAt, expiresAt, cheapest, rates: rates.length }
  if (isCrossBorder(quote)) {
    const { shipperLocation: from, consigneeLocation: to, handlingUnits } = quote.request
    return {
      ...common,
      kind: 'crossborder',
      origin: `${from.city}, ${from.stateOrProvince} ${from.zipCode}`,
      destination: `${to.city}, ${to.stateOrProvince} ${to.zipCode}`,
      ...loadOf(
        handlingUnits.flatMap(({ quantity, products }) =>
          products.map((product) => ({ quantity: quantity * product.quantity, weight: product.weight })),
        ),
      ),
    }
  }
  const { originAddress: from, destinationAddress: to, cargo } = quote.request
  return {
    ...common,
    kind: 'domestic',
    origin: `${from.city}, ${from.state} ${from.postalCode}`,
    destination: `${to.city}, ${to.state} ${to.postalCode}`,
    ...loadOf(cargo),
  }
}

function loadOf(lines: readonly { quantity: number; weight: number }[]): { pieces: number; weightLb: number } {
  return {
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    weightLb: toHundredths(lines.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0)),
  }
}
