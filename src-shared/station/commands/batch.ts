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
  type BatchOrders,
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
  /** Begins the upload of a file in three steps: `begin`, `append` for each chunk in order, `finish`. */
  'batches.begin': returns<Batch>()(batchBeginSchema, atSite.clerk),
  /** Appends the next chunk of the file. */
  'batches.append': returns<Batch>()(batchAppendSchema, atSite.clerk),
  /** Ends the upload and suggests which column is which field. */
  'batches.finish': returns<BatchSuggestion>()(batchFinishSchema, atSite.clerk),
  /** Checks every row; nothing is sent. Answers when it is through. */
  'batches.check': returns<Batch>()(batchCheckSchema, atSite.clerk),
  /** Changes the rules of a batch that was checked or waits. */
  'batches.rules': returns<Batch>()(batchRulesInputSchema, atSite.clerk),
  /**
   * Requests the price of each row that a run would book and that has none. A row that the service refuses has an error
   * then. Answers when it is done; after an interruption it continues where it stopped.
   */
  'batches.quote': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** Returns the cost of a run: the sums by carrier, and an average where a row has no price. */
  'batches.estimate': returns<BatchEstimate>()(batchIdSchema, atSite.clerk),
  /** Begins booking the rows, or resumes where it stopped. Answers at once. */
  'batches.run': returns<Batch>()(batchRunSchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => (approvedBy === undefined ? 'clerk' : 'supervisor'),
  }),
  /** Adds the rows without errors to Orders; they are no longer booked from here. The others stay to be fixed. */
  'batches.toOrders': returns<BatchOrders>()(batchIdSchema, atSite.clerk),
  /**
   * Pauses a batch. A running check is canceled, and the file stays here unchecked; prices that were asked for stay.
   */
  'batches.pause': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** Cancels a batch. Rows that were submitted stay. */
  'batches.cancel': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** Answers the question of rows, or of the whole batch. */
  'batches.answer': returns<Batch>()(batchAnswerSchema, atSite.clerk),
  /** Fixes one cell of a row with an error and checks the row again. */
  'batches.fix': returns<Batch>()(batchFixSchema, atSite.clerk),
  /** Returns the cells of a row that was not booked, all of its cargo lines. */
  'batches.cells': returns<RowCell[]>()(batchCellsSchema, atSite.clerk),
  /** Fixes cells of a row that failed or was refused; it waits again. A batch that was done is paused. */
  'batches.fixRow': returns<Batch>()(batchRowFixSchema, atSite.clerk),
  /** Lists the columns that have errors, those with the most first. */
  'batches.errorColumns': returns<ColumnErrors[]>()(batchIdSchema, atSite.packer),
  /** Queues failed rows for the next run. */
  'batches.retryFailed': returns<Batch>()(batchIdSchema, atSite.clerk),
  /** Returns a batch and its counts. */
  'batches.get': returns<Batch>()(batchIdSchema, atSite.packer),
  /** Lists batches, the newest first. */
  'batches.list': returns<Batch[]>()(z.object({ limit: z.int().min(1).max(100).default(20) }), atSite.packer),
  /** Lists rows of a batch in the order of the file. */
  'batches.rows': returns<BatchRow[]>()(batchRowsSchema, atSite.packer),
  /** Returns a piece of the results file. */
  'batches.resultsChunk': returns<ResultsPiece>()(batchResultsSchema, atSite.packer),
  /** Removes a batch from the list; its bookings stay. */
  'batches.remove': returns<Batch[]>()(batchIdSchema, atSite.clerk),
  /** Lists the saved column maps. */
  'columnMaps.list': returns<SavedColumnMap[]>()(nothing, atSite.clerk),
  /** Saves a column map under a name. */
  'columnMaps.save': returns<SavedColumnMap[]>()(
    z.object({ name: nameSchema('name', 80), map: columnMapSchema }),
    atSite.clerk,
  ),
  /** Removes a saved column map. */
  'columnMaps.remove': returns<SavedColumnMap[]>()(z.object({ mapId: idSchema('mapId') }), atSite.clerk),
} as const
