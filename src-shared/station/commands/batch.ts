import { z } from 'zod'
import {
  batchAnswerSchema,
  batchAppendSchema,
  batchCellsSchema,
  batchBeginSchema,
  batchCheckSchema,
  batchFinishSchema,
  batchFixSchema,
  batchIdSchema,
  batchResultsSchema,
  batchRowFixSchema,
  batchRowsSchema,
  batchRulesInputSchema,
  batchRunSchema,
  type Batch,
  type BatchEstimate,
  type BatchRow,
  type BatchSuggestion,
  type ColumnErrors,
  type ResultsPiece,
  type RowCell,
} from '../batch/batch.ts'
import { columnMapSchema, type SavedColumnMap } from '../batch/batch-field.ts'
import { atSite, nothing, returns } from '../command.ts'
import { idSchema, nameSchema } from '../limits.ts'

/** The Batch screen's rows of the command table. */
export const batchCommands = {
  /** A file is uploaded in three steps: `begin`, `append` for each chunk in order, `finish`. */
  'batches.begin': returns<Batch>()(batchBeginSchema, atSite.clerk),
  'batches.append': returns<Batch>()(batchAppendSchema, atSite.clerk),
  'batches.finish': returns<BatchSuggestion>()(batchFinishSchema, atSite.clerk),
  /** The dry run: every row is looked at, nothing is sent. Answers when it is through. */
  'batches.check': returns<Batch>()(batchCheckSchema, atSite.clerk),
  /** Other rules for a batch that was checked or waits. */
  'batches.rules': returns<Batch>()(batchRulesInputSchema, atSite.clerk),
  /**
   * Asks for the price of each row that a run would book and that has none, before anything is booked; a row that the
   * service refuses has an error then. Answers when it is done; after an interruption it continues where it stopped.
   */
  'batches.quote': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** The cost of a run: the sums by carrier, and an average where a row has no price. */
  'batches.estimate': returns<BatchEstimate>()(batchIdSchema, atSite.clerk),
  /** Begins, or resumes where it stopped; answers at once. */
  'batches.run': returns<Batch>()(batchRunSchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => (approvedBy === undefined ? 'clerk' : 'supervisor'),
  }),
  /** A running check is canceled, and the file stays here unchecked; prices that were asked for stay. */
  'batches.pause': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** Rows that were submitted stay. */
  'batches.cancel': returns<Batch>()(batchIdSchema, atSite.clerk),
  'batches.answer': returns<Batch>()(batchAnswerSchema, atSite.clerk),
  /** Fixes one cell of a row with an error and checks the row again. */
  'batches.fix': returns<Batch>()(batchFixSchema, atSite.clerk),
  /** The cells of a row that was not booked, all of its cargo lines. */
  'batches.cells': returns<RowCell[]>()(batchCellsSchema, atSite.clerk),
  /** Fixes cells of a row that failed or was refused; it waits again. A batch that was done is paused. */
  'batches.fixRow': returns<Batch>()(batchRowFixSchema, atSite.clerk),
  /** The columns that have errors, those with the most first. */
  'batches.errorColumns': returns<ColumnErrors[]>()(batchIdSchema, atSite.packer),
  /** Failed rows are tried by the next run. */
  'batches.retryFailed': returns<Batch>()(batchIdSchema, atSite.clerk),
  'batches.get': returns<Batch>()(batchIdSchema, atSite.packer),
  'batches.list': returns<Batch[]>()(z.object({ limit: z.int().min(1).max(100).default(20) }), atSite.packer),
  'batches.rows': returns<BatchRow[]>()(batchRowsSchema, atSite.packer),
  'batches.resultsChunk': returns<ResultsPiece>()(batchResultsSchema, atSite.packer),
  'batches.remove': returns<Batch[]>()(batchIdSchema, atSite.clerk),
  'columnMaps.list': returns<SavedColumnMap[]>()(nothing, atSite.clerk),
  'columnMaps.save': returns<SavedColumnMap[]>()(
    z.object({ name: nameSchema('name', 80), map: columnMapSchema }),
    atSite.clerk,
  ),
  'columnMaps.remove': returns<SavedColumnMap[]>()(z.object({ mapId: idSchema('mapId') }), atSite.clerk),
} as const
