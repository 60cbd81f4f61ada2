import { notStored, wrongState } from '../../../src-shared/station/error.ts'
import type { ResultsAsked, ResultsFormat, ResultsPiece } from '../../../src-shared/station/batch/batch.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { BatchFixStore } from './batch-fixes.rows.ts'
import type { BatchRowStore } from './batch.rows.ts'
import type { BatchStore } from './batches.rows.ts'
import type { BatchFiles } from './files.ts'
import { xlsxPieces } from '../sheets/xlsx-write.ts'
import { resultRows, resultsCsv } from './results.ts'

const PIECE_BYTES = 256 * 1024

export interface ResultsOptions {
  batches: BatchStore
  rows: BatchRowStore
  fixes: BatchFixStore
  files: BatchFiles
  clock: Clock
}

/** Gives the results of a batch out: to a path the host chose, or piece by piece. */
export function resultsController({ batches, rows, fixes, files, clock }: ResultsOptions) {
  async function write(batchId: string, path: string, format: ResultsFormat = 'csv'): Promise<void> {
    const { form, name, state } = await batches.get(batchId)
    if (!form) {
      throw wrongState(`The file of batch ${name} is not complete yet.`, { batchId, state })
    }
    const results = (from: number, to: number) => rows.results(batchId, from, to)
    const reported = resultRows(files.input(batchId), form, results, await fixes.of(batchId))
    await files.writeWhole(
      path,
      format === 'xlsx' ? xlsxPieces('Results', reported, clock.now()) : resultsCsv(reported, form.delimiter),
    )
  }

  return {
    /** Writes the results file to this path, whole or not at all; as CSV. */
    writeResults: (batchId: string, path: string): Promise<void> => write(batchId, path),

    /**
     * A piece of the results. Offset 0 makes the file again; the pieces behind it are of the same file, named by
     * `snapshot`, regardless of changes to the batch meanwhile.
     * @throws StationError NOT_FOUND for a snapshot that is not kept any more
     */
    resultsPiece: async ({ batchId, offset, snapshot, format }: ResultsAsked): Promise<ResultsPiece> => {
      const name = offset === 0 ? clock.now().getTime().toString(36).padStart(9, '0') : (snapshot ?? '')
      if (offset === 0) {
        await write(batchId, files.results(batchId, name, format), format)
        await files.dropOldSnapshots(batchId)
      }
      await batches.get(batchId)
      const read = name === '' ? null : await files.readAt(files.results(batchId, name, format), offset, PIECE_BYTES)
      if (!read) {
        throw notStored('These results are no longer stored. Start at offset 0.', { batchId, snapshot: name })
      }
      const end = offset + read.bytes.length
      return {
        snapshot: name,
        base64: read.bytes.toString('base64'),
        size: read.size,
        nextOffset: end < read.size && read.bytes.length > 0 ? end : null,
      }
    },
  }
}
