import { z } from 'zod'
import { cleanLines, cleanText } from '../../clean-text.ts'
import { refuseNoValues, refuseTwiceEncoded } from '../no-value.ts'
import { addressSchema, type Address } from '../../freight/address.ts'
import { LABEL_FORMATS } from '../../freight/document.ts'
import { quoteRequestSchema, type QuoteRequest } from '../../freight/quote.ts'
import { daySchema } from '../../freight/scalar.ts'
import type { BookingState } from '../../machine/booking.ts'
import type { Booking } from '../booking/booking.ts'
import type { FreightSummary } from '../booking/freight-summary.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema, MOST_NUMBER, rowNumberSchema, declaredAmountSchema } from '../limits.ts'
import type { Money } from '../money.ts'
import { cargoInputSchema } from '../quote/cargo-input.ts'
import { streetsToFollow, type AddressSide, type Quote, type Rate } from '../quote/quote.ts'

/** open: to be booked. booked: in any way. dismissed: a person decided that it is not shipped from here. */
export const ORDER_STATES = ['open', 'booked', 'dismissed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/**
 * The views of open orders. ready: with a rate, to be bought. unrated: without a rate. fix: without a rate for a reason, or
 * received twice with different contents. held: on hold.
 */
export const ORDER_VIEWS = ['open', 'ready', 'unrated', 'fix', 'held'] as const
export type OrderView = (typeof ORDER_VIEWS)[number]
export const ORDER_SORTS = [
  'pickup',
  'reference',
  'consignee',
  'city',
  'weight',
  'pieces',
  'price',
  'received',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** How an order came: in a file that a person imported, in the watched folder, over the API, typed on screen. */
export const ORDER_ORIGINS = ['file', 'folder', 'api', 'typed'] as const
export type OrderOrigin = (typeof ORDER_ORIGINS)[number]

/**
 * How the rate of an order is chosen. `rule`: by its own rate rule and the carrier rules; `cheapest` and `fastest`: of the
 * rates that no rule forbids.
 */
export const ORDER_RATE_BY = ['rule', 'cheapest', 'fastest'] as const
export type OrderRateBy = (typeof ORDER_RATE_BY)[number]

/** The rate that an order is bought with. */
export interface OrderOffer {
  quoteId: string
  rateId: string
  carrierName: string
  scac: string | null
  service: string
  days: Rate['transitDays']
  total: Money
  /** ISO 8601. Later it is requested again, and bought where it costs no more than Settings allow. */
  validUntil: string
  /** `person`: chosen by hand. */
  by: OrderRateBy | 'person'
  /** More than the rate by rule; null: it is that rate, or costs no more. */
  extra: Money | null
  /** The approval that a rule requires; null: none. */
  approval: StationErrorData | null
}

/** The content of an order. */
export interface OrderContent {
  request: QuoteRequest
  /** `cheapest`, `fastest`, or a carrier: before the rules' own choice. */
  rateRule: string
  instructions: string
  /** YYYY-MM-DD */
  pickupDate: string
  labelFormat: (typeof LABEL_FORMATS)[number]
}

/** An order of another system that is not shipped yet. */
export interface Order {
  orderId: string
  reference: string
  state: OrderState
  content: OrderContent
  /** Names this reference and content, for `orders.save`. */
  version: string
  consigneeName: string
  destination: string
  pickupDate: string
  /** Where it came from: a file's name, a system's, or a person's. */
  source: string
  origin: OrderOrigin
  takenAt: string
  bookingId: string | null
  /** Why it is on hold; null: it is not. What is on hold is not booked. */
  hold: string | null
  tags: string[]
  /** Null: no rate was requested since it last changed. */
  offer: OrderOffer | null
  /** Why it has no rate, or was not booked; null: nothing is wrong. */
  trouble: StationErrorData | null
  /** The same order came with other content: a person decides which is right. Null: it did not. */
  other: {
    content: OrderContent
    source: string
    at: string
    /** Names these two contents, for `orders.answer`. */
    version: string
  } | null
}

/** The booking of an order, as a list shows it. */
interface OrderBooking {
  bookingId: string
  state: BookingState
  shipmentId: string | null
  trackingNumber: string | null
  total: Money | null
  /** A label of it came out of a printer. */
  isPrinted: boolean
  /** Its shipment was canceled. */
  isCanceled: boolean
}

/** Orders without what only one of them needs. */
export interface OrderRow extends Omit<Order, 'content' | 'version' | 'other'> {
  asks: boolean
  freight: Pick<FreightSummary, 'pieces' | 'weightLb' | 'classes'>
  /** It is being rated or bought. */
  isBusy: boolean
  /** Null: it is not booked. */
  booking: OrderBooking | null
}

/** Rating or buying of many orders: the one that runs, or the last one. It ends with the station, and nothing is lost. */
export interface OrderRun {
  kind: 'rate' | 'buy'
  isRunning: boolean
  /** ISO 8601; null: it runs. */
  endedAt: string | null
  orders: number
  done: number
  /** Of those done: how many got no rate, or were not bought. */
  failed: number
  /** Why it ended early; null: it did not, or a person stopped it. */
  reason: StationErrorData | null
  /** The orders that a purchase booked. */
  booked: string[]
}

/** How many open orders are in each view, up to 1,000 each. */
export type OrderCounts = Record<OrderView, number>

/** Answer of `orders.list`. */
export interface OrderPage {
  rows: OrderRow[]
  /** How many are open, up to 1,000. */
  open: number
  /** What leads on; null: these were the last. */
  next: number | null
}

/** Answer of `orders.board`. */
export interface OrderBoard {
  /** How many open orders this view has with this search. */
  found: number
  counts: OrderCounts
  /** Every tag of an open order. */
  tags: string[]
  run: OrderRun | null
}

/** What a purchase of some orders costs. */
export interface OrderEstimate {
  /** Those that can be bought: with a rate, not on hold. */
  orderIds: string[]
  pieces: number
  weightLb: number
  /** One sum a currency. */
  totals: Money[]
  /** The dearest first. */
  carriers: { carrier: string; orders: number; total: Money }[]
  spentToday: Money | null
  /** The daily limit in whole units of the currency; 0: none. */
  perDay: number
  /** When the first of the rates expires; null: there is none. */
  validUntil: string | null
  /** More than Settings or a carrier rule allow: a supervisor approves it. */
  refusal: StationErrorData | null
}

const MOST_AT_ONCE = 500
/** As many orders are rated, bought or marked together. */
export const MOST_CHOSEN_ORDERS = 5_000
/** More open orders than that are reached by search. */
const MOST_OPEN = 1_000_000
const tagSchema = z
  .string()
  .overwrite(cleanText)
  .min(1, 'a tag has a name')
  .max(30, 'a tag must be at most 30 characters')
/** As the interface takes a reference: printable ASCII. */
const orderReferenceSchema = z
  .string()
  .overwrite(cleanText)
  .min(1, 'reference is required')
  .max(48, 'reference must be at most 48 characters')
  .regex(/^[\x20-\x7e]*$/, 'reference can have only letters without accents, digits, and symbols')

const orderFields = quoteRequestSchema.omit({ returnJson: true, shipDate: true }).extend({
  cargo: cargoInputSchema,
  insuranceAmount: declaredAmountSchema('insurance amount').optional(),
  reference: orderReferenceSchema,
  /** Absent, or a day without pickups: the next on which there is one. */
  pickupDate: daySchema.optional(),
  rateRule: z.string().trim().min(1).max(120).default('cheapest'),
  instructions: z.string().overwrite(cleanLines).max(500, 'instructions must be at most 500 characters').default(''),
  labelFormat: z.enum(LABEL_FORMATS).default('ZPL'),
})

function refuseWords(
  {
    originAddress,
    ...order
  }: Omit<z.output<typeof orderFields>, 'originAddress'> & { originAddress?: Address | undefined },
  context: z.RefinementCtx,
): void {
  refuseNoValues({ reference: order.reference }, context)
  refuseTwiceEncoded({ instructions: order.instructions }, context)
  if (originAddress) refuseNoValues(originAddress, context, ['originAddress'])
  refuseNoValues(order.destinationAddress, context, ['destinationAddress'])
  order.cargo.forEach(({ description }, index) => refuseNoValues({ description }, context, ['cargo', String(index)]))
}

export const orderInputSchema = orderFields.superRefine(refuseWords)
export type OrderInput = z.output<typeof orderInputSchema>

const addedOrderSchema = orderFields
  .extend({
    /** Absent: the default shipper. */
    originAddress: addressSchema.optional(),
  })
  .superRefine(refuseWords)
/** An order as another system adds it. */
export type AddedOrder = z.output<typeof addedOrderSchema>

/** The fields that a label needs and a quote does without, where an order lacks them: the streets, the consignee's name. */
export function missingForLabel(request: Pick<QuoteRequest, AddressSide>): string[] {
  const { companyName, contactName } = request.destinationAddress
  return [
    ...streetsToFollow(request).map((side) => `${side}.address1`),
    ...(companyName || contactName ? [] : ['destinationAddress.companyName']),
  ]
}

/** Input of `orders.add`. */
export const addOrdersSchema = z.object({
  orders: z
    .array(addedOrderSchema)
    .min(1, 'orders must have at least one')
    .max(MOST_AT_ONCE, `orders can have at most ${MOST_AT_ONCE}`),
})

/** The result of submitted orders. `asked`: known with other content, and a person decides which is right. */
export interface OrdersTaken {
  added: number
  same: number
  asked: number
}

export const orderListSchema = z.object({
  /** Open ones by the day they are picked up, others the newest first. `asks`: those with a question. */
  show: z.enum([...ORDER_STATES, 'asks']).default('open'),
  /** `next` of the page before. */
  after: rowNumberSchema.optional(),
  limit: z.int().min(1).max(MOST_AT_ONCE).default(100),
})

const orderSearchSchema = z.object({
  view: z.enum(ORDER_VIEWS).default('open'),
  /** Part of a reference, a consignee, a place, a file or a tag. */
  text: z.string().overwrite(cleanText).max(120).default(''),
  origin: z.enum(ORDER_ORIGINS).optional(),
  tag: tagSchema.optional(),
})
export type OrderSearch = z.output<typeof orderSearchSchema>

/** Input of `orders.board`. */
export const orderBoardSchema = orderSearchSchema

/** Input of `orders.rows`. */
export const orderRowsSchema = orderSearchSchema.extend({
  sort: z.enum(ORDER_SORTS).default('pickup'),
  isReversed: z.boolean().default(false),
  /** How many rows of the list come before. */
  offset: z.int().min(0).max(MOST_OPEN).default(0),
  limit: z.int().min(1).max(MOST_AT_ONCE).default(100),
})
export type OrderRowQuery = z.output<typeof orderRowsSchema>

export const orderIdSchema = z.object({ orderId: idSchema('orderId') })
export const orderIdsSchema = z.object({
  orderIds: z
    .array(idSchema('orderId'))
    .min(1, 'orderIds must have at least one')
    .max(MOST_CHOSEN_ORDERS, `orderIds can have at most ${MOST_CHOSEN_ORDERS}`),
})

/** Input of `orders.rate`. */
export const orderRateSchema = orderIdsSchema.extend({ by: z.enum(ORDER_RATE_BY).default('rule') })

/** Input of `orders.buy`. */
export const orderBuySchema = orderIdsSchema.extend({
  /** The sums that were shown, one a currency. */
  agreedTotals: z.array(z.object({ minor: z.int().min(0).max(MOST_NUMBER), currency: z.string().length(3) })).max(20),
  /** The supervisor who approves that it spends more than Settings allow, and what rules require; kept in the audit log. */
  approvedBy: z.string().trim().min(2, 'approvedBy is a name').max(40).optional(),
})

/** Input of `orders.mark`. What is absent stays. */
export const orderMarkSchema = orderIdsSchema.extend({
  /** Why they are on hold; null: they are no longer. */
  hold: z
    .string()
    .overwrite(cleanText)
    .min(1, 'hold is a reason')
    .max(120, 'hold must be at most 120 characters')
    .nullable()
    .optional(),
  addTag: tagSchema.optional(),
  removeTag: tagSchema.optional(),
})

/** Input of `orders.choose`. */
export const orderChooseSchema = orderIdSchema.extend({ rateId: idSchema('rateId') })

/** Input of `orders.save`. */
export const orderSaveSchema = z.object({
  /** Absent: it is a new order. */
  orderId: idSchema('orderId').optional(),
  order: orderInputSchema,
  /** `version` of the order that was corrected: another content is not replaced. Absent: whatever it is now. */
  version: z.string().min(1).max(200).optional(),
})

/** Input of `orders.answer`. */
export const orderAnswerSchema = orderIdSchema.extend({
  /** `keep`: the earlier content counts. `take`: the later one does. */
  answer: z.enum(['keep', 'take'], { error: 'answer must be keep or take' }),
  /** `other.version` of the order as it was seen: other contents are another question. Absent: whatever they are now. */
  version: z.string().min(1).max(200).optional(),
})

export const orderDismissSchema = orderIdSchema.extend({
  /** False: it is to be shipped after all. */
  isDismissed: z.boolean(),
})

/** Input of `orders.book`. */
export const orderBookSchema = orderIdSchema.extend({
  /** Of `orders.quote`. */
  quoteId: idSchema('quoteId'),
  /** The rate that it chose; booked while it still is the choice, and no other is. Absent: whichever is chosen now. */
  rateId: idSchema('rateId').optional(),
  /** The supervisor who approves what rules want approved; kept in the audit log. */
  approvedBy: z.string().trim().min(2, 'approvedBy is a name').max(40).optional(),
})

/** Answer of `orders.quote`. */
export interface OrderQuote {
  order: Order
  quote: Quote
  /** The rate that its own word and the rules choose. */
  rateId: string
  carrierName: string
  total: Money
}

/** An order that was scanned and is not booked yet, and why it was not booked by rule; null: no rule covers it. */
interface ScannedOrder {
  order: Order
  refusal: StationErrorData | null
}

/** The outcome of a scan of an order. */
export type OrderScan = { kind: 'order'; scanned: ScannedOrder } | { kind: 'booked'; booking: Booking }
