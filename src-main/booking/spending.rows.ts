import { z } from 'zod'
import { dayAt, dayBegins } from '../../src-shared/station/day.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { IS_NOT_CALLED_OFF } from './booking-row.rows.ts'

/** How many of the newest bookings give the price of one. */
const LOOKED_AT = 200

const sumSchema = z.object({ currency: z.string(), minor: z.number(), bookings: z.int() })
const carrierSchema = z.object({ carrier: z.string(), currency: z.string(), minor: z.number() })
type Sum = z.output<typeof sumSchema>

/** What a booking cost: what was charged, where that is not what was quoted. */
const paid = (part: 'currency' | 'minor') =>
  `coalesce(b.summary ->> '$.charged.${part}', b.summary ->> '$.total.${part}')`

export type Spending = ReturnType<typeof spending>

/** What bookings of this ledger cost. Neither question reads more than the days or the bookings that it names. */
export function spending(db: SqliteDatabase) {
  const sums = (sql: string, values: object): Sum[] =>
    z
      .array(sumSchema)
      .parse(statement(db, sql).all(values))
      .toSorted((a, b) => b.bookings - a.bookings)
  /** Of the bookings `b` that these conditions are true of, each currency's sum, that of most bookings first. */
  const spent = (where: string, values: object): Money[] =>
    sums(
      `SELECT ${paid('currency')} AS currency, sum(${paid('minor')}) AS minor, count(*) AS bookings
       FROM booking b WHERE ${where} AND ${IS_NOT_CALLED_OFF}
         AND b.state <> 'REJECTED' AND b.summary ->> '$.total.minor' IS NOT NULL GROUP BY currency`,
      values,
    ).map(({ minor, currency }) => ({ minor, currency }))

  return {
    /** What was spent on the day of this moment in each currency, that of most bookings first. */
    onDayOf: async (environment: string, now: Date): Promise<Money[]> =>
      spent('b.environment = @environment AND b.created_at >= @since', {
        environment,
        since: dayBegins(dayAt(now)).toISOString(),
      }),

    /** What the bookings of a batch cost by now, as `onDayOf`. */
    ofBatch: async (batchId: string): Promise<Money[]> => spent('b.batch_id = @batchId', { batchId }),

    /** What one booking of each carrier cost on average lately, by the carrier's name in small letters. */
    averages: async (environment: string): Promise<Map<string, Money>> => {
      const found = z.array(carrierSchema).parse(
        statement(
          db,
          `SELECT lower(summary ->> '$.carrierName') AS carrier, summary ->> '$.total.currency' AS currency,
             avg(summary ->> '$.total.minor') AS minor FROM (
               SELECT summary FROM booking WHERE environment = @environment AND created_at >= ''
               ORDER BY created_at DESC LIMIT @most
             ) WHERE summary ->> '$.total.minor' IS NOT NULL GROUP BY carrier, currency`,
        ).all({ environment, most: LOOKED_AT }),
      )
      return new Map(found.map(({ carrier, currency, minor }) => [carrier, { currency, minor: Math.round(minor) }]))
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
