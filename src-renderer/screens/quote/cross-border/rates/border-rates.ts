import type { CrossborderQuoteRequest } from '../../../../../src-shared/freight/crossborder-quote.ts'
import type {
  CrossBorderMove,
  CrossBorderQuote,
  CrossBorderRate,
} from '../../../../../src-shared/station/quote/crossborder.ts'
import type { RateChange } from '../../../../../src-shared/station/quote/quote-history.ts'
import type { MessageKey } from '../../../../messages/catalogue.ts'
import type { Difference } from '../../rates/rate-change.ts'
import { detourMiles, type CrossingAdvice } from '../crossing/crossing.ts'

const BORDER_BADGES = ['cheapest', 'fastest'] as const
export type BorderBadge = (typeof BORDER_BADGES)[number]

/** Highlights among the rates of one quote, cheapest first. Prices in different currencies are not compared. */
export function borderBadges(rates: readonly CrossBorderRate[]): ReadonlyMap<string, readonly BorderBadge[]> {
  const isOneCurrency = new Set(rates.map(({ total }) => total.currency)).size === 1
  const cheapest = Math.min(...rates.map(({ total }) => total.minor))
  const shortest = Math.min(...rates.map(({ transitDays }) => transitDays?.to ?? Number.POSITIVE_INFINITY))
  // Of several that take as long, the one that costs least: the first.
  const fastest = rates.find(({ transitDays }) => transitDays?.to === shortest)
  return new Map(
    rates.map(({ rateId, total }) => {
      const holds = {
        cheapest: isOneCurrency && total.minor === cheapest,
        fastest: fastest?.rateId === rateId,
      }
      return [rateId, rates.length > 1 ? BORDER_BADGES.filter((badge) => holds[badge]) : []]
    }),
  )
}

/** The role of a leg: of three the middle one goes over the bridge. */
export type LegRole = 'toBorder' | 'crossing' | 'fromBorder' | 'whole' | 'leg'

export function legRole(index: number, count: number): LegRole {
  if (count === 1) return 'whole'
  if (index === 0) return 'toBorder'
  if (index === count - 1) return 'fromBorder'
  return count === 3 ? 'crossing' : 'leg'
}

/** The first day of the way and its last, as far as the carriers named them. */
export function daysOf({ moves }: CrossBorderRate): { pickup: string | null; delivery: string | null } {
  return { pickup: moves[0]?.pickupDate ?? null, delivery: moves.at(-1)?.deliveryDate ?? null }
}

/** The carriers' codes in the order of the way: "NLTF→TGMO→FCZT". */
export function carrierCodes(moves: readonly CrossBorderMove[]): string {
  return moves.map(({ scac, carrierName }) => scac ?? carrierName).join('→')
}

/** Something a clerk should know before the quote is booked. */
export interface Caution {
  key: MessageKey
  tone: 'wait' | 'idle'
  /** Days that the sentence names, YYYY-MM-DD. */
  days?: Readonly<Record<string, string>>
  /** The distance that the sentence names. */
  miles?: number
}

const GENERIC_SAT = '01010101'
/** Less than this is no reason to cross elsewhere. */
const DETOUR_WORTH_SAYING_MILES = 25

/** Surprises of a quote and one of its rates: reported here, since the interface's answer has no warnings. */
export function cautions(quote: CrossBorderQuote, rate: CrossBorderRate, advice: CrossingAdvice | null): Caution[] {
  const { request } = quote
  const wanted = request.shipperLocation.scheduledDate?.slice(0, 10)
  const { pickup } = daysOf(rate)
  const products = request.handlingUnits.flatMap((unit) => unit.products)
  const detour = advice ? detourMiles(advice, request.borderCrossingLocation) : 0
  return [
    ...(wanted && pickup && pickup !== wanted
      ? [{ key: 'border.caution.pickupMoved', tone: 'wait', days: { wanted, pickup } } as const]
      : []),
    ...customsCautions(request),
    ...(products.some(({ satCode }) => satCode === GENERIC_SAT)
      ? [{ key: 'border.caution.genericSat', tone: 'wait' } as const]
      : []),
    ...(products.some(({ isHazmat }) => isHazmat) ? [{ key: 'border.caution.hazmat', tone: 'wait' } as const] : []),
    ...(detour > DETOUR_WORTH_SAYING_MILES
      ? [{ key: 'border.caution.detour', tone: 'idle', miles: detour } as const]
      : []),
    ...(request.insuranceInfo?.insuredValue ? [] : [{ key: 'border.caution.notInsured', tone: 'idle' } as const]),
  ]
}

function customsCautions({ customs }: CrossborderQuoteRequest): Caution[] {
  const canBeAsked = (contact: CrossborderQuoteRequest['customs']['origin']) =>
    Boolean(contact?.firstName && (contact.phone ?? contact.email))
  return (['origin', 'destination'] as const).flatMap((end) =>
    canBeAsked(customs[end]) ? [] : [{ key: `border.caution.contact.${end}`, tone: 'wait' } as const],
  )
}

/** How a rate compares to the one of the quote before; null when they cannot be compared. */
export function differenceOf(changes: readonly RateChange[], rate: CrossBorderRate): Difference | null {
  const provider = rate.moves.map(({ scac, carrierName }) => scac ?? carrierName).join(' + ')
  const change = changes.find((one) => one.provider === provider && one.service === (rate.serviceType ?? ''))
  if (!change || change.now?.minor !== rate.total.minor) return null
  if (change.was === null) return { kind: 'new' }
  if (change.difference === null) return null
  if (change.difference === 0) return { kind: 'same' }
  const by = { minor: Math.abs(change.difference), currency: rate.total.currency }
  return { kind: change.difference > 0 ? 'dearer' : 'cheaper', by }
}
