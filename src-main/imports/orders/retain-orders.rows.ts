import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { Slice, Sweep } from '../../kernel/sqlite/slice.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { IS_OPEN as IS_OPEN_BOOKING } from '../../booking/booking-row.rows.ts'

/** Rows of one transaction: a few milliseconds with contents of the usual size. */
const ROWS = 50

const rowsSchema = z.array(z.object({ seq: z.int(), at: z.string(), bytes: z.int(), isDue: z.int() }))

/** The age column of a kind of row, and which rows may expire. */
interface Aged {
  /** Of the table, in the order of (at, seq), older than `before`: `at`, `seq`, `bytes`, `isDue`. */
  read: string
  remove: string
}

const ORDERS: Aged = {
  read: `SELECT o.seq, o.updated_at AS at, length(o.body) + length(o.consignee) + length(o.destination) AS bytes,
      NOT EXISTS (SELECT 1 FROM booking WHERE booking.booking_id = o.booking_id AND ${IS_OPEN_BOOKING}) AS isDue
    FROM feed_order o INDEXED BY feed_order_ended
    WHERE o.state <> 'open' AND o.other_hash IS NULL AND o.updated_at < ? AND (o.updated_at, o.seq) > (?, ?)
    ORDER BY o.updated_at, o.seq LIMIT ${ROWS}`,
  remove: `DELETE FROM feed_order WHERE seq IN (SELECT value FROM json_each(?)) AND state <> 'open' AND other_hash IS NULL`,
}
const FILES: Aged = {
  read: `SELECT seq, at, length(name) + length(problems) + coalesce(length(error), 0) AS bytes, 1 AS isDue
    FROM order_file INDEXED BY order_file_ended
    WHERE state <> 'reading' AND at < ? AND (at, seq) > (?, ?) ORDER BY at, seq LIMIT ${ROWS}`,
  remove: `DELETE FROM order_file WHERE seq IN (SELECT value FROM json_each(?)) AND state <> 'reading'`,
}

/**
 * Orders that are booked or dismissed, and files that were read, go by age; each slice is one transaction. One that is open,
 * asks, or whose booking is not at its end stays. A booked one that comes again is known by its booking.
 */
export function orderRetention(db: SqliteDatabase) {
  async function* sweep({ read, remove }: Aged, { before, isDry }: Sweep): AsyncGenerator<Slice> {
    for (let at = '', seq = 0; ;) {
      const next = rowsSchema.parse(statement(db, read).all(before.toISOString(), at, seq))
      const due = next.filter(({ isDue }) => isDue === 1)
      if (!isDry && due.length > 0) {
        await inTransaction(db, () => {
          statement(db, remove).run(JSON.stringify(due.map((row) => row.seq)))
        })
      }
      yield { count: due.length, bytes: due.reduce((sum, { bytes }) => sum + bytes, 0) }
      const end = next.at(-1)
      if (end === undefined || next.length < ROWS) return
      at = end.at
      seq = end.seq
    }
  }

  return {
    async *letGo(asked: Sweep): AsyncGenerator<Slice> {
      yield* sweep(ORDERS, asked)
      yield* sweep(FILES, asked)
    },
  }
}
