import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type {
  OrderCounts,
  OrderOffer,
  OrderRowQuery,
  OrderSearch,
  OrderSort,
  OrderView,
} from '../../../src-shared/station/orders/order.ts'
import { ORDER_VIEWS } from '../../../src-shared/station/orders/order.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import { NO_OFFER, rowsOf, SELECT_ORDER_ROWS, type LedgerOrder, type ListedOrder } from './order-row.rows.ts'
import { MOST_COUNTED } from './orders.rows.ts'

/** Words of a search that count. */
const MOST_WORDS = 6
/** An order has at most this many tags. */
const MOST_TAGS = 10

/** SQL: nothing keeps the order from being rated and bought. */
const IS_FREE = 'o.hold_reason IS NULL AND o.trouble IS NULL AND o.other_hash IS NULL'
const VIEWS = {
  open: '1',
  ready: `${IS_FREE} AND o.quoted_in = @environment`,
  unrated: `${IS_FREE} AND o.quoted_in IS NOT @environment`,
  fix: 'o.hold_reason IS NULL AND (o.trouble IS NOT NULL OR o.other_hash IS NOT NULL)',
  held: 'o.hold_reason IS NOT NULL',
} as const satisfies Record<OrderView, string>

const SORTS = {
  pickup: 'o.pickup_date',
  reference: 'o.reference',
  consignee: 'o.consignee COLLATE NOCASE',
  city: 'o.destination COLLATE NOCASE',
  weight: 'o.weight_lb',
  pieces: 'o.pieces',
  price: 'iif(o.quoted_in = @environment, o.minor, NULL)',
  received: 'o.seq',
} as const satisfies Record<OrderSort, string>

/** A word within any of what a person searches by. */
const WORD = (name: string) =>
  `(o.reference LIKE ${name} ESCAPE '~' OR o.consignee LIKE ${name} ESCAPE '~' OR o.destination LIKE ${name} ESCAPE '~'
    OR o.source LIKE ${name} ESCAPE '~' OR o.tags LIKE ${name} ESCAPE '~')`

export type OrderBoardStore = ReturnType<typeof orderBoardStore>

/**
 * The list of open orders as a person works it: searched, sorted, marked and rated. What it costs follows the open orders,
 * not those that were.
 * @param environment the service in use: a rate of another one is none
 */
