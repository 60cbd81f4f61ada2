import { z } from 'zod'
import { freightOfRequest } from '../../../src-shared/station/booking/freight-summary.ts'
import { notFound, wrongState } from '../../../src-shared/station/error.ts'
import { EMBEDDED } from '../../../src-shared/station/app/state.ts'
import type { OrderContent, OrderOrigin, OrdersTaken, OrderState } from '../../../src-shared/station/orders/order.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { bookingRows } from '../../booking/booking-row.rows.ts'
import { paidUnder } from '../../booking/under-reference.ts'
import { contentHash } from '../../kernel/content-hash.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import {
  NO_OFFER,
  orderOf,
  orderQuestionSchema,
  rowsOf,
  SELECT_ORDER_ROWS,
  type LedgerOrder,
  type ListedOrder,
  type OrderQuestion,
} from './order-row.rows.ts'

/** An order as received. */
export interface NewOrder {
  reference: string
  /** SHA-256 of the original text, in hex. */
  hash: string
  content: OrderContent
}

/** How orders came. */
export interface OrderSource {
  origin: OrderOrigin
  /** A file's name, a system's, or a person's. */
  source: string
}

/** Open orders are counted up to that. */
export const MOST_COUNTED = 1_000

/** Who gets an order, as a list shows it. */
export const consigneeOf = ({ request: { destinationAddress: to } }: OrderContent) => ({
  consigneeName: to.companyName ?? to.contactName ?? '',
  destination: `${to.city}, ${to.state} ${to.postalCode}`,
})

/** The columns that follow from an order's content. */
function contentColumns(content: OrderContent) {
  const { pieces, weightLb, classes } = freightOfRequest(content.request)
  return {
    body: JSON.stringify(content),
    ...consigneeOf(content),
    pickupDate: content.pickupDate,
    ...{ pieces, weightLb, classes: JSON.stringify(classes) },
  }
}

/** SQL: other content takes the place of an order's. */
const SET_CONTENT = `body = @body, consignee = @consigneeName, destination = @destination, pickup_date = @pickupDate,
  pieces = @pieces, weight_lb = @weightLb, classes = @classes, ${NO_OFFER}`

/** So many contents that were refused or corrected are known again. */
const MOST_REFUSED = 100
const HASH_AND_BLANK = 65

/** SQL: these contents of an order ask no more when they are received again; the newest stand first. */
const refuse = (hashes: string) =>
  `refused_hash = substr(${hashes} || ' ' || coalesce(refused_hash, ''), 1, ${MOST_REFUSED * HASH_AND_BLANK})`

/** Among so many of the newest orders one is known under a reference that it had before. */
const MOST_LOOKED_BACK = 5_000
const UNDER_OTHER_REFERENCE = `SELECT refused_hash FROM feed_order
  WHERE seq > (SELECT coalesce(max(seq), 0) - ${MOST_LOOKED_BACK} FROM feed_order) AND refused_hash IS NOT NULL`

/** An order as it was received, whatever its reference is by now. */
const receivedAs = (reference: string, hash: string): string => contentHash([reference.toLowerCase(), hash])

export type OrderStore = ReturnType<typeof orderStore>

/**
 * Orders until they are booked. Those that are open are found by an index of their own, however many there were.
 * @param environment the service in use: a rate of another one is none
 */
