import type { BatchRow } from '../../../../src-shared/station/batch/batch.ts'
import { Pager } from '../../../live/pager.svelte.ts'
import type { Station } from '../../../station.ts'
import { ROW_FILTERS, type RowFilter } from './row-filter.ts'

const ROWS_A_PAGE = 100
/** The most that one command gives. */
const MOST_AT_ONCE = 500

/**
 * The rows of a batch on screen: as many as were asked for, of one kind, and fresh.
 * @param column of the errors only those in this column; null: all
 */
export function batchRows(station: Station, batchId: string, column: () => string | null): Pager<BatchRow, RowFilter> {
  return new Pager({
    query: 'all',
    size: ROWS_A_PAGE,
    // One more than is shown reveals whether there are more.
    most: MOST_AT_ONCE - 1,
    load: async (filter: RowFilter, after: number | null, limit) => {
      const only = filter === 'errors' ? column() : null
      const asked = {
        batchId,
        after: after ?? 0,
        limit: limit + 1,
        ...ROW_FILTERS[filter],
        ...(only === null ? {} : { column: only }),
      }
      const found = await station.invoke('batches.rows', asked)
      const rows = found.slice(0, limit)
      return { rows, next: found.length > limit ? (rows.at(-1)?.row ?? null) : null }
    },
  })
}
