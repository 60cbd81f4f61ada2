import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { QuoteSummary } from '../../../../src-shared/station/quote-history.ts'
import { errorData } from '../../../error-data.ts'
import type { Station } from '../../../station.ts'

const PAUSE_MS = 150

/** The quotes of the past that a text finds, newest first, and more of them as they are asked for. */
export class QuoteHistory {
  text = $state('')
  rows = $state.raw<readonly QuoteSummary[] | null>(null)
  next = $state.raw<number | null>(null)
  isLoading = $state(false)
  error = $state.raw<StationErrorData | null>(null)
  readonly #station: Station
  readonly #limit: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn = 0

  constructor(station: Station, limit: number) {
    this.#station = station
    this.#limit = limit
  }

  readonly typed = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.load(), PAUSE_MS)
  }

  /** From the newest. Never rejects; of several at a time the last one counts. */
  readonly load = (): Promise<void> => this.#read([], undefined)

  readonly more = (): Promise<void> =>
    this.next === null || this.isLoading ? Promise.resolve() : this.#read(this.rows ?? [], this.next)

  async #read(before: readonly QuoteSummary[], from: number | undefined): Promise<void> {
    clearTimeout(this.#timer)
    const turn = ++this.#turn
    this.isLoading = true
    try {
      const page = await this.#station.invoke('quotes.list', {
        text: this.text,
        limit: this.#limit,
        ...(from === undefined ? {} : { before: from }),
      })
      if (turn !== this.#turn) return
      this.rows = [...before, ...page.rows]
      this.next = page.next
      this.error = null
    } catch (error) {
      if (turn !== this.#turn) return
      this.error = errorData(error)
    }
    this.isLoading = false
  }
}
