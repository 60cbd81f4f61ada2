import type { Rate } from '../../../../src-shared/station/quote/quote.ts'

const RATE_BADGES = ['cheapest', 'fastest', 'guaranteed'] as const
export type RateBadge = (typeof RATE_BADGES)[number]

/** Highlights among the rates of one quote. Prices in different currencies are not compared. */
export function rateBadges(rates: readonly Rate[]): ReadonlyMap<string, readonly RateBadge[]> {
  const isComparable = rates.length > 1
  const isOneCurrency = new Set(rates.map((rate) => rate.total.currency)).size === 1
  const byTotal = rates.toSorted((one, other) => one.total.minor - other.total.minor)
  const fewest = Math.min(...rates.map((rate) => rate.transitDays?.to ?? Number.POSITIVE_INFINITY))
  const cheapest = byTotal[0]
  // Of several that take as long, the one that costs least.
  const fastest = byTotal.find((rate) => rate.transitDays?.to === fewest)
  return new Map(
    rates.map((rate) => {
      const holds: Record<RateBadge, boolean> = {
        cheapest: isComparable && isOneCurrency && rate === cheapest,
        fastest: isComparable && rate === fastest,
        guaranteed: rate.isGuaranteed === true,
      }
      return [rate.rateId, RATE_BADGES.filter((badge) => holds[badge])]
    }),
  )
}
