import { z } from 'zod'
import {
  BATCH_STATES,
  batchFormSchema,
  batchRulesSchema,
  type Batch,
  type BatchForm,
  type BatchRules,
  type BatchState,
} from '../../../src-shared/station/batch.ts'
import { columnMapSchema, type ColumnMap } from '../../../src-shared/station/batch-field.ts'
import { StationError, stationErrorSchema, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'
import { countRows } from './batch-rows.ts'

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

/** A batch with what the file's keeper needs. */
export interface LedgerBatch extends Omit<Batch, 'counts' | 'bookings' | 'checking'> {
  /** Hash of the newest chunk: the same one again is told from another with its number. */
  lastChunk: string | null
  /** Hash of the whole file; null until it is complete. */
  sha256: string | null
  /** The service that its rows go to; null until its first run. */
  environment: string | null
}

/** Who may follow whom. Only RUNNING submits rows. */
export const BATCH_TRANSITIONS: Record<BatchState, readonly BatchState[]> = {
  RECEIVING: ['CHECKED', 'CANCELLED'],
  // Checked once more it is unchecked meanwhile: what is broken off half-way must not be run.
  CHECKED: ['RECEIVING', 'RUNNING', 'CANCELLED'],
  RUNNING: ['PAUSED', 'DONE', 'CANCELLED'],
  PAUSED: ['RUNNING', 'CANCELLED'],
  // Failed rows may be tried once more.
  DONE: ['RUNNING'],
  CANCELLED: [],
}

export interface BatchChange {
  actor?: Actor
  map?: ColumnMap
  rules?: BatchRules
  environment?: string
  reason?: StationErrorData | null
  detail?: Record<string, unknown>
}

export type BatchStore = ReturnType<typeof batchStore>

/** Batches in the ledger: their file's state, not its bytes. Every function is one whole transaction. */
export function batchStore(db: SqliteDatabase, clock: Clock) {
  const mustGet = (batchId: string): LedgerBatch => {
    const row = statement(db, 'SELECT * FROM batch WHERE batch_id = ?').get(batchId)
    if (row === undefined) throw notFound(batchId)
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
  const inState = (batchId: string, ...states: BatchState[]): LedgerBatch => {
    const batch = mustGet(batchId)
    if (!states.includes(batch.state)) throw wrongState(batch, states)
    return batch
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
        const batch = inState(batchId, 'RECEIVING')
        if (batch.form !== null || batch.nextChunk !== index) throw wrongChunk(batch)
        statement(
          db,
          'UPDATE batch SET chunks = chunks + 1, bytes = bytes + ?, last_chunk = ?, updated_at = ? WHERE batch_id = ?',
        ).run(bytes, hash, clock.now().toISOString(), batchId)
        return mustGet(batchId)
      }),

    /** The file is complete and was looked at. */
    noteForm: (batchId: string, form: BatchForm, sha256: string, bytes: number): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        inState(batchId, 'RECEIVING')
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

    /** @throws StationError WRONG_STATE (details.state), NOT_FOUND */
    move: (batchId: string, from: BatchState, to: BatchState, change: BatchChange = {}): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        const before = inState(batchId, from)
        if (!BATCH_TRANSITIONS[from].includes(to)) throw wrongState(before, [])
        statement(
          db,
          `UPDATE batch SET state = ?, map = coalesce(?, map), rules = coalesce(?, rules),
             environment = coalesce(environment, ?), reason = ?, updated_at = ? WHERE batch_id = ?`,
        ).run(
          to,
          change.map ? JSON.stringify(change.map) : null,
          change.rules ? JSON.stringify(change.rules) : null,
          change.environment ?? null,
          change.reason ? JSON.stringify(change.reason) : null,
          clock.now().toISOString(),
          batchId,
        )
        const counts = countRows(db, batchId)
        audit(batchId, change.actor ?? 'station', to.toLowerCase(), {
          from,
          rows: counts.rows,
          submitted: counts.submitted,
          ...(change.reason ? { code: change.reason.code } : {}),
          ...change.detail,
        })
        return mustGet(batchId)
      }),

    /** Other rules for what was not submitted yet. @throws StationError WRONG_STATE, NOT_FOUND */
    setRules: (batchId: string, rules: BatchRules): Promise<LedgerBatch> =>
      inTransaction(db, () => {
        inState(batchId, 'CHECKED', 'PAUSED')
        statement(db, 'UPDATE batch SET rules = ?, updated_at = ? WHERE batch_id = ?').run(
          JSON.stringify(rules),
          clock.now().toISOString(),
          batchId,
        )
        audit(batchId, 'operator', 'rules', { ...rules })
        return mustGet(batchId)
      }),

    /** RUNNING found at start: the station ended in the middle. It goes on where it stopped when a person says so. */
    adoptInterrupted: (reason: StationErrorData): Promise<string[]> =>
      inTransaction(db, () => {
        const found = z
          .array(z.string())
          .parse(statement(db, `SELECT batch_id FROM batch WHERE state = 'RUNNING'`).pluck().all())
        for (const batchId of found) {
          statement(db, `UPDATE batch SET state = 'PAUSED', reason = ?, updated_at = ? WHERE batch_id = ?`).run(
            JSON.stringify(reason),
            clock.now().toISOString(),
            batchId,
          )
          audit(batchId, 'station', 'paused', { from: 'RUNNING', code: reason.code })
        }
        return found
      }),

    /** Was the ledger put back to a backup since this batch was begun? Then it may have run further than it knows. */
    wasRestoredSince: async (batch: LedgerBatch): Promise<boolean> =>
      statement(
        db,
        `SELECT 1 FROM audit WHERE subject_kind = 'ledger' AND subject_id = 'ledger' AND action = 'restored' AND at >= ?`,
      ).get(batch.createdAt) !== undefined,

    get: async (batchId: string) => mustGet(batchId),

    /** Newest first. */
    list: async (limit: number) =>
      statement(db, 'SELECT * FROM batch ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .map((row) => toBatch(rowSchema.parse(row))),

    /** Forgets a batch that is at its end or was never run; its bookings and its audit rows stay. */
    remove: (batchId: string): Promise<void> =>
      inTransaction(db, () => {
        inState(batchId, 'RECEIVING', 'CHECKED', 'DONE', 'CANCELLED')
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

function notFound(batchId: string): StationError {
  return new StationError({ code: 'NOT_FOUND', message: 'There is no such batch here.', details: { batchId } })
}

function wrongState(batch: LedgerBatch, allowed: readonly BatchState[]): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Batch ${batch.name} is ${batch.state}${allowed.length > 0 ? `; this needs ${allowed.join(' or ')}` : ''}.`,
    details: { batchId: batch.batchId, state: batch.state, allowed },
  })
}

/** A chunk out of its turn, or behind the last. */
export function wrongChunk(batch: LedgerBatch): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message:
      batch.form === null
        ? `The next chunk of ${batch.name} must have index ${batch.nextChunk}.`
        : `${batch.name} is complete and takes no more chunks.`,
    details: { batchId: batch.batchId, state: batch.state, expected: batch.nextChunk },
  })
}
