import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { errorData } from '../../../error-data.ts'

/** A piece of a list that only grows at its newer end, and the key of the piece behind it. */
export interface LogPage<R> {
  rows: R[]
  next: number | null
}

/** A log, newest first, page behind page, under filters. Answers to older filters are dropped. */
export class PagedLog<R, F> {
  rows = $state.raw<readonly R[]>([])
  error = $state.raw<StationErrorData | null>(null)
  isLoading = $state(false)
  /** Something was answered under the filters in use. */
  isLoaded = $state(false)
  #next = $state.raw<number | null>(null)
  #turn = 0
  #filter: F
  readonly #load: (filter: F, before: number | undefined) => Promise<LogPage<R>>

  constructor(filter: F, load: (filter: F, before: number | undefined) => Promise<LogPage<R>>) {
    this.#filter = filter
    this.#load = load
  }

  get hasMore(): boolean {
    return this.#next !== null
  }

  /** Begins anew under these filters. */
  readonly show = async (filter: F): Promise<void> => {
    this.#filter = filter
    await this.#fetch(undefined)
  }

  readonly refresh = (): Promise<void> => this.#fetch(undefined)

  readonly more = async (): Promise<void> => {
    if (this.#next !== null && !this.isLoading) await this.#fetch(this.#next)
  }

  async #fetch(before: number | undefined): Promise<void> {
    const turn = ++this.#turn
    this.isLoading = true
    try {
      const { rows, next } = await this.#load(this.#filter, before)
      if (turn !== this.#turn) return
      this.rows = before === undefined ? rows : [...this.rows, ...rows]
      this.#next = next
      this.error = null
      this.isLoaded = true
    } catch (error) {
      if (turn === this.#turn) this.error = errorData(error)
    }
    if (turn === this.#turn) this.isLoading = false
  }
}
