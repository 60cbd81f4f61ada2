import { PAGES_AT_ONCE, type DocumentPage, type DocumentPages } from '../../../src-shared/station/documents/document.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'

export type PageDpi = 150 | 300
export type PageLoader = (window: { from: number; dpi: PageDpi }) => Promise<DocumentPages>

/** A document's pages on their way to the screen: a few at a time, those in sight first. */
export class PageFeed {
  /** False: nothing that can be drawn here. */
  isDrawable = $state(true)
  total = $state<number | null>(null)
  pages = $state.raw<readonly (DocumentPage | undefined)[]>([])
  error = $state.raw<StationErrorData | null>(null)
  readonly #load: PageLoader
  readonly #wanted: { from: number; dpi: PageDpi }[] = []
  readonly #asked: string[] = []
  #isRunning = false

  constructor(load: PageLoader) {
    this.#load = load
    this.want(0)
  }

  /** The page is in sight. */
  readonly want = (index: number, dpi: PageDpi = 150): void => {
    const from = Math.floor(index / PAGES_AT_ONCE) * PAGES_AT_ONCE
    const key = `${from} ${dpi}`
    if (this.#asked.includes(key)) return
    this.#asked.push(key)
    this.#wanted.push({ from, dpi })
    if (!this.#isRunning) void this.#run()
  }

  /** What could not be had is asked for again. */
  readonly retry = (): void => {
    this.error = null
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (let next = this.#wanted[0]; next; next = this.#wanted[0]) {
        this.#take(await this.#load(next))
        this.#wanted.shift()
      }
    } catch (error) {
      this.error = errorData(error)
    } finally {
      this.#isRunning = false
    }
  }

  #take({ format, total, pages }: DocumentPages): void {
    this.isDrawable = format !== null
    this.total = total
    const next = Array.from({ length: total }, (_, index) => this.pages[index])
    for (const page of pages) next[page.index] = page
    this.pages = next
  }
}
