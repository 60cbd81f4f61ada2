import { z } from 'zod'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import { FILE_STATES, orderProblemSchema, type OrderFile } from '../../../src-shared/station/orders/feed.ts'
import { notFound } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

const rowSchema = z
  .object({
    file_id: z.string(),
    name: z.string(),
    state: z.enum(FILE_STATES),
    bytes: z.int(),
    added: z.int(),
    same: z.int(),
    asked: z.int(),
    refused: z.int(),
    problems: jsonColumn(z.array(orderProblemSchema)),
    error: jsonColumn(stationErrorSchema).nullable(),
    at: z.string(),
  })
  .transform(({ file_id, ...row }): OrderFile => ({ fileId: file_id, ...row }))

const fileSchema = z.object({ name: z.string(), sha256: z.string(), bytes: z.int() })

/** The known facts of a file before it is read; the digest is empty until it is opened. */
export interface NewOrderFile {
  fileId: string
  name: string
  sha256: string
  bytes: number
}

const UNFINISHED = `state = 'reading' AND seq > (SELECT coalesce(max(seq), 0) - 100 FROM order_file)`

type FileEnd = Pick<OrderFile, 'state' | 'added' | 'same' | 'asked' | 'refused' | 'problems' | 'error'>

export type OrderFileStore = ReturnType<typeof orderFileStore>

/** The files that orders came in, and their outcome. */
export function orderFileStore(db: SqliteDatabase, clock: Clock) {
  return {
    /** Was a file with these bytes taken in whole before? One of which rows were refused is read again: what they lacked may be there by now. */
    wasTaken: async (sha256: string): Promise<boolean> =>
      statement(db, `SELECT 1 FROM order_file WHERE sha256 = ? AND state = 'done' AND refused = 0`).get(sha256) !==
      undefined,

    begin: ({ fileId, name, sha256, bytes }: NewOrderFile): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO order_file (file_id, name, sha256, bytes, state, at) VALUES (?, ?, ?, ?, 'reading', ?)`,
        ).run(fileId, name, sha256, bytes, clock.now().toISOString())
      }),

    end: (fileId: string, { problems, error, ...end }: FileEnd): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE order_file SET state = @state, added = @added, same = @same, asked = @asked, refused = @refused,
             problems = @problems, error = @error, at = @at WHERE file_id = @fileId`,
        ).run({
          ...end,
          fileId,
          problems: JSON.stringify(problems),
          error: error && JSON.stringify(error),
          at: clock.now().toISOString(),
        })
      }),

    /** It could not be read for a reason outside the file: as if it had not been begun. */
    drop: (fileId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM order_file WHERE file_id = ?').run(fileId)
      }),

    newest: async (limit: number): Promise<OrderFile[]> =>
      z.array(rowSchema).parse(statement(db, 'SELECT * FROM order_file ORDER BY seq DESC LIMIT ?').all(limit)),

    get: async (fileId: string): Promise<Omit<NewOrderFile, 'fileId'>> => {
      const row = statement(db, 'SELECT name, sha256, bytes FROM order_file WHERE file_id = ?').get(fileId)
      if (row === undefined) throw notFound('file', { fileId })
      return fileSchema.parse(row)
    },

    /** How often a file was begun and never ended: the station ended with it. Of the last hundred files. */
    unfinished: async ({ name, bytes }: Pick<NewOrderFile, 'name' | 'bytes'>): Promise<number> =>
      z
        .int()
        .parse(
          statement(db, `SELECT count(*) FROM order_file WHERE ${UNFINISHED} AND name = ? AND bytes = ?`)
            .pluck()
            .get(name, bytes),
        ),

    /** It ended at last. */
    dropUnfinished: ({ name, bytes }: Pick<NewOrderFile, 'name' | 'bytes'>): Promise<void> =>
      inTransaction(db, () => {
        statement(db, `DELETE FROM order_file WHERE ${UNFINISHED} AND name = ? AND bytes = ?`).run(name, bytes)
      }),

    /** Its content, once it could be opened. */
    identify: (fileId: string, { sha256, bytes }: Pick<NewOrderFile, 'sha256' | 'bytes'>): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE order_file SET sha256 = ?, bytes = ? WHERE file_id = ?').run(sha256, bytes, fileId)
      }),
  }
}
