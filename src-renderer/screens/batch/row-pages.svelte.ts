import type { BatchRow } from '../../../src-shared/station/batch.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import type { Station } from '../../station.ts'
import { ROW_FILTERS, type RowFilter } from './row-filter.ts'

export const ROWS_A_PAGE = 100
/** The most that one command gives. */
const MOST_AT_ONCE = 500

interface Shown {
  filter: RowFilter
  rows: readonly BatchRow[]
  hasMore: boolean
}

/** The rows of a batch on screen: as many as were asked for, of one kind, and fresh. */
export class RowPages {
  filter = $state<RowFilter>('all')
  readonly #query: LiveQuery<Shown>
  readonly #station: Station
  readonly #batchId: string
  #wanted = ROWS_A_PAGE

  constructor(station: Station, batchId: string) {
    this.#station = station
    this.#batchId = batchId
    this.#query = new LiveQuery(() => this.#read())
  }

  /** Null while rows of another filter are on screen. */
  readonly shown: Shown | null = $derived.by(() => {
    const shown = this.#query.value
    return shown?.filter === this.filter ? shown : null
  })
  get error() {
    return this.#query.error
  }
  get isLoading() {
    return this.#query.isLoading
  }

  readonly refresh = (): Promise<void> => this.#query.refresh()

  readonly show = (filter: RowFilter): Promise<void> => {
    this.filter = filter
    this.#wanted = ROWS_A_PAGE
    return this.refresh()
  }

  readonly more = (): Promise<void> => {
    this.#wanted += ROWS_A_PAGE
    return this.refresh()
  }

  async #read(): Promise<Shown> {
    const { filter } = this
    const wanted = this.#wanted
    const rows: BatchRow[] = []
    // One more than is shown tells whether there are more.
    while (rows.length <= wanted) {
      const limit = Math.min(MOST_AT_ONCE, wanted + 1 - rows.length)
      const after = rows.at(-1)?.row ?? 0
      const page = await this.#station.invoke('batches.rows', {
        batchId: this.#batchId,
        after,
        limit,
        ...ROW_FILTERS[filter],
      })
      rows.push(...page)
      if (page.length < limit) break
    }
    return { filter, rows: rows.slice(0, wanted), hasMore: rows.length > wanted }
  }
}
