import { z } from 'zod'
import * as field from './field.ts'
import { readAmount, readPrice, readText } from './read-scalar.ts'
import { requestIdIn, rowsOf, tracedMeta } from './envelope.ts'

/** A usable offer has a name to book it by and a price; all else may be missing. */
const neededText = field.needed(readText, 'a text')
const neededPrice = field.needed(readPrice, 'a price')
const neededCurrency = field.currency.transform((reported, context) => {
  if (reported !== null) return reported ?? 'USD'
  context.addIssue(field.indispensable('is not a currency code'))
  return z.NEVER
})

/** Charges that cannot be read are left out one by one. */
const chargesByCode = field.part(
  z.preprocess(
    (reported) =>
      typeof reported === 'object' && reported !== null
        ? Object.fromEntries(
            Object.entries(reported).flatMap(([code, value]) => {
              const amount = readAmount(value)
              return amount === undefined ? [] : [[code, amount]]
            }),
          )
        : reported,
    z.record(z.string(), z.number()),
  ),
)

/** One rate of shape A. */
const rateAnswer = z.object({
  provider: neededText,
  service: neededText,
  totalCost: neededPrice,
  currency: neededCurrency,
  transitDays: field.count,
  deliveryDate: field.day,
  isGuaranteed: field.flag,
  breakdown: field.part(z.object({ baseCost: field.amount, fuelSurcharge: field.amount, accessorials: chargesByCode })),
  metadata: field.part(z.object({ carrierCode: field.text, serviceCode: field.text, rateId: field.anyId })),
})
export type RateAnswer = z.output<typeof rateAnswer>

const chargeAnswer = z.object({
  id: field.anyId,
  chargeType: field.text,
  description: field.text,
  chargeAmount: field.number,
})

/** One quote of shape B: each carries its own quote id. Its carrier may be named in one of three ways. */
const elementAnswer = z
  .object({
    quoteId: field.neededAnyId,
    carrierName: field.text,
    scac: field.text,
    customerPrice: z.object({
      miscCharges: field.list(chargeAnswer),
      netPrice: field.amount,
      grossCharge: neededPrice,
    }),
    rawPrice: field.list(chargeAnswer),
    fromTransitTime: field.count,
    toTransitTime: field.count,
    service: field.text,
    serviceType: field.text,
    currency: neededCurrency,
    provider: field.text,
    preferred: field.flag,
    purchasable: field.flag,
  })
  .transform((element, context) => {
    const carrierName = element.carrierName ?? element.provider ?? element.scac
    const service = element.service ?? element.serviceType
    if (carrierName !== undefined && service !== undefined) {
      return { ...element, carrierName, service, provider: element.provider ?? carrierName }
    }
    context.addIssue({ code: 'custom', message: 'names no carrier or no service' })
    return z.NEVER
  })
export type ElementAnswer = z.output<typeof elementAnswer>

/** One leg of a way over the border. */
const moveAnswer = z.object({
  carrierName: field.text.transform((reported) => reported ?? ''),
  scac: field.text,
  pickupDate: field.day,
  deliveryDate: field.day,
})

const crossingAnswer = z.object({
  quoteId: field.neededAnyId,
  total: neededPrice,
  currency: neededCurrency,
  fromTransitTime: field.count,
  toTransitTime: field.count,
  serviceType: field.text,
  moves: field.list(moveAnswer),
})
export type CrossingElementAnswer = z.output<typeof crossingAnswer>

/** A quote as either shape gives it: the offers that could be read, and how many could not. */
export type QuoteAnswer = { unread: number; requestId?: string | undefined } & (
  | {
      shape: 'A'
      /** `expiresAt` undefined: the answer names no end of its own. */
      data: { quoteId: string; rates: RateAnswer[]; expiresAt?: string | undefined; warnings: string[] }
    }
  | { shape: 'B'; data: Reserved & { quotes: ElementAnswer[] } }
)
export type CrossBorderAnswer = {
  unread: number
  requestId?: string | undefined
  quotes: Reserved & { quotes: CrossingElementAnswer[] }
}

/** The numbers that a quote reserved. */
interface Reserved {
  loadId: string
  bolNumber?: string | undefined
}

const shapeA = z.object({
  data: z.object({
    quoteId: field.neededAnyId,
    rates: readableOf(rateAnswer),
    expiresAt: field.timestamp,
    warnings: field.list(z.unknown()).transform((reported) => (reported ?? []).flatMap((one) => readText(one) ?? [])),
  }),
})

/** The numbers and the list are in `data`, at the top, in `quotes`, or in several of these places. */
const numbers = {
  loadId: field.anyId,
  bolNumber: z.unknown().transform(readText).optional(),
  quotes: z.unknown().optional(),
}
const placesOfLoad = z.object({ ...numbers, meta: tracedMeta, data: z.object(numbers).nullish().catch(null) })
const aroundList = z.object(numbers).nullish().catch(null)

function loadOf<T extends z.ZodType>(element: T) {
  const elements = readableOf(element)
  return placesOfLoad.transform(({ data, meta, ...top }, context) => {
    const reported = data?.quotes ?? top.quotes
    const around = Array.isArray(reported) ? null : aroundList.parse(reported ?? null)
    const loadId = around?.loadId ?? data?.loadId ?? top.loadId
    const read = elements.safeParse(around?.quotes ?? reported)
    if (reported === undefined || loadId === undefined || !read.success) {
      const message = read.error?.issues[0]?.message ?? 'holds neither rates nor quotes with a loadId'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const { rows, quarantined } = read.data
    return {
      unread: quarantined.length,
      requestId: meta?.requestId,
      load: { loadId, bolNumber: around?.bolNumber ?? data?.bolNumber ?? top.bolNumber, quotes: rows },
    }
  })
}

/** Offers that can be read; when there are offers and none can, the answer cannot. */
function readableOf<T extends z.ZodType>(element: T) {
  return rowsOf(element).superRefine(({ rows, quarantined }, context) => {
    const [first] = quarantined
    if (!first || rows.length > 0) return
    const { path = '', message = '' } = first.issues[0] ?? {}
    context.addIssue(field.indispensable(`holds no offer that can be read: ${path} ${message}`))
  })
}

const domesticLoad = loadOf(elementAnswer)

/** Either shape; which one a call returns is not shown in the interface, so both are read. */
export const quoteAnswer = z.unknown().transform((reported, context): QuoteAnswer => {
  const isA = z.object({ data: z.object({ rates: z.unknown() }).refine(({ rates }) => rates !== undefined) })
  const read = isA.safeParse(reported).success
    ? shapeA
        .transform(({ data: { rates, ...data } }): QuoteAnswer => {
          return { shape: 'A', unread: rates.quarantined.length, data: { ...data, rates: rates.rows } }
        })
        .safeParse(reported)
    : domesticLoad
        .transform(({ unread, load }): QuoteAnswer => ({ shape: 'B', unread, data: load }))
        .safeParse(reported)
  if (read.success) return { ...read.data, requestId: requestIdIn(reported) }
  for (const issue of read.error.issues) context.addIssue({ ...issue })
  return z.NEVER
})

/** The answer of POST /quote-crossborder: no `data`, no `meta`. */
export const crossBorderAnswer = loadOf(crossingAnswer).transform(({ unread, requestId, load }): CrossBorderAnswer => ({
  unread,
  requestId,
  quotes: load,
}))
