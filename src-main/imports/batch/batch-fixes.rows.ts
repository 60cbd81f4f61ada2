import { z } from 'zod'
import { cellProblemSchema, type ColumnErrors } from '../../../src-shared/station/batch/batch.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { NEVER_BOOKED } from '../../../src-shared/machine/booking.ts'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import { NO_QUOTE } from './batch-quotes.rows.ts'
import { factsValues, hasErrorIn, outcomeOf, type CheckedRow } from './batch.rows.ts'

/** Cells that a person fixed: by row, as a spreadsheet numbers them, and by column from 0. */
export type FixedCells = ReadonlyMap<number, ReadonlyMap<number, string>>

/** A cell fixed. */
export interface CellFix {
  row: number
  column: number
  value: string
}

/** A row with an error that was not submitted. */
export interface WrongRow {
  /** The first row of its booking. */
  row: number
  /** The rows whose cell in the column asked for has an error. */
  lines: number[]
}

const refusalSchema = z.object({
  lastRow: z.int(),
  problems: jsonColumn(z.array(cellProblemSchema)),
  error: jsonColumn(stationErrorSchema).nullable(),
})
type RowRefusal = z.output<typeof refusalSchema>
const fixSchema = z.object({ row: z.int(), column: z.int(), value: z.string() })
const wrongSchema = z.object({ row: z.int(), problems: jsonColumn(z.array(cellProblemSchema)) })
const columnSchema = z.object({ column: z.string(), rows: z.int() })

/** `isFixable` of the machine, for SQL. Skipped, failed and refused ones come back when they are fixed. */
const IS_FIXABLE = `(state = 'failed' OR outcome = 'error' AND state IN ('waiting', 'skipped') OR state = 'submitted'
  AND EXISTS (SELECT 1 FROM booking b WHERE b.booking_id = batch_row.booking_id AND ${isIn('b.state', NEVER_BOOKED)}))`
/** SQL: rows whose booking is at or behind the one that holds a row of the file. */
const FROM_ROW = `row >= (SELECT max(row) FROM batch_row WHERE batch_id = @batchId AND row <= @row)`

export type BatchFixStore = ReturnType<typeof batchFixStore>

/** The fixes in the cells of a batch. @param environment the service in use */
export function batchFixStore(db: SqliteDatabase, clock: Clock, environment: () => string) {
  return {
    of: async (batchId: string): Promise<FixedCells> => {
      const cells = new Map<number, Map<number, string>>()
      const found = statement(db, 'SELECT row, col AS "column", value FROM batch_fix WHERE batch_id = ?').all(batchId)
      for (const { row, column, value } of z.array(fixSchema).parse(found)) {
        const line = cells.get(row) ?? new Map<number, string>()
        cells.set(row, line.set(column, value))
      }
      return cells
    },

    /** Rows with an error in a column, from the booking that holds this row on; at most `most`. */
    wrong: async (
      batchId: string,
      { row, column }: { row: number; column: string },
      most: number,
    ): Promise<WrongRow[]> =>
      statement(
        db,
        `SELECT row, problems FROM batch_row WHERE batch_id = @batchId AND ${FROM_ROW} AND ${IS_FIXABLE}
           AND ${hasErrorIn('problems', '@column')} ORDER BY row LIMIT @most`,
      )
        .all({ batchId, row, column, most })
        .map((found) => {
          const { row: first, problems } = wrongSchema.parse(found)
          const lines = problems.flatMap((problem) => (problem.column === column ? [problem.row] : []))
          return { row: first, lines: [...new Set(lines)].filter((line) => line >= row) }
        }),

    /** What a row that can be fixed was refused for, by the check or since; null: it cannot be fixed, or there is none. */
    refusal: async (batchId: string, row: number): Promise<RowRefusal | null> => {
      const found = statement(
        db,
        `SELECT last_row AS lastRow, problems, coalesce((SELECT error FROM booking b WHERE b.booking_id = batch_row.booking_id), error) AS error
         FROM batch_row WHERE batch_id = ? AND row = ? AND ${IS_FIXABLE}`,
      ).get(batchId, row)
      return found === undefined ? null : refusalSchema.parse(found)
    },

    /** Keeps the fixes and the new state of their rows, together. */
    put: (
      batchId: string,
      fixes: readonly CellFix[],
      rows: readonly CheckedRow[],
      detail: Record<string, unknown>,
    ): Promise<void> =>
      inTransaction(db, () => {
        for (const { row, column, value } of fixes) {
          statement(db, 'INSERT OR REPLACE INTO batch_fix (batch_id, row, col, value) VALUES (?, ?, ?, ?)').run(
            batchId,
            row,
            column,
            value,
          )
        }
        for (const checked of rows) {
          statement(
            db,
            `UPDATE batch_row SET outcome = ?, reference = ?, problems = ?, facts = ?, is_direct = ?, carrier = ?,
               state = 'waiting', answer = NULL, error = NULL, booking_id = NULL, ${NO_QUOTE}
             WHERE batch_id = ? AND row = ? AND ${IS_FIXABLE}`,
          ).run(
            outcomeOf(db, environment(), batchId, checked),
            checked.reference || null,
            JSON.stringify(checked.problems),
            ...factsValues(checked),
            batchId,
            checked.row,
          )
        }
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'batch',
          subjectId: batchId,
          action: 'corrected',
          detail,
        })
      }),

    /** How many rows have an error in each column, the most first. */
    columns: async (batchId: string): Promise<ColumnErrors[]> =>
      z.array(columnSchema).parse(
        statement(
          db,
          `SELECT p.value ->> '$.column' AS "column", count(DISTINCT r.row) AS rows
           FROM batch_row r, json_each(r.problems) AS p
           WHERE r.batch_id = ? AND r.outcome = 'error' AND p.value ->> '$.column' IS NOT NULL
           GROUP BY 1 ORDER BY 2 DESC, 1`,
        ).all(batchId),
      ),
  }
}
