import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'

/** A piece of a list, and the key of the piece behind it; null: there is none. */
export interface Page<Row, Key> {
  rows: readonly Row[]
  next: Key | null
}

export interface PagerSpec<Row, Query, Key> {
  /** The first query. */
  query: Query
  /** How many rows a page has. */
  size: number
  /** How many rows one call may ask for; absent: a page. */
  most?: number
  /** @param after the key that the piece before ended with; null: from the top */
  load: (query: Query, after: Key | null, limit: number) => Promise<Page<Row, Key>>
}

interface Shown<Row, Query, Key> extends Page<Row, Key> {
  query: Query
}

/**
 * A list on screen, page behind page. Rows stay in sight until their successors are there; an answer to an outdated
 * query is dropped. A refresh rereads the shown rows, and a storm of them costs one read after the other.
 */
export class Pager<Row, Query = null, Key = number> {
  /** The rows on screen with their query; null: not answered yet. */
  shown = $state.raw<Shown<Row, Query, Key> | null>(null)
  error = $state.raw<StationErrorData | null>(null)
  isLoading = $state(false)
  /** The current query. */
  query: Query
  readonly #spec: PagerSpec<Row, Query, Key>
  /** How many rows are to be on screen. */
  #wanted: number
  #turn = 0
  #refreshing: Promise<void> | null = null
  #isStale = false

  constructor(spec: PagerSpec<Row, Query, Key>) {
    this.#spec = spec
    this.query = $state.raw(spec.query)
    this.#wanted = spec.size
  }

  get rows(): readonly Row[] {
    return this.shown?.rows ?? []
  }

  get hasMore(): boolean {
    return this.shown !== null && this.shown.next !== null
  }

  /** Begins again under this query. Never rejects: see `error`. */
  readonly show = (query: Query): Promise<void> => {
    this.query = query
    this.#wanted = this.#spec.size
    return this.#take(() => this.#read(query, this.#wanted))
  }

  /** The page behind the shown ones. */
  readonly more = async (): Promise<void> => {
    const { shown } = this
    if (this.isLoading || shown?.next == null) return
    this.#wanted = shown.rows.length + this.#spec.size
    await this.#take(async () => {
      const page = await this.#spec.load(shown.query, shown.next, this.#spec.size)
      return { ...shown, rows: [...shown.rows, ...page.rows], next: page.next }
    })
  }

  /** Reads again as many rows as are shown. Resolves when an answer asked for at or after this call is there. */
  readonly refresh = (): Promise<void> => {
    this.#isStale = true
    this.#refreshing ??= this.#refresh()
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const { query } = this
      await this.#take(() => this.#read(query, this.#wanted))
    }
    this.#refreshing = null
  }

  async #read(query: Query, wanted: number): Promise<Shown<Row, Query, Key>> {
    const { load, size, most = size } = this.#spec
    let page: Page<Row, Key> = await load(query, null, Math.min(wanted, most))
    const rows = [...page.rows]
    while (rows.length < wanted && page.next !== null) {
      page = await load(query, page.next, Math.min(wanted - rows.length, most))
      rows.push(...page.rows)
    }
    return { query, rows, next: page.next }
  }

  async #take(read: () => Promise<Shown<Row, Query, Key>>): Promise<void> {
    const turn = ++this.#turn
    this.isLoading = true
    try {
      const shown = await read()
      if (turn !== this.#turn) return
      this.shown = shown
      this.error = null
    } catch (error) {
      if (turn !== this.#turn) return
      this.error = errorData(error)
    }
    this.isLoading = false
  }
}
