import { z } from 'zod'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { quoteRequestSchema } from '../../../src-shared/freight/quote.ts'
import { NEVER_BOOKED } from '../../../src-shared/machine/booking.ts'
import { notFound, wrongState } from '../../../src-shared/station/error.ts'
import {
  ORDER_STATES,
  type Order,
  type OrderContent,
  type OrderRow,
  type OrdersTaken,
  type OrderState,
} from '../../../src-shared/station/orders/order.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isNotIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'

const contentSchema = z.object({
  request: quoteRequestSchema,
  rateRule: z.string(),
  instructions: z.string(),
  pickupDate: z.string(),
  labelFormat: z.enum(LABEL_FORMATS),
}) satisfies z.ZodType<OrderContent>

const rowSchema = z.object({
  seq: z.int(),
  order_id: z.string(),
  reference: z.string(),
  state: z.enum(ORDER_STATES),
  consignee: z.string(),
  destination: z.string(),
  pickup_date: z.string(),
  source: z.string(),
  other_hash: z.string().nullable(),
  booking_id: z.string().nullable(),
  taken_at: z.string(),
})
const wholeSchema = rowSchema.extend({
  content_hash: z.string(),
  refused_hash: z.string().nullable(),
  attempts: z.int(),
  body: jsonColumn(contentSchema),
  other_body: jsonColumn(contentSchema).nullable(),
  other_source: z.string().nullable(),
  other_at: z.string().nullable(),
})

/** An order as received. */
export interface NewOrder {
  reference: string
  /** SHA-256 of the original text, in hex. */
  hash: string
  content: OrderContent
}

/** The fields of an order that only the ledger has. */
export interface LedgerOrder extends Order {
  /** The id under which it is submitted: another one when a booking of it failed. */
  submissionId: string
}

/** Open orders are counted up to that. */
const MOST_COUNTED = 1_000

export const consigneeOf = ({ request: { destinationAddress: to } }: OrderContent) => ({
  consigneeName: to.companyName ?? to.contactName ?? '',
  destination: `${to.city}, ${to.state} ${to.postalCode}`,
})

const frameOf = (row: z.output<typeof rowSchema>) => ({
  orderId: row.order_id,
  reference: row.reference,
  state: row.state,
  consigneeName: row.consignee,
  destination: row.destination,
  pickupDate: row.pickup_date,
  source: row.source,
  takenAt: row.taken_at,
  bookingId: row.booking_id,
})

function orderOf(value: unknown): LedgerOrder {
  const row = wholeSchema.parse(value)
  return {
    ...frameOf(row),
    content: row.body,
    other: row.other_body && {
      content: row.other_body,
      source: row.other_source ?? '',
      at: row.other_at ?? row.taken_at,
    },
    submissionId: `${row.order_id}-${row.attempts + 1}`,
  }
}

const ROW_COLUMNS = `seq, order_id, reference, state, consignee, destination, pickup_date, source, other_hash, booking_id, taken_at`

export type OrderStore = ReturnType<typeof orderStore>

