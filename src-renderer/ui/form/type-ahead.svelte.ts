import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { Debounce } from '../../live/debounce.ts'

export interface TypeAheadSource<T> {
  /** What fits the text; asked for again with each pause in typing. */
  search: (text: string) => Promise<readonly T[]>
  /** Fewer letters than this ask nothing. */
  fewest: number
}

/** Suggestions for a field's text while it is typed, and the one selected by the keys. */
export class TypeAhead<T> {
  items = $state.raw<readonly T[]>([])
  /** The item that the arrow keys are on; -1: none, so Enter means the field and not a suggestion. */
  active = $state(-1)
  isOpen = $state(false)
  isAsking = $state(false)
  /** Why nothing can be suggested; typing continues without. */
  failure = $state.raw<StationErrorData | null>(null)
  readonly #source: () => TypeAheadSource<T>
  readonly #debounce = new Debounce('search', () => this.ask(this.#typed))
  #typed = ''
  #turn = 0

  constructor(source: () => TypeAheadSource<T>) {
    this.#source = source
  }

  readonly typed = (text: string): void => {
    this.#debounce.cancel()
    this.active = -1
    if (text.trim().length < this.#source().fewest) {
      this.close()
      return
    }
    this.#typed = text
    this.#debounce.soon()
  }

  /** Asks at once. An answer that comes after a later question, or after the list was closed, is not shown. */
  readonly ask = async (text: string): Promise<void> => {
    this.#debounce.cancel()
    const { search, fewest } = this.#source()
    if (text.trim().length < fewest) return
    const turn = ++this.#turn
    this.isAsking = true
    try {
      const items = await search(text.trim())
      if (turn !== this.#turn) return
      this.items = items
      this.failure = null
      this.active = -1
      this.isOpen = true
    } catch (error) {
      if (turn === this.#turn) {
        this.failure = errorData(error)
        this.isOpen = false
      }
    }
    if (turn === this.#turn) this.isAsking = false
  }

  /** Moves the choice, round through "none"; opens a list that is closed. */
  readonly move = (by: 1 | -1, text: string): void => {
    if (!this.isOpen) {
      void this.ask(text)
      return
    }
    const places = this.items.length + 1
    this.active = ((this.active + 1 + by + places) % places) - 1
  }

  readonly close = (): void => {
    this.#debounce.cancel()
    this.#turn += 1
    this.isAsking = false
    this.isOpen = false
    this.active = -1
  }
}
