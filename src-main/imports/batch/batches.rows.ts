import { z } from 'zod'
import {
  isReceiving,
  mayBeRemoved,
  mayMove,
  moved,
  PAUSED_STATES,
  RUNNING_STATES,
  takesChunks,
  takesRules,
  type BatchMove,
} from '../../../src-shared/machine/batch.ts'
import {
  BATCH_STATES,
  batchFormSchema,
  batchRulesSchema,
  type Batch,
  type BatchForm,
  type BatchRules,
  type BatchState,
} from '../../../src-shared/station/batch/batch.ts'
import { columnMapSchema } from '../../../src-shared/station/batch/batch-field.ts'
import type { StationError } from '../../../src-shared/station/error.ts'
import { notFound, type StationErrorData, stationErrorSchema, wrongState } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit, type Actor } from '../../data/audit/audit.rows.ts'
import { countRows } from './batch.rows.ts'

const rowSchema = z.object({
  batch_id: z.string(),
  name: z.string(),
  state: z.enum(BATCH_STATES),
  bytes: z.int(),
  chunks: z.int(),
  last_chunk: z.string().nullable(),
  sha256: z.string().nullable(),
  environment: z.string().nullable(),
  form: jsonColumn(batchFormSchema).nullable(),
  map: jsonColumn(columnMapSchema).nullable(),
  rules: jsonColumn(batchRulesSchema).nullable(),
  reason: jsonColumn(stationErrorSchema).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A batch with the fields that the file's owner needs. */
export interface LedgerBatch extends Omit<Batch, 'counts' | 'bookings' | 'spent' | 'checking' | 'quoting' | 'prices'> {
  /** Hash of the newest chunk: a repeated chunk is recognized by its number. */
  lastChunk: string | null
  /** Hash of the whole file; null until it is complete. */
  sha256: string | null
  /** The service that its rows go to; null until its first run. */
  environment: string | null
}

/** Who took a step, and what else its audit row records. */
export interface BatchStep {
  actor?: Actor
  detail?: Record<string, unknown>
}

/** `isRunning` of the machine, for SQL. */
export const IS_RUNNING = `state IN (${RUNNING_STATES.map((state) => `'${state}'`).join(', ')})`

export type BatchStore = ReturnType<typeof batchStore>

/** Batches in the ledger: their file's state, not its bytes. Every function is one whole transaction. */
export function batchStore(db: SqliteDatabase, clock: Clock) {
  const mustGet = (batchId: string): LedgerBatch => {
    const row = statement(db, 'SELECT * FROM batch WHERE batch_id = ?').get(batchId)
    if (row === undefined) throw noSuchBatch(batchId)
    return toBatch(rowSchema.parse(row))
  }
  const audit = (batchId: string, actor: Actor, action: string, detail?: Record<string, unknown>) =>
    appendAudit(db, {
      at: clock.now(),
      actor,
      subjectKind: 'batch',
      subjectId: batchId,
      action,
      ...(detail && { detail }),
    })
  /** @throws StationError WRONG_STATE with the states that it may be in */
  const mustBe = (batchId: string, mayBe: (batch: Pick<Batch, 'state'>) => boolean): LedgerBatch => {
    const batch = mustGet(batchId)
    if (mayBe(batch)) return batch
    throw refusedMove(
      batch,
      BATCH_STATES.filter((state) => mayBe({ state })),
    )
  }

  /** To be called inside a transaction. @throws StationError WRONG_STATE */
  const take = (before: LedgerBatch, move: BatchMove, { actor = 'station', detail }: BatchStep): void => {
    if (!mayMove(before, move)) throw refusedMove(before, [])
    const after = moved(before, move)
    statement(
      db,
      `UPDATE batch SET state = ?, map = ?, rules = ?, environment = ?, reason = ?, updated_at = ? WHERE batch_id = ?`,
    ).run(
      after.state,
      after.map === null ? null : JSON.stringify(after.map),
      JSON.stringify(after.rules),
      after.environment,
      after.reason === null ? null : JSON.stringify(after.reason),
      clock.now().toISOString(),
      after.batchId,
    )
    const { rows, submitted } = countRows(db, after.batchId)
    const code = after.reason ? { code: after.reason.code } : {}
    audit(after.batchId, actor, after.state.toLowerCase(), { from: before.state, rows, submitted, ...code, ...detail })
  }

  return {
    begin: (batchId: string, name: string): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        const at = clock.now().toISOString()
        statement(
          db,
          `INSERT INTO batch (batch_id, name, state, created_at, updated_at) VALUES (?, ?, 'RECEIVING', ?, ?)`,
        ).run(batchId, name, at, at)
        audit(batchId, 'operator', 'begun', { name })
        return mustGet(batchId)
      }),

    /** The bytes of one more chunk are in the file. @throws StationError WRONG_STATE when another came between */
    noteChunk: (batchId: string, index: number, bytes: number, hash: string): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        const batch = mustBe(batchId, isReceiving)
        if (!takesChunks(batch) || batch.nextChunk !== index) throw wrongChunk(batch)
        statement(
          db,
          'UPDATE batch SET chunks = chunks + 1, bytes = bytes + ?, last_chunk = ?, updated_at = ? WHERE batch_id = ?',
        ).run(bytes, hash, clock.now().toISOString(), batchId)
        return mustGet(batchId)
      }),

    /** The file is complete and was looked at. */
    noteForm: (batchId: string, form: BatchForm, sha256: string, bytes: number): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        mustBe(batchId, isReceiving)
        statement(db, 'UPDATE batch SET form = ?, sha256 = ?, bytes = ?, updated_at = ? WHERE batch_id = ?').run(
          JSON.stringify(form),
          sha256,
          bytes,
          clock.now().toISOString(),
          batchId,
        )
        audit(batchId, 'operator', 'received', { bytes, sha256 })
        return mustGet(batchId)
      }),

    /** Takes a step of the machine. @throws StationError WRONG_STATE (details.state), NOT_FOUND */
    move: (batchId: string, from: BatchState, move: BatchMove, step: BatchStep = {}): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        take(
          mustBe(batchId, ({ state }) => state === from),
          move,
          step,
        )
        return mustGet(batchId)
      }),

    /** Other rules for unsubmitted rows. @throws StationError WRONG_STATE, NOT_FOUND */
    setRules: (batchId: string, rules: BatchRules): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        mustBe(batchId, takesRules)
        statement(db, 'UPDATE batch SET rules = ?, updated_at = ? WHERE batch_id = ?').run(
          JSON.stringify(rules),
          clock.now().toISOString(),
          batchId,
        )
        audit(batchId, 'operator', 'rules', { ...rules })
        return mustGet(batchId)
      }),

    /** RUNNING found at start: the station ended in the middle. It resumes where it stopped when a person confirms. */
    adoptInterrupted: (reason: StationErrorData): Promise<string[]> =>
      inTransaction(db, () => {
        const found = z
          .array(z.string())
          .parse(statement(db, `SELECT batch_id FROM batch WHERE ${IS_RUNNING}`).pluck().all())
        for (const batchId of found) take(mustGet(batchId), { to: 'PAUSED', reason }, {})
        return found
      }),

    /** Was the ledger restored from a backup since this batch was begun? Then it may have run further than it knows. */
    wasRestoredSince: async (batch: LedgerBatch): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM restoration WHERE at >= ?').get(batch.createdAt) !== undefined,

    get: async (batchId: string) => mustGet(batchId),

    has: async (batchId: string): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM batch WHERE batch_id = ?').get(batchId) !== undefined,

    /** An earlier batch of the same file of which rows were submitted; null when there is none. */
    withFile: async (sha256: string, batchId: string): Promise<LedgerBatch | null> => {
      const row = statement(
        db,
        `SELECT b.* FROM batch b WHERE b.sha256 = ? AND b.seq < (SELECT seq FROM batch WHERE batch_id = ?)
           AND EXISTS (SELECT 1 FROM batch_row r WHERE r.batch_id = b.batch_id AND r.state = 'submitted')
         ORDER BY b.seq DESC LIMIT 1`,
      ).get(sha256, batchId)
      return row === undefined ? null : toBatch(rowSchema.parse(row))
    },

    /** Newest first. */
    list: async (limit: number) =>
      statement(db, 'SELECT * FROM batch ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .map((row) => toBatch(rowSchema.parse(row))),

    /** Those of the newest that are paused. */
    paused: async (amongNewest: number) =>
      statement(
        db,
        `SELECT * FROM (SELECT * FROM batch ORDER BY seq DESC LIMIT ?) WHERE ${isIn('state', PAUSED_STATES)}`,
      )
        .all(amongNewest)
        .map((row) => toBatch(rowSchema.parse(row))),

    /** Forgets a batch that is at its end or was never run; its bookings and its audit rows stay. */
    remove: (batchId: string): Promise<void> =>
      inTransaction(db, () => {
        mustBe(batchId, mayBeRemoved)
        statement(db, 'DELETE FROM batch WHERE batch_id = ?').run(batchId)
        audit(batchId, 'operator', 'removed')
      }),
  }
}

function toBatch(row: z.infer<typeof rowSchema>): LedgerBatch {
  return {
    batchId: row.batch_id,
    name: row.name,
    state: row.state,
    bytes: row.bytes,
    nextChunk: row.chunks,
    lastChunk: row.last_chunk,
    sha256: row.sha256,
    environment: row.environment,
    form: row.form,
    map: row.map,
    rules: row.rules ?? batchRulesSchema.parse({}),
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function noSuchBatch(batchId: string): StationError {
  return notFound('batch', { batchId })
}

function refusedMove(batch: LedgerBatch, allowed: readonly BatchState[]): StationError {
  return wrongState(
    `Batch ${batch.name} is ${batch.state}${allowed.length > 0 ? `; this needs ${allowed.join(' or ')}` : ''}.`,
    { batchId: batch.batchId, state: batch.state, allowed },
  )
}

/** A chunk out of its turn, or behind the last. */
export function wrongChunk(batch: LedgerBatch): StationError {
  return wrongState(
    batch.form === null
      ? `The next chunk of ${batch.name} must be number ${batch.nextChunk}.`
      : `${batch.name} is complete and takes no more chunks.`,
    { batchId: batch.batchId, state: batch.state, expected: batch.nextChunk },
  )
}
