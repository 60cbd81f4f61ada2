import { z } from 'zod'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { quoteRequestSchema } from '../../../src-shared/freight/quote.ts'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { OUT } from '../../../src-shared/machine/print-job.ts'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import { moneySchema } from '../../../src-shared/station/booking/record.ts'
import {
  ORDER_ORIGINS,
  ORDER_RATE_BY,
  ORDER_STATES,
  type Order,
  type OrderContent,
  type OrderOffer,
  type OrderRow,
} from '../../../src-shared/station/orders/order.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { jobsThat, labelsOf } from '../../printing/queue/print-job-sql.rows.ts'

const contentSchema = z.object({
  request: quoteRequestSchema,
  rateRule: z.string(),
  instructions: z.string(),
  pickupDate: z.string(),
  labelFormat: z.enum(LABEL_FORMATS),
}) satisfies z.ZodType<OrderContent>

/**
 * An open order is booked by a booking of its reference that got a suffix (a refused one that was corrected, for example), and by one of its
 * quote under another reference. One that keeps the reference is seen by a trigger. To be called in the booking's commit.
 * @param reference empty: the trigger sees it
 */
export function noteOrderBooked(
  db: SqliteDatabase,
  { reference, orderId, bookingId }: { reference: string; orderId?: string | undefined; bookingId: string },
  at: string,
): void {
  statement(
    db,
    `UPDATE feed_order SET state = 'booked', booking_id = @bookingId, updated_at = @at WHERE state = 'open'
       AND seq IN (SELECT seq FROM feed_order WHERE reference = @reference UNION SELECT seq FROM feed_order WHERE order_id = @orderId)`,
  ).run({ reference, orderId: orderId ?? null, bookingId, at })
}

/** The rate of an order, without its price. */
const offerSchema = z.object({
  quoteId: z.string(),
  rateId: z.string(),
  carrierName: z.string(),
  scac: z.string().nullable(),
  service: z.string(),
  days: z.object({ from: z.number(), to: z.number() }).nullable(),
  validUntil: z.string(),
  by: z.enum([...ORDER_RATE_BY, 'person']),
  extra: moneySchema.nullable(),
  approval: stationErrorSchema.nullable(),
}) satisfies z.ZodType<Omit<OrderOffer, 'total'>>

const rowSchema = z.object({
  order_id: z.string(),
  reference: z.string(),
  state: z.enum(ORDER_STATES),
  consignee: z.string(),
  destination: z.string(),
  pickup_date: z.string(),
  pieces: z.int(),
  weight_lb: z.number(),
  classes: jsonColumn(z.array(z.string())),
  origin: z.enum(ORDER_ORIGINS),
  source: z.string(),
  hold_reason: z.string().nullable(),
  tags: jsonColumn(z.array(z.string())),
  offer: jsonColumn(offerSchema).nullable(),
  quoted_in: z.string().nullable(),
  minor: z.int().nullable(),
  currency: z.string().nullable(),
  trouble: jsonColumn(stationErrorSchema).nullable(),
  other_hash: z.string().nullable(),
  booking_id: z.string().nullable(),
  taken_at: z.string(),
})
const listedSchema = rowSchema.extend({
  booking_state: z.enum(BOOKING_STATES).nullable(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  total: jsonColumn(moneySchema.nullable()).nullable(),
  is_printed: z.int(),
  is_canceled: z.int(),
})
const wholeSchema = rowSchema.extend({
  content_hash: z.string(),
  attempts: z.int(),
  body: jsonColumn(contentSchema),
  other_body: jsonColumn(contentSchema).nullable(),
  other_source: z.string().nullable(),
  other_at: z.string().nullable(),
})

/** The fields of an order that only the ledger has. */
export interface LedgerOrder extends Omit<Order, 'version'> {
  /** The id under which it is submitted: another one when a booking of it failed. */
  submissionId: string
  /** Of its content: a rate of earlier content is none. */
  hash: string
}

/** A row of a list as the ledger has it. */
export type ListedOrder = Omit<OrderRow, 'isBusy'>

export const orderQuestionSchema = z.object({
  orderId: z.string(),
  reference: z.string(),
  consigneeName: z.string(),
  destination: z.string(),
  otherHash: z.string(),
})
/** Which content of an order holds. */
export type OrderQuestion = z.output<typeof orderQuestionSchema>

/** SQL: the rows of a list of orders `o`, with their bookings. */
export const SELECT_ORDER_ROWS = `SELECT o.order_id, o.reference, o.state, o.consignee, o.destination, o.pickup_date,
    o.pieces, o.weight_lb, o.classes, o.origin, o.source, o.hold_reason, o.tags, o.offer, o.quoted_in, o.minor, o.currency,
    o.trouble, o.other_hash, o.booking_id, o.taken_at, b.state AS booking_state, b.shipment_id, b.tracking_number,
    coalesce(b.summary -> 'charged', b.summary -> 'total') AS total,
    EXISTS (SELECT 1 FROM print_job j WHERE j.shipment_id = b.shipment_id AND ${labelsOf('j')}
      AND ${jobsThat(OUT, 'j')}) AS is_printed, b.cancellation IS NOT NULL AS is_canceled
  FROM feed_order o LEFT JOIN booking b ON b.booking_id = o.booking_id`

/** SQL: the order has no rate, and nothing is wrong with it. */
export const NO_OFFER = 'offer = NULL, quoted_in = NULL, minor = NULL, currency = NULL, trouble = NULL'

function frameOf(row: z.output<typeof rowSchema>, environment: string) {
  const { offer, minor, currency } = row
  return {
    orderId: row.order_id,
    reference: row.reference,
    state: row.state,
    consigneeName: row.consignee,
    destination: row.destination,
    pickupDate: row.pickup_date,
    source: row.source,
    origin: row.origin,
    takenAt: row.taken_at,
    bookingId: row.booking_id,
    hold: row.hold_reason,
    tags: row.tags,
    offer:
      offer && minor !== null && currency !== null && row.quoted_in === environment
        ? { ...offer, total: { minor, currency } }
        : null,
    trouble: row.trouble,
  }
}

/** @param environment the service in use */
export function orderOf(value: unknown, environment: string): LedgerOrder {
  const row = wholeSchema.parse(value)
  return {
    ...frameOf(row, environment),
    content: row.body,
    other: row.other_body && {
      content: row.other_body,
      source: row.other_source ?? '',
      at: row.other_at ?? row.taken_at,
      version: `${row.content_hash}-${row.other_hash ?? ''}`,
    },
    submissionId: `${row.order_id}-${row.attempts + 1}`,
    hash: row.content_hash,
  }
}

/** Rows of SELECT_ORDER_ROWS. @param environment the service in use */
export const rowsOf = (rows: unknown[], environment: string): ListedOrder[] =>
  z
    .array(listedSchema)
    .parse(rows)
    .map((row) => ({
      ...frameOf(row, environment),
      asks: row.other_hash !== null,
      freight: { pieces: row.pieces, weightLb: row.weight_lb, classes: row.classes },
      booking:
        row.booking_id !== null && row.booking_state !== null
          ? {
              bookingId: row.booking_id,
              state: row.booking_state,
              shipmentId: row.shipment_id,
              trackingNumber: row.tracking_number,
              total: row.total,
              isPrinted: row.is_printed === 1,
              isCanceled: row.is_canceled === 1,
            }
          : null,
    }))
