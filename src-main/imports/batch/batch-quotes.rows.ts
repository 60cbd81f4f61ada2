import { z } from 'zod'
import type { BatchRowFacts, CellProblem } from '../../../src-shared/station/batch/batch.ts'
import { stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn, toJson } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

/** The stored facts of a row's quote beside its price. The quote is found by its id while it is kept. */
export const rowQuoteSchema = z.object({
  quoteId: z.string(),
  rateId: z.string(),
  carrier: z.string(),
  /** ISO 8601. */
  validUntil: z.string(),
  /** The approval that a rule requires; null: none. */
  approval: stationErrorSchema.nullable(),
})

/** The offer that a row is booked with. */
export interface StoredQuote extends z.output<typeof rowQuoteSchema> {
  total: Money
}

/** Rows that the next run books, those alike counted together. */
export interface RowSum {
  /** '': an offer decides. */
  carrier: string
  isDirect: boolean
  rows: number
  /** Of all of them; null: they have no price. */
  total: Money | null
  isAgreed: boolean
}

const storedSchema = z.object({
  quote: jsonColumn(rowQuoteSchema),
  minor: z.int(),
  currency: z.string(),
  agreed_minor: z.int().nullable(),
  agreed_currency: z.string().nullable(),
})
const sumSchema = z.object({
  carrier: z.string(),
  is_direct: z.int(),
  currency: z.string().nullable(),
  minor: z.int().nullable(),
  is_agreed: z.int(),
  n: z.int(),
})

/** The batch whose rows are asked about. */
export interface RowsOf {
  batchId: string
  /** Are duplicates without an answer booked? */
  isCreated: boolean
  /** The service in use: prices of another one are invalid. */
  environment: string
}

/** SQL: the row has no price any more. */
export const NO_QUOTE = `quote = NULL, quoted_in = NULL, minor = NULL, currency = NULL, agreed_minor = NULL,
  agreed_currency = NULL`

/** SQL: the rows of @batchId that the next run submits. */
const TO_BOOK = `batch_id = @batchId AND state = 'waiting' AND (outcome = 'ok'
  OR outcome = 'duplicate' AND coalesce(answer, iif(@isCreated, 'create', 'skip')) = 'create')`

const bound = ({ batchId, isCreated, environment }: RowsOf) => ({ batchId, isCreated: isCreated ? 1 : 0, environment })

export type BatchQuoteStore = ReturnType<typeof batchQuoteStore>

/** The prices that were asked for the rows of a batch before anything of it is booked. */
export function batchQuoteStore(db: SqliteDatabase) {
  return {
    /** The rows that the next run books and that have no price which still holds. */
    toAsk: async (of: RowsOf, now: Date): Promise<Set<number>> =>
      new Set(
        z.array(z.int()).parse(
          statement(
            db,
            `SELECT row FROM batch_row WHERE ${TO_BOOK} AND coalesce(is_direct, 0) = 0
               AND (quoted_in IS NOT @environment OR quote ->> '$.validUntil' <= @now)`,
          )
            .pluck()
            .all({ ...bound(of), now: now.toISOString() }),
        ),
      ),

    /** Keeps the offer of a row that waits; an earlier agreement stays. */
    keep: (
      { batchId, environment }: Pick<RowsOf, 'batchId' | 'environment'>,
      row: number,
      { total, ...quote }: StoredQuote,
      facts: BatchRowFacts,
    ): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE batch_row SET quote = @quote, carrier = @carrier, quoted_in = @environment, minor = @minor,
             currency = @currency, facts = @facts, is_direct = 0
           WHERE batch_id = @batchId AND row = @row AND state = 'waiting'`,
        ).run({
          ...{ batchId, row, environment, carrier: quote.carrier, minor: total.minor, currency: total.currency },
          quote: JSON.stringify(quote),
          facts: JSON.stringify(facts),
        })
      }),

    /** A row that turned out to be booked as named. */
    noteDirect: (batchId: string, row: number, facts: BatchRowFacts): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE batch_row SET is_direct = 1, carrier = ?, facts = ? WHERE batch_id = ? AND row = ?').run(
          facts.carrier,
          JSON.stringify(facts),
          batchId,
          row,
        )
      }),

    /** A row that will not be booked as it is. */
    refuse: (
      batchId: string,
      row: number,
      problems: readonly CellProblem[],
      error: StationErrorData | null,
    ): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE batch_row SET outcome = 'error', problems = ?, error = ?, ${NO_QUOTE}
           WHERE batch_id = ? AND row = ? AND state = 'waiting'`,
        ).run(JSON.stringify(problems), toJson(error), batchId, row)
      }),

    /** The offer of a row, and the price that a person agreed to; null: not requested. */
    of: async (
      { batchId, environment }: Pick<RowsOf, 'batchId' | 'environment'>,
      row: number,
    ): Promise<(StoredQuote & { agreed: Money }) | null> => {
      const found = statement(
        db,
        `SELECT quote, minor, currency, agreed_minor, agreed_currency FROM batch_row
         WHERE batch_id = ? AND row = ? AND quoted_in = ?`,
      ).get(batchId, row, environment)
      if (found === undefined) return null
      const { quote, minor, currency, ...agreed } = storedSchema.parse(found)
      const total = { minor, currency }
      const isAgreed = agreed.agreed_minor !== null && agreed.agreed_currency !== null
      return {
        ...quote,
        total,
        agreed: isAgreed ? { minor: agreed.agreed_minor ?? 0, currency: agreed.agreed_currency ?? '' } : total,
      }
    },

    /** A person agrees to every price of the next run. */
    agree: (of: RowsOf): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE batch_row SET agreed_minor = minor, agreed_currency = currency
           WHERE ${TO_BOOK} AND quoted_in = @environment`,
        ).run(bound(of))
      }),

    /** The bookings of the next run. */
    sums: async (of: RowsOf): Promise<RowSum[]> =>
      z
        .array(sumSchema)
        .parse(
          statement(
            db,
            `SELECT coalesce(carrier, '') AS carrier, coalesce(is_direct, 0) AS is_direct,
               iif(quoted_in IS @environment, currency, NULL) AS currency, sum(minor) AS minor,
               min(agreed_minor IS minor AND agreed_currency IS currency) AS is_agreed, count(*) AS n
             FROM batch_row WHERE ${TO_BOOK} GROUP BY 1, 2, 3`,
          ).all(bound(of)),
        )
        .map(({ carrier, currency, minor, n, ...is }) => ({
          carrier,
          isDirect: is.is_direct === 1,
          rows: n,
          total: currency === null || minor === null ? null : { minor, currency },
          isAgreed: is.is_agreed === 1,
        })),

    /** The first approval that a rule requires for the next run; null: none. */
    approval: async (of: RowsOf): Promise<StationErrorData | null> => {
      const found = statement(
        db,
        `SELECT quote ->> '$.approval' FROM batch_row
         WHERE ${TO_BOOK} AND quoted_in = @environment AND quote ->> '$.approval' IS NOT NULL ORDER BY row LIMIT 1`,
      )
        .pluck()
        .get(bound(of))
      return found === undefined ? null : jsonColumn(stationErrorSchema).parse(found)
    },
  }
}
