import type { Rate } from '../../../../src-shared/station/quote/quote.ts'

const RATE_BADGES = ['cheapest', 'fastest', 'guaranteed'] as const
export type RateBadge = (typeof RATE_BADGES)[number]

/** Highlights among the rates of one quote. Prices in different currencies are not compared. */
export function rateBadges(rates: readonly Rate[]): ReadonlyMap<string, readonly RateBadge[]> {
  const isComparable = rates.length > 1
  const isOneCurrency = new Set(rates.map((rate) => rate.total.currency)).size === 1
  const cheapest = Math.min(...rates.map((rate) => rate.total.minor))
  const fastest = Math.min(...rates.map((rate) => rate.transitDays?.to ?? Number.POSITIVE_INFINITY))
  return new Map(
    rates.map((rate) => {
      const holds: Record<RateBadge, boolean> = {
        cheapest: isComparable && isOneCurrency && rate.total.minor === cheapest,
        fastest: isComparable && rate.transitDays?.to === fastest,
        guaranteed: rate.isGuaranteed === true,
      }
      return [rate.rateId, RATE_BADGES.filter((badge) => holds[badge])]
    }),
  )
}