export function orderBoardStore(db: SqliteDatabase, clock: Clock, environment: () => string) {
  function found({ view, text, origin, tag }: OrderSearch): { where: string; values: Record<string, string | null> } {
    const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
    const conditions = [
      `o.state = 'open'`,
      VIEWS[view],
      ...words.map((_, at) => WORD(`@word${at}`)),
      ...(origin === undefined ? [] : ['o.origin = @origin']),
      ...(tag === undefined ? [] : ['EXISTS (SELECT 1 FROM json_each(o.tags) t WHERE t.value = @tag)']),
    ]
    return {
      where: conditions.join(' AND '),
      values: {
        environment: environment(),
        origin: origin ?? null,
        tag: tag ?? null,
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, `%${word.replaceAll(/[%_~]/g, '~$&')}%`])),
      },
    }
  }

  /** To be called inside a transaction. */
  const touch = (orderId: string, change: string, values: Record<string, string | number | null>): boolean =>
    statement(db, `UPDATE feed_order SET ${change}, updated_at = @at WHERE order_id = @orderId AND state = 'open'`).run(
      { orderId, at: clock.now().toISOString(), ...values },
    ).changes > 0

  const idsJson = (orderIds: readonly string[]) => JSON.stringify(orderIds)

  return {
    rows: async ({ sort, isReversed, offset, limit, ...search }: OrderRowQuery): Promise<ListedOrder[]> => {
      const { where, values } = found(search)
      const way = isReversed ? 'DESC' : 'ASC'
      return rowsOf(
        statement(
          db,
          `${SELECT_ORDER_ROWS} WHERE ${where} ORDER BY ${SORTS[sort]} ${way}, o.seq ${way} LIMIT @limit OFFSET @offset`,
        ).all({ ...values, limit, offset }),
        environment(),
      )
    },

    /** These orders, as far as they are there. */
    some: async (orderIds: readonly string[]): Promise<ListedOrder[]> =>
      rowsOf(
        statement(db, `${SELECT_ORDER_ROWS} WHERE o.order_id IN (SELECT value FROM json_each(?))`).all(
          idsJson(orderIds),
        ),
        environment(),
      ),

    count: async (search: OrderSearch): Promise<number> => {
      const { where, values } = found(search)
      return z.int().parse(statement(db, `SELECT count(*) FROM feed_order o WHERE ${where}`).pluck().get(values))
    },

    counts: async (): Promise<OrderCounts> => {
      const ofView = (view: OrderView) =>
        `(SELECT count(*) FROM (SELECT 1 FROM feed_order o WHERE o.state = 'open' AND ${VIEWS[view]} LIMIT ${MOST_COUNTED}))
         AS ${view}`
      return z
        .object({ open: z.int(), ready: z.int(), unrated: z.int(), fix: z.int(), held: z.int() })
        .parse(statement(db, `SELECT ${ORDER_VIEWS.map(ofView).join(', ')}`).get({ environment: environment() }))
    },

    /** Every tag of an open order. */
    tags: async (): Promise<string[]> =>
      z.array(z.string()).parse(
        statement(
          db,
          `SELECT DISTINCT t.value FROM feed_order o, json_each(o.tags) t
             WHERE o.state = 'open' AND o.tags <> '[]' ORDER BY t.value LIMIT 100`,
        )
          .pluck()
          .all(),
      ),

    /** The rate of an order whose content is still this; null: why there is none. @returns false: it has changed meanwhile */
    rate: (
      { orderId, hash }: Pick<LedgerOrder, 'orderId' | 'hash'>,
      result: { offer: OrderOffer } | { trouble: StationErrorData },
    ): Promise<boolean> =>
      inTransaction(db, () => {
        const isSame = statement(db, 'SELECT 1 FROM feed_order WHERE order_id = ? AND content_hash = ?').get(
          orderId,
          hash,
        )
        if (isSame === undefined) return false
        if ('trouble' in result) {
          return touch(orderId, NO_OFFER.replace('trouble = NULL', 'trouble = @trouble'), {
            trouble: JSON.stringify(result.trouble),
          })
        }
        const { total, ...offer } = result.offer
        return touch(
          orderId,
          `offer = @offer, quoted_in = @environment, minor = @minor, currency = @currency, trouble = NULL`,
          {
            offer: JSON.stringify(offer),
            environment: environment(),
            ...{ minor: total.minor, currency: total.currency },
          },
        )
      }),

    /** Marks open orders. @returns how many of them were */
    mark: (
      orderIds: readonly string[],
      {
        hold,
        addTag,
        removeTag,
      }: { hold?: string | null | undefined; addTag?: string | undefined; removeTag?: string | undefined },
    ): Promise<number> =>
      inTransaction(db, () => {
        const tagsSchema = z.object({ reference: z.string(), tags: z.string() })
        let count = 0
        for (const orderId of orderIds) {
          const row = statement(db, `SELECT reference, tags FROM feed_order WHERE order_id = ? AND state = 'open'`).get(
            orderId,
          )
          if (row === undefined) continue
          const { reference, tags } = tagsSchema.parse(row)
          const before = z.array(z.string()).parse(JSON.parse(tags))
          const others = before.filter((tag) => tag !== removeTag)
          const next = addTag === undefined || others.includes(addTag) ? others : [...others, addTag]
          touch(orderId, `tags = @tags${hold === undefined ? '' : ', hold_reason = @hold'}`, {
            tags: JSON.stringify(next.slice(-MOST_TAGS)),
            ...(hold === undefined ? {} : { hold }),
          })
          if (hold !== undefined) {
            appendAudit(db, {
              at: clock.now(),
              ...{ actor: 'operator', subjectKind: 'order', subjectId: orderId },
              action: hold === null ? 'released' : 'held',
              detail: hold === null ? { reference } : { reference, hold },
            })
          }
          count += 1
        }
        return count
      }),
  }
}
