import { z } from 'zod'
import { ENDED_STATUSES } from '../../../src-shared/machine/shipment.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import type { Slice, Sweep } from '../../kernel/sqlite/slice.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

/** Rows of one transaction. */
const ROWS = 200
const SHIPMENTS = 50
/** Of 10 to 20 kB, and each with words in an index. */
const QUOTES = 50

const sliceSchema = z.object({ count: z.int(), bytes: z.int() })
const idsSchema = z.array(z.string())
const agedQuotesSchema = z.array(z.object({ seq: z.int(), at: z.string(), bytes: z.int() }))
const deliveredSchema = z.array(z.object({ shipmentId: z.string(), place: z.int(), deliveredAt: z.int() }))

/** Copies that go by age. Each slice is one transaction; what is looked at again is fetched again from the service. */
export function cacheRetention(db: SqliteDatabase) {
  const measured = (sql: string, ...values: unknown[]): Slice => sliceSchema.parse(statement(db, sql).get(...values))

  return {
    /**
     * Of these shipments of a service, those that ended before that moment: delivered, or returned or canceled and not heard of
     * since; none when the cache is another's.
     */
    endedBefore: async (environment: string, shipmentIds: readonly string[], before: Date): Promise<string[]> =>
      idsSchema.parse(
        statement(
          db,
          `SELECT s.shipment_id FROM json_each(?) i CROSS JOIN shipment s ON s.shipment_id = i.value
           WHERE ${isIn('s.status', ENDED_STATUSES)} AND iif(s.status = 'DELIVERED', s.delivered_at, s.heard_at) < ?
             AND ? IN (SELECT environment FROM source)`,
        )
          .pluck()
          .all(JSON.stringify(shipmentIds), before.getTime(), environment),
      ),

    /** Events of shipments that were delivered before that moment. */
    async *events({ before, isDry }: Sweep): AsyncGenerator<Slice> {
      for (let at = Number.MIN_SAFE_INTEGER, place = 0; ;) {
        const next = deliveredSchema.parse(
          statement(
            db,
            `SELECT shipment_id AS shipmentId, place, delivered_at AS deliveredAt FROM shipment
             WHERE delivered_at < ? AND (delivered_at, place) > (?, ?) ORDER BY delivered_at, place LIMIT ${SHIPMENTS}`,
          ).all(before.getTime(), at, place),
        )
        const ids = JSON.stringify(next.map(({ shipmentId }) => shipmentId))
        const sum = measured(
          `SELECT count(*) AS count, coalesce(sum(length(event_id) + length(e.shipment_id) + length(timestamp)
             + coalesce(length(description), 0) + coalesce(length(city), 0)), 0) AS bytes
           FROM json_each(?) i CROSS JOIN tracking_event e ON e.shipment_id = i.value`,
          ids,
        )
        if (!isDry && sum.count > 0) {
          await inTransaction(db, () => {
            statement(db, 'DELETE FROM tracking_event WHERE shipment_id IN (SELECT value FROM json_each(?))').run(ids)
          })
        }
        yield sum
        const end = next.at(-1)
        if (end === undefined || next.length < SHIPMENTS) return
        at = end.deliveredAt
        place = end.place
      }
    },

    /** Lists of papers that no one has opened since that moment. */
    async *documents({ before, isDry }: Sweep): AsyncGenerator<Slice> {
      for (let last = ''; ;) {
        const next = z.array(z.object({ id: z.string(), isDue: z.int() })).parse(
          statement(
            db,
            `SELECT shipment_id AS id, looked_at < ? AS isDue FROM document_look WHERE shipment_id > ?
               ORDER BY shipment_id LIMIT ${ROWS}`,
          ).all(before.toISOString(), last),
        )
        const ids = JSON.stringify(next.filter(({ isDue }) => isDue === 1).map(({ id }) => id))
        const sum = measured(
          `SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes
           FROM json_each(?) i CROSS JOIN document d ON d.shipment_id = i.value`,
          ids,
        )
        if (!isDry && ids !== '[]') {
          await inTransaction(db, () => {
            statement(db, 'DELETE FROM document WHERE shipment_id IN (SELECT value FROM json_each(?))').run(ids)
            statement(db, 'DELETE FROM document_look WHERE shipment_id IN (SELECT value FROM json_each(?))').run(ids)
          })
        }
        yield sum
        const end = next.at(-1)
        if (end === undefined || next.length < ROWS) return
        last = end.id
      }
    },

    /** Quotes that were asked for before that moment; their words go with them. */
    async *quotes({ before, isDry }: Sweep): AsyncGenerator<Slice> {
      for (let at = '', seq = 0; ;) {
        const next = agedQuotesSchema.parse(
          statement(
            db,
            `SELECT seq, requested_at AS at, length(body) AS bytes FROM quote
             WHERE requested_at < ? AND (requested_at, seq) > (?, ?) ORDER BY requested_at, seq LIMIT ${QUOTES}`,
          ).all(before.toISOString(), at, seq),
        )
        if (!isDry && next.length > 0) {
          await inTransaction(db, () => {
            statement(db, 'DELETE FROM quote WHERE seq IN (SELECT value FROM json_each(?))').run(
              JSON.stringify(next.map((quote) => quote.seq)),
            )
          })
        }
        yield { count: next.length, bytes: next.reduce((sum, { bytes }) => sum + bytes, 0) }
        const end = next.at(-1)
        if (end === undefined || next.length < QUOTES) return
        ;({ at, seq } = end)
      }
    },
  }
}
