import { z } from 'zod'
import { cleanLines, cleanText } from '../../clean-text.ts'
import { refuseNoValues, refuseTwiceEncoded } from '../no-value.ts'
import { LABEL_FORMATS } from '../../freight/document.ts'
import { quoteRequestSchema, type QuoteRequest } from '../../freight/quote.ts'
import { daySchema } from '../../freight/scalar.ts'
import type { Booking } from '../booking/booking.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema, rowNumberSchema, declaredAmountSchema } from '../limits.ts'
import type { Money } from '../money.ts'
import { cargoInputSchema } from '../quote/cargo-input.ts'
import type { Quote } from '../quote/quote.ts'

/** open: to be booked. booked: in any way. dismissed: a person decided that it is not shipped from here. */
export const ORDER_STATES = ['open', 'booked', 'dismissed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

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
  consigneeName: string
  destination: string
  pickupDate: string
  /** Where it came from: a file's name, or a system's. */
  source: string
  takenAt: string
  bookingId: string | null
  /** The same order came with other content: a person decides which is right. Null: it did not. */
  other: { content: OrderContent; source: string; at: string } | null
}

/** Orders without what only one of them needs. */
export interface OrderRow extends Omit<Order, 'content' | 'other'> {
  asks: boolean
}

/** Answer of `orders.list`. */
export interface OrderPage {
  rows: OrderRow[]
  /** How many are open, up to 1,000. */
  open: number
  /** What leads on; null: these were the last. */
  next: number | null
}

const MOST_AT_ONCE = 500
/** As the interface takes a reference: printable ASCII. */
const orderReferenceSchema = z
  .string()
  .overwrite(cleanText)
  .min(1, 'reference is required')
  .max(48, 'reference must be at most 48 characters')
  .regex(/^[\x20-\x7e]*$/, 'reference can have only letters without accents, digits, and symbols')

const orderInputSchema = quoteRequestSchema
  .omit({ returnJson: true, shipDate: true })
  .extend({
    cargo: cargoInputSchema,
    insuranceAmount: declaredAmountSchema('insurance amount').optional(),
    reference: orderReferenceSchema,
    /** Absent, or a day without pickups: the next on which there is one. */
    pickupDate: daySchema.optional(),
    rateRule: z.string().trim().min(1).max(120).default('cheapest'),
    instructions: z.string().overwrite(cleanLines).max(500, 'instructions must be at most 500 characters').default(''),
    labelFormat: z.enum(LABEL_FORMATS).default('ZPL'),
  })
  .superRefine((order, context) => {
    refuseNoValues({ reference: order.reference }, context)
    refuseTwiceEncoded({ instructions: order.instructions }, context)
    refuseNoValues(order.originAddress, context, ['originAddress'])
    refuseNoValues(order.destinationAddress, context, ['destinationAddress'])
    order.cargo.forEach(({ description }, index) => refuseNoValues({ description }, context, ['cargo', String(index)]))
  })
export type OrderInput = z.output<typeof orderInputSchema>

/** Input of `orders.add`. */
export const addOrdersSchema = z.object({
  orders: z
    .array(orderInputSchema)
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
  limit: z.int().min(1).max(500).default(100),
})

export const orderIdSchema = z.object({ orderId: idSchema('orderId') })

/** Input of `orders.answer`. */
export const orderAnswerSchema = orderIdSchema.extend({
  /** `keep`: the earlier content counts. `take`: the later one does. */
  answer: z.enum(['keep', 'take'], { error: 'answer must be keep or take' }),
})

export const orderDismissSchema = orderIdSchema.extend({
  /** False: it is to be shipped after all. */
  isDismissed: z.boolean(),
})

/** Input of `orders.book`. */
export const orderBookSchema = orderIdSchema.extend({
  /** Of `orders.quote`; the rate that it chose is booked. */
  quoteId: idSchema('quoteId'),
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