/** Orders of other systems. Those that are open are found by an index of their own, however many there were. */
export function orderStore(db: SqliteDatabase, clock: Clock) {
  const one = (orderId: string): LedgerOrder => {
    const row = statement(db, 'SELECT * FROM feed_order WHERE order_id = ?').get(orderId)
    if (row === undefined) throw notFound('order', { orderId })
    return orderOf(row)
  }
  const audit = (orderId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'order', subjectId: orderId, action, detail })

  /** To be called inside a transaction. */
  function insert(orderId: string, source: string, { reference, hash, content }: NewOrder): void {
    const { consigneeName, destination } = consigneeOf(content)
    const at = clock.now().toISOString()
    const bookingId = z
      .string()
      .optional()
      .parse(
        statement(db, `SELECT booking_id FROM booking WHERE reference = ? AND ${isNotIn('state', NEVER_BOOKED)}`)
          .pluck()
          .get(reference),
      )
    statement(
      db,
      `INSERT INTO feed_order (order_id, reference, state, content_hash, body, consignee, destination, pickup_date,
          source, booking_id, taken_at, updated_at)
        VALUES (@orderId, @reference, @state, @hash, @body, @consigneeName, @destination, @pickupDate, @source,
          @bookingId, @at, @at)`,
    ).run({
      orderId,
      reference,
      state: bookingId === undefined ? 'open' : 'booked',
      hash,
      body: JSON.stringify(content),
      consigneeName,
      destination,
      pickupDate: content.pickupDate,
      source,
      bookingId: bookingId ?? null,
      at,
    })
  }

  /** To be called inside a transaction. */
  function takeOne(nextId: () => string, source: string, order: NewOrder): keyof OrdersTaken {
    const known = z
      .object({
        order_id: z.string(),
        content_hash: z.string(),
        other_hash: z.string().nullable(),
        refused_hash: z.string().nullable(),
      })
      .optional()
      .parse(
        statement(
          db,
          'SELECT order_id, content_hash, other_hash, refused_hash FROM feed_order WHERE reference = ?',
        ).get(order.reference),
      )
    if (!known) {
      insert(nextId(), source, order)
      return 'added'
    }
    const { order_id: orderId, content_hash, other_hash, refused_hash } = known
    if ([content_hash, other_hash, refused_hash].includes(order.hash)) return 'same'
    statement(
      db,
      `UPDATE feed_order SET other_hash = @hash, other_body = @body, other_source = @source, other_at = @at,
         updated_at = @at WHERE order_id = @orderId`,
    ).run({
      orderId,
      hash: order.hash,
      body: JSON.stringify(order.content),
      source,
      at: clock.now().toISOString(),
    })
    return 'asked'
  }

  const setState = (orderId: string, state: OrderState) =>
    statement(db, 'UPDATE feed_order SET state = ?, updated_at = ? WHERE order_id = ?').run(
      state,
      clock.now().toISOString(),
      orderId,
    )

  return {
    /** Takes in some orders in one transaction. */
    take: (orders: readonly NewOrder[], source: string, nextId: () => string): Promise<OrdersTaken> =>
      inTransaction(db, () => {
        const taken: OrdersTaken = { added: 0, same: 0, asked: 0 }
        for (const order of orders) taken[takeOne(nextId, source, order)] += 1
        return taken
      }),

    /** Are these bytes of a known order, in one of the ways it came? */
    isKnown: async (reference: string, hash: string): Promise<boolean> =>
      statement(
        db,
        'SELECT 1 FROM feed_order WHERE reference = @reference AND @hash IN (content_hash, other_hash, refused_hash)',
      ).get({ reference, hash }) !== undefined,

    get: async (orderId: string): Promise<LedgerOrder> => one(orderId),

    ofReference: async (reference: string): Promise<LedgerOrder | null> => {
      const row = statement(db, 'SELECT * FROM feed_order WHERE reference = ?').get(reference)
      return row === undefined ? null : orderOf(row)
    },

    /** By the day they are picked up. */
    open: async (limit: number): Promise<OrderRow[]> =>
      rowsOf(
        statement(
          db,
          `SELECT ${ROW_COLUMNS} FROM feed_order WHERE state = 'open' ORDER BY pickup_date, seq LIMIT ?`,
        ).all(limit),
      ).map(({ row }) => row),

    /** The newest first. */
    asking: async (limit: number): Promise<OrderRow[]> =>
      rowsOf(
        statement(
          db,
          `SELECT ${ROW_COLUMNS} FROM feed_order WHERE other_hash IS NOT NULL ORDER BY seq DESC LIMIT ?`,
        ).all(limit),
      ).map(({ row }) => row),

    /** Of every state, the newest first; with the number that leads on. */
    newest: async (before: number, limit: number): Promise<{ row: OrderRow; seq: number }[]> =>
      rowsOf(
        statement(db, `SELECT ${ROW_COLUMNS} FROM feed_order WHERE seq < ? ORDER BY seq DESC LIMIT ?`).all(
          before,
          limit,
        ),
      ),

    countOpen: async (): Promise<number> =>
      z
        .int()
        .parse(
          statement(db, `SELECT count(*) FROM (SELECT 1 FROM feed_order WHERE state = 'open' LIMIT ${MOST_COUNTED})`)
            .pluck()
            .get(),
        ),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    answer: (orderId: string, answer: 'keep' | 'take'): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { other, state, reference } = one(orderId)
        if (!other) throw wrongState(`There is no question about order ${reference}.`, { orderId, state })
        if (answer === 'take' && state === 'booked') {
          throw wrongState(`Order ${reference} is already booked. Change the booking on Book.`, {
            orderId,
            state,
          })
        }
        if (answer === 'take') {
          const { consigneeName, destination } = consigneeOf(other.content)
          statement(
            db,
            `UPDATE feed_order SET content_hash = other_hash, body = other_body, source = other_source,
               refused_hash = NULL, consignee = ?, destination = ?, pickup_date = ? WHERE order_id = ?`,
          ).run(consigneeName, destination, other.content.pickupDate, orderId)
        } else {
          statement(db, 'UPDATE feed_order SET refused_hash = other_hash WHERE order_id = ?').run(orderId)
        }
        statement(
          db,
          `UPDATE feed_order SET other_hash = NULL, other_body = NULL, other_source = NULL, other_at = NULL,
             updated_at = ? WHERE order_id = ?`,
        ).run(clock.now().toISOString(), orderId)
        audit(orderId, 'answered', { reference, answer })
        return one(orderId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    dismiss: (orderId: string, isDismissed: boolean): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { state, reference } = one(orderId)
        if (state === 'booked') throw wrongState(`Order ${reference} is already booked.`, { orderId, state })
        setState(orderId, isDismissed ? 'dismissed' : 'open')
        audit(orderId, isDismissed ? 'dismissed' : 'opened', { reference })
        return one(orderId)
      }),
  }
}

const rowsOf = (rows: unknown[]): { row: OrderRow; seq: number }[] =>
  z
    .array(rowSchema)
    .parse(rows)
    .map((row) => ({ seq: row.seq, row: { ...frameOf(row), asks: row.other_hash !== null } }))
