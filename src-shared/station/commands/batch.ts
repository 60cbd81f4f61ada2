import { z } from 'zod'
import {
  batchAnswerSchema,
  batchAppendSchema,
  batchBeginSchema,
  batchCheckSchema,
  batchIdSchema,
  batchResultsSchema,
  batchRowsSchema,
  batchRulesInputSchema,
  batchRunSchema,
  type Batch,
  type BatchEstimate,
  type BatchRow,
  type BatchSuggestion,
  type ResultsPiece,
} from '../batch/batch.ts'
import { columnMapSchema, type SavedColumnMap } from '../batch/batch-field.ts'
import { nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'

/** The Batch screen's rows of the command table. */
export const batchCommands = {
  /** A file is handed over in three: `begin`, `append` for each chunk in order, `finish`. */
  'batches.begin': returns<Batch>()(batchBeginSchema),
  'batches.append': returns<Batch>()(batchAppendSchema),
  'batches.finish': returns<BatchSuggestion>()(batchIdSchema),
  /** The dry run: every row is looked at, nothing is sent. Answers when it is through. */
  'batches.check': returns<Batch>()(batchCheckSchema),
  /** Other rules for a batch that was checked or waits. */
  'batches.rules': returns<Batch>()(batchRulesInputSchema),
  /** What a run would cost, from what bookings cost lately. */
  'batches.estimate': returns<BatchEstimate>()(batchIdSchema),
  /** Begins, or goes on where it stopped; answers at once. */
  'batches.run': returns<Batch>()(batchRunSchema),
  /** A check that runs is broken off, and the file lies here unchecked. */
  'batches.pause': returns<Batch>()(batchIdSchema),
  /** Rows that were submitted stay. */
  'batches.cancel': returns<Batch>()(batchIdSchema),
  'batches.answer': returns<Batch>()(batchAnswerSchema),
  /** Failed rows are tried by the next run. */
  'batches.retryFailed': returns<Batch>()(batchIdSchema),
  'batches.get': returns<Batch>()(batchIdSchema),
  'batches.list': returns<Batch[]>()(z.object({ limit: z.int().min(1).max(100).default(20) })),
  'batches.rows': returns<BatchRow[]>()(batchRowsSchema),
  'batches.resultsChunk': returns<ResultsPiece>()(batchResultsSchema),
  'batches.remove': returns<Batch[]>()(batchIdSchema),
  'columnMaps.list': returns<SavedColumnMap[]>()(nothing),
  'columnMaps.save': returns<SavedColumnMap[]>()(
    z.object({ name: z.string().trim().min(1, 'name is required').max(80), map: columnMapSchema }),
  ),
  'columnMaps.remove': returns<SavedColumnMap[]>()(z.object({ mapId: idSchema('mapId') })),
} as const
