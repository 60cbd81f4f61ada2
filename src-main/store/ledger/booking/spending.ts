import { z } from 'zod'
import type { Money } from '../../../../src-shared/station/money.ts'
import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'
import { IS_NOT_CALLED_OFF } from './booking-row.ts'

/** So many of the newest bookings say what one costs. */
const LOOKED_AT = 200

const sumSchema = z.object({ currency: z.string(), minor: z.number(), bookings: z.int() })
type Sum = z.output<typeof sumSchema>

export type Spending = ReturnType<typeof spending>

/** What bookings of this ledger cost. Neither question reads more than the days or the bookings that it names. */
export function spending(db: SqliteDatabase) {
  const sums = (sql: string, values: object): Sum[] =>
    z
      .array(sumSchema)
      .parse(statement(db, sql).all(values))
      .toSorted((a, b) => b.bookings - a.bookings)

  return {
    /** What was spent since a moment, in the currency of most bookings; null: nothing that has a price. */
    since: async (environment: string, since: Date): Promise<Money | null> => {
      const [most] = sums(
        `SELECT b.summary ->> '$.total.currency' AS currency, sum(b.summary ->> '$.total.minor') AS minor, count(*) AS bookings
         FROM booking b WHERE b.environment = @environment AND b.created_at >= @since AND ${IS_NOT_CALLED_OFF}
           AND b.state <> 'REJECTED' AND b.summary ->> '$.total.minor' IS NOT NULL GROUP BY currency`,
        { environment, since: since.toISOString() },
      )
      return most ? { minor: most.minor, currency: most.currency } : null
    },

    /** What one booking cost on average lately, and of how many that is; null: none has a price. */
    average: async (environment: string): Promise<{ each: Money; bookings: number } | null> => {
      const [most] = sums(
        `SELECT total ->> '$.currency' AS currency, avg(total ->> '$.minor') AS minor, count(*) AS bookings FROM (
           SELECT summary -> '$.total' AS total FROM booking
           WHERE environment = @environment AND created_at >= '' ORDER BY created_at DESC LIMIT @most
         ) WHERE total ->> '$.minor' IS NOT NULL GROUP BY currency`,
        { environment, most: LOOKED_AT },
      )
      return most ? { each: { minor: Math.round(most.minor), currency: most.currency }, bookings: most.bookings } : null
    },
  }
}
