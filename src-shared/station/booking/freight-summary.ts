import type { Accessorial } from '../../freight/accessorial.ts'
import type { Cargo } from '../../freight/cargo.ts'
import type { CrossborderQuoteRequest } from '../../freight/crossborder-quote.ts'
import type { QuoteRequest } from '../../freight/quote.ts'
import { isCrossBorder, type AnyQuote } from '../quote/quote-history.ts'
import type { BookingContent } from './booking-content.ts'

/** The freight that a price is for, in short. */
export interface FreightSummary {
  pieces: number
  /** Pounds of the whole load. */
  weightLb: number
  /** Length, width and height of a piece in inches, each size once. */
  sizes: [number, number, number][]
  /** Each once, in the order of the cargo lines. */
  classes: string[]
  isHazmat: boolean
  accessorials: Accessorial[]
  /** US dollars; 0: not insured. */
  insuredFor: number
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The sizes of pieces of which all three measures are known, each once. */
export function sizesOf(
  pieces: readonly { length?: number | undefined; width?: number | undefined; height?: number | undefined }[],
): FreightSummary['sizes'] {
  const sizes = pieces.flatMap(({ length, width, height }): FreightSummary['sizes'] =>
    length && width && height ? [[length, width, height]] : [],
  )
  return [...new Map(sizes.map((size) => [size.join(), size])).values()]
}

/** The freight of a domestic quote, or of a booking without a quote. */
export function freightOfRequest({
  cargo,
  accessorials = [],
  insuranceAmount = 0,
}: {
  cargo: readonly Pick<Cargo, 'quantity' | 'weight' | 'length' | 'width' | 'height' | 'freightClass' | 'hazmat'>[]
} & Pick<QuoteRequest, 'accessorials' | 'insuranceAmount'>): FreightSummary {
  return {
    pieces: cargo.reduce((sum, { quantity }) => sum + quantity, 0),
    weightLb: cargo.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0),
    sizes: sizesOf(cargo),
    classes: unique(cargo.flatMap(({ freightClass }) => freightClass ?? [])),
    isHazmat: cargo.some(({ hazmat }) => hazmat === true),
    accessorials: unique(accessorials),
    insuredFor: insuranceAmount,
  }
}

/** The freight of a cross-border quote: its pieces are the handling units. */
export function freightOfBorder({
  handlingUnits,
  shipperLocation,
  consigneeLocation,
  insuranceInfo,
}: Pick<
  CrossborderQuoteRequest,
  'handlingUnits' | 'shipperLocation' | 'consigneeLocation' | 'insuranceInfo'
>): FreightSummary {
  const products = handlingUnits.flatMap((unit) => unit.products)
  const weightOf = (unit: CrossborderQuoteRequest['handlingUnits'][number]) =>
    unit.products.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0)
  return {
    pieces: handlingUnits.reduce((sum, { quantity }) => sum + quantity, 0),
    weightLb: handlingUnits.reduce((sum, unit) => sum + unit.quantity * weightOf(unit), 0),
    sizes: sizesOf(products),
    classes: unique(products.flatMap((product) => (product.class === undefined ? [] : String(product.class)))),
    isHazmat: products.some((product) => product.isHazmat === true),
    accessorials: unique([shipperLocation, consigneeLocation].flatMap((stop) => stop.accessorials ?? [])),
    insuredFor: insuranceInfo?.insuredValue ?? 0,
  }
}

/** The freight of a quote of either kind. */
export const freightOfQuote = (quote: AnyQuote): FreightSummary =>
  isCrossBorder(quote) ? freightOfBorder(quote.request) : freightOfRequest(quote.request)

/** The freight of a booking; null for one of which neither quote nor body is kept. */
export function freightOfBooking({ quoted, direct }: Pick<BookingContent, 'quoted' | 'direct'>): FreightSummary | null {
  if (quoted?.kind === 'crossborder') return freightOfBorder(quoted.request)
  const request = quoted?.request ?? direct
  return request && freightOfRequest(request)
}