export function orderStore(db: SqliteDatabase, clock: Clock, environment: () => string) {
  const rows = bookingRows(db)
  const one = (orderId: string): LedgerOrder => {
    const row = statement(db, 'SELECT * FROM feed_order WHERE order_id = ?').get(orderId)
    if (row === undefined) throw notFound('order', { orderId })
    return orderOf(row, environment())
  }
  const audit = (orderId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'order', subjectId: orderId, action, detail })

  /** Also in practice an order is booked that really is. */
  const paidFor = (reference: string) => paidUnder(rows, reference, environment() === EMBEDDED ? null : environment())

  /** To be called inside a transaction. */
  function insert(orderId: string, { origin, source }: OrderSource, { reference, hash, content }: NewOrder): void {
    const at = clock.now().toISOString()
    const bookingId = paidFor(reference)?.bookingId ?? null
    statement(
      db,
      `INSERT INTO feed_order (order_id, reference, state, content_hash, body, consignee, destination, pickup_date,
          pieces, weight_lb, classes, origin, source, booking_id, taken_at, updated_at)
        VALUES (@orderId, @reference, @state, @hash, @body, @consigneeName, @destination, @pickupDate,
          @pieces, @weightLb, @classes, @origin, @source, @bookingId, @at, @at)`,
    ).run({
      ...contentColumns(content),
      ...{ orderId, reference, hash, origin, source },
      state: bookingId === null ? 'open' : 'booked',
      ...{ bookingId, at },
    })
  }

  /** What orders were received as before a person changed their references. */
  const formerly = (): Set<string> =>
    new Set(
      z
        .array(z.string())
        .parse(statement(db, UNDER_OTHER_REFERENCE).pluck().all())
        .flatMap((hashes) => hashes.split(' ')),
    )

  /** To be called inside a transaction. */
  function takeOne(
    nextId: () => string,
    from: OrderSource,
    order: NewOrder,
    isFormer: (received: string) => boolean,
  ): keyof OrdersTaken {
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
      if (from.origin !== 'typed' && isFormer(receivedAs(order.reference, order.hash))) return 'same'
      insert(nextId(), from, order)
      return 'added'
    }
    const { order_id: orderId, content_hash, other_hash, refused_hash } = known
    if ([content_hash, other_hash, ...(refused_hash?.split(' ') ?? [])].includes(order.hash)) return 'same'
    statement(
      db,
      `UPDATE feed_order SET other_hash = @hash, other_body = @body, other_source = @source, other_at = @at,
         updated_at = @at WHERE order_id = @orderId`,
    ).run({
      orderId,
      hash: order.hash,
      body: JSON.stringify(order.content),
      source: from.source,
      at: clock.now().toISOString(),
    })
    return 'asked'
  }

  const refusedOf = (orderId: string): string[] =>
    z
      .string()
      .nullable()
      .parse(statement(db, 'SELECT refused_hash FROM feed_order WHERE order_id = ?').pluck().get(orderId))
      ?.split(' ') ?? []

  const setState = (orderId: string, state: OrderState, bookingId: string | null) =>
    statement(db, 'UPDATE feed_order SET state = ?, booking_id = ?, updated_at = ? WHERE order_id = ?').run(
      ...[state, bookingId, clock.now().toISOString(), orderId],
    )

  return {
    /** Takes in some orders in one transaction. */
    take: (orders: readonly NewOrder[], from: OrderSource, nextId: () => string): Promise<OrdersTaken> =>
      inTransaction(db, () => {
        const taken: OrdersTaken = { added: 0, same: 0, asked: 0 }
        let before: Set<string> | null = null
        const isFormer = (received: string) => (before ??= formerly()).has(received)
        for (const order of orders) taken[takeOne(nextId, from, order, isFormer)] += 1
        return taken
      }),

    /** Are these bytes of a known order, in one of the ways it came? */
    isKnown: async (reference: string, hash: string): Promise<boolean> =>
      statement(
        db,
        `SELECT 1 FROM feed_order WHERE reference = @reference
           AND (@hash IN (content_hash, other_hash) OR instr(refused_hash, @hash) > 0)`,
      ).get({ reference, hash }) !== undefined,

    get: async (orderId: string): Promise<LedgerOrder> => one(orderId),

    ofReference: async (reference: string): Promise<LedgerOrder | null> => {
      const row = statement(db, 'SELECT * FROM feed_order WHERE reference = ?').get(reference)
      return row === undefined ? null : orderOf(row, environment())
    },

    /** By the day they are picked up. */
    open: async (limit: number): Promise<ListedOrder[]> =>
      rowsOf(
        statement(db, `${SELECT_ORDER_ROWS} WHERE o.state = 'open' ORDER BY o.pickup_date, o.seq LIMIT ?`).all(limit),
        environment(),
      ),

    /** The newest first. */
    asking: async (limit: number): Promise<ListedOrder[]> =>
      rowsOf(
        statement(db, `${SELECT_ORDER_ROWS} WHERE o.other_hash IS NOT NULL ORDER BY o.seq DESC LIMIT ?`).all(limit),
        environment(),
      ),

    /** The same as questions: by which other content each asks. */
    questions: async (limit: number): Promise<OrderQuestion[]> =>
      z.array(orderQuestionSchema).parse(
        statement(
          db,
          `SELECT order_id AS orderId, reference, consignee AS consigneeName, destination, other_hash AS otherHash
           FROM feed_order WHERE other_hash IS NOT NULL ORDER BY seq DESC LIMIT ?`,
        ).all(limit),
      ),

    /** Booked or dismissed ones, the last to be so first. */
    ended: async (state: Exclude<OrderState, 'open'>, offset: number, limit: number): Promise<ListedOrder[]> =>
      rowsOf(
        statement(
          db,
          `${SELECT_ORDER_ROWS} WHERE o.state <> 'open' AND o.other_hash IS NULL AND o.state = ?
           ORDER BY o.updated_at DESC, o.seq DESC LIMIT ? OFFSET ?`,
        ).all(state, limit, offset),
        environment(),
      ),

    countOpen: async (): Promise<number> =>
      z
        .int()
        .parse(
          statement(db, `SELECT count(*) FROM (SELECT 1 FROM feed_order WHERE state = 'open' LIMIT ${MOST_COUNTED})`)
            .pluck()
            .get(),
        ),

    /**
     * @param version of the two contents that a person saw; absent: whatever they are
     * @throws StationError NOT_FOUND, WRONG_STATE
     */
    answer: (orderId: string, answer: 'keep' | 'take', version?: string): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { other, state, reference } = one(orderId)
        if (!other) throw wrongState(`There is no question about order ${reference}.`, { orderId, state })
        if (version !== undefined && other.version !== version) {
          throw wrongState(`Order ${reference} has changed again. Compare its contents again.`, { orderId, state })
        }
        if (answer === 'take' && state === 'booked') {
          throw wrongState(`Order ${reference} is already booked. Change the booking on Book.`, {
            orderId,
            state,
          })
        }
        if (answer === 'take') {
          statement(
            db,
            `UPDATE feed_order SET content_hash = other_hash, source = other_source, refused_hash = NULL, ${SET_CONTENT}
             WHERE order_id = @orderId`,
          ).run({ orderId, ...contentColumns(other.content) })
        } else {
          statement(db, `UPDATE feed_order SET ${refuse('other_hash')} WHERE order_id = ?`).run(orderId)
        }
        statement(
          db,
          `UPDATE feed_order SET other_hash = NULL, other_body = NULL, other_source = NULL, other_at = NULL,
             updated_at = ? WHERE order_id = ?`,
        ).run(clock.now().toISOString(), orderId)
        audit(orderId, 'answered', { reference, answer })
        return one(orderId)
      }),

    /**
     * What a person typed takes the place of an open order's content. The same received again in the earlier way asks nothing.
     * @param version of the content that a person corrected; absent: whatever it is
     * @throws StationError NOT_FOUND, WRONG_STATE
     */
    replace: (orderId: string, { reference, hash, content }: NewOrder, version?: string): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { state, reference: before, hash: known } = one(orderId)
        if (state !== 'open') throw wrongState(`Order ${before} is no longer open.`, { orderId, state })
        if (version !== undefined && version !== known) {
          throw wrongState(`Order ${before} has changed. Check it and correct it again.`, { orderId, state })
        }
        const isRenamed = before.toLowerCase() !== reference.toLowerCase()
        const received = isRenamed ? [known, ...refusedOf(orderId)].map((one) => receivedAs(before, one)) : []
        statement(
          db,
          `UPDATE feed_order SET ${refuse('@known')}, content_hash = @hash, reference = @reference, updated_at = @at,
             ${SET_CONTENT} WHERE order_id = @orderId`,
        ).run({
          ...{ orderId, reference, hash, at: clock.now().toISOString(), ...contentColumns(content) },
          known: [...received, known].join(' '),
        })
        audit(orderId, 'changed', { reference })
        return one(orderId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    dismiss: (orderId: string, isDismissed: boolean): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { state, reference } = one(orderId)
        if (state === 'booked') throw wrongState(`Order ${reference} is already booked.`, { orderId, state })
        // What was booked in another way while it was dismissed is not open again.
        const bookingId = isDismissed ? null : (paidFor(reference)?.bookingId ?? null)
        const opened = bookingId === null ? 'open' : 'booked'
        setState(orderId, isDismissed ? 'dismissed' : opened, bookingId)
        audit(orderId, isDismissed ? 'dismissed' : 'opened', { reference })
        return one(orderId)
      }),

    /**
     * Opens an order whose shipment was canceled; its next booking is another submission. The canceled one is not touched.
     * @throws StationError NOT_FOUND, WRONG_STATE
     */
    shipAgain: (orderId: string): Promise<LedgerOrder> =>
      inTransaction(db, () => {
        const { reference, bookingId, state } = one(orderId)
        const { changes } = statement(
          db,
          `UPDATE feed_order SET state = 'open', booking_id = NULL, attempts = attempts + 1, updated_at = @at, ${NO_OFFER}
           WHERE order_id = @orderId AND state = 'booked' AND EXISTS (
             SELECT 1 FROM booking b WHERE b.booking_id = feed_order.booking_id AND b.cancellation IS NOT NULL)`,
        ).run({ orderId, at: clock.now().toISOString() })
        if (changes === 0) {
          throw wrongState(`The booking of order ${reference} is not canceled. Void it first.`, { orderId, state })
        }
        audit(orderId, 'opened', { reference, canceled: bookingId })
        return one(orderId)
      }),

    /**
     * Opens what was booked in practice, where a real service is in use; what is booked there under its reference is its
     * booking. @returns how many orders were of practice
     */
    leavePractice: (): Promise<number> =>
      inTransaction(db, () => {
        if (environment() === EMBEDDED) return 0
        const practiced = z.array(z.object({ orderId: z.string(), reference: z.string() })).parse(
          statement(
            db,
            `SELECT order_id AS orderId, reference FROM feed_order WHERE state = 'booked' AND booking_id IN (
               SELECT booking_id FROM booking WHERE environment = ?)`,
          ).all(EMBEDDED),
        )
        for (const { orderId, reference } of practiced) {
          const bookingId = paidFor(reference)?.bookingId ?? null
          setState(orderId, bookingId === null ? 'open' : 'booked', bookingId)
          statement(db, `UPDATE feed_order SET attempts = attempts + 1, ${NO_OFFER} WHERE order_id = ?`).run(orderId)
          if (bookingId === null) audit(orderId, 'opened', { reference })
        }
        return practiced.length
      }),
  }
}
