import { z } from 'zod'
import type {
  LoggedRequest,
  LoggedRequestDetail,
  RequestPage,
  RequestQuery,
} from '../../../src-shared/station/app/request-log.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { Slice, Sweep } from '../../kernel/sqlite/slice.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { kept, keptPath } from '../forget/on-write.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

/** What is written of one attempt; the client's CallRecord fits it. */
export type RequestEntry = Omit<LoggedRequestDetail, 'id'>

const MOST_ROWS = 50_000
/** Rows of one transaction. */
const SLICE = 200

const sliceSchema = z.object({ count: z.int(), bytes: z.int() })
const BODY_BYTES =
  'coalesce(sum(length(path) + coalesce(length(request_body), 0) + coalesce(length(response_body), 0)), 0)'

const rowSchema = z.object({
  seq: z.int(),
  request_id: z.string().nullable(),
  at: z.string(),
  family: z.string(),
  priority: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  code: z.string().nullable(),
  delivery: z.string().nullable(),
  attempt: z.int(),
  duration_ms: z.number(),
})
const detailSchema = rowSchema.extend({ request_body: z.string().nullable(), response_body: z.string().nullable() })

const COLUMNS = 'seq, request_id, at, family, priority, method, path, status, code, delivery, attempt, duration_ms'

export type RequestStore = ReturnType<typeof requestStore>

/**
 * The request log. It is in the ledger, because it is evidence when money is disputed: it must outlive a cache that
 * is set aside, and a change of the service.
 */
export function requestStore(db: SqliteDatabase) {
  return {
    /** Writes entries and deletes those beyond the newest 50,000. */
    add: (entries: readonly RequestEntry[]): Promise<void> =>
      inTransaction(db, () => {
        const insert = statement(
          db,
          `INSERT INTO request_log (request_id, at, family, priority, method, path, status, code, delivery, attempt,
             duration_ms, request_body, response_body)
           VALUES (@requestId, @at, @family, @priority, @method, @path, @status, @code, @delivery, @attempt, @durationMs,
             @requestBody, @responseBody)`,
        )
        for (const entry of entries) {
          const { path, requestBody, responseBody } = entry
          insert.run({
            ...entry,
            path: keptPath(db, path),
            requestBody: kept(db, requestBody),
            responseBody: kept(db, responseBody),
          })
        }
        statement(db, 'DELETE FROM request_log WHERE seq <= (SELECT max(seq) FROM request_log) - ?').run(MOST_ROWS)
      }),

    /** Calls of before a moment. */
    async *letGo({ before, isDry }: Sweep): AsyncGenerator<Slice> {
      const limit = before.toISOString()
      if (isDry) {
        yield sliceSchema.parse(
          statement(db, `SELECT count(*) AS count, ${BODY_BYTES} AS bytes FROM request_log WHERE at < ?`).get(limit),
        )
        return
      }
      for (let isAll = false; !isAll;) {
        const gone = await inTransaction(db, () => {
          const seqs = JSON.stringify(
            statement(db, `SELECT seq FROM request_log WHERE at < ? ORDER BY at LIMIT ${SLICE}`).pluck().all(limit),
          )
          const sum = statement(
            db,
            `SELECT count(*) AS count, ${BODY_BYTES} AS bytes FROM request_log
             WHERE seq IN (SELECT value FROM json_each(?))`,
          ).get(seqs)
          statement(db, 'DELETE FROM request_log WHERE seq IN (SELECT value FROM json_each(?))').run(seqs)
          return sliceSchema.parse(sum)
        })
        yield gone
        isAll = gone.count < SLICE
      }
    },

    list: async ({ requestId, path, code, onlyFailures, before, limit }: RequestQuery): Promise<RequestPage> => {
      const where = [
        ...(requestId === undefined ? [] : ['request_id = @requestId']),
        ...(path === undefined ? [] : ['instr(lower(path), lower(@path)) > 0']),
        ...(code === undefined ? [] : ['code = @code']),
        ...(onlyFailures ? ['code IS NOT NULL'] : []),
        ...(before === undefined ? [] : ['seq < @before']),
      ]
      const rows = statement(
        db,
        `SELECT ${COLUMNS} FROM request_log ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
         ORDER BY seq DESC LIMIT @limit`,
      )
        .all({ requestId: requestId ?? null, path: path ?? null, code: code ?? null, before: before ?? null, limit })
        .map((row) => toRequest(rowSchema.parse(row)))
      return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
    },

    get: async (id: number): Promise<LoggedRequestDetail | null> => {
      const row = statement(db, `SELECT ${COLUMNS}, request_body, response_body FROM request_log WHERE seq = ?`).get(id)
      if (row === undefined) return null
      const parsed = detailSchema.parse(row)
      return { ...toRequest(parsed), requestBody: parsed.request_body, responseBody: parsed.response_body }
    },
  }
}

function toRequest(row: z.infer<typeof rowSchema>): LoggedRequest {
  return {
    id: row.seq,
    requestId: row.request_id,
    at: row.at,
    family: row.family,
    priority: row.priority,
    method: row.method,
    path: row.path,
    status: row.status,
    code: row.code,
    delivery: row.delivery,
    attempt: row.attempt,
    durationMs: row.duration_ms,
  }
}
