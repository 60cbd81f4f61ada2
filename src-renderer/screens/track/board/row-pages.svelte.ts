/* eslint-disable svelte/prefer-svelte-reactivity -- what is shown is replaced whole ($state.raw); these only count or look up. */
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { Shipment, ShipmentPage } from '../../../../src-shared/station/tracking/shipment.ts'
import { errorData } from '../../../error-data.ts'
import { mergePage } from './merge-page.ts'

export const PAGE_ROWS = 100
/** Pages kept in memory around the visible rows; the others keep only where they begin. */
const KEPT_PAGES = 48
/** How many rows before the end the next page is asked for. */
const AHEAD = 150

interface Page {
  /** Where it begins; null: at the top. */
  after: string | null
  count: number
  rows: readonly Shipment[] | null
}

interface Reader {
  page(after: string | null): Promise<ShipmentPage>
  /** Shipments by their ids, as they are now. */
  some(shipmentIds: readonly string[]): Promise<Shipment[]>
}

/** Facts of all rows together. */
export type PageFacts = Pick<ShipmentPage, 'total' | 'isTotalExact' | 'updatedAt' | 'counts'>

/**
 * Every row that matches, read page after page as it comes into sight. A refresh renews the rows on screen and moves
 * nothing; new rows wait until they are requested.
 */
export class RowPages {
  facts = $state.raw<PageFacts | null>(null)
  error = $state.raw<StationErrorData | null>(null)
  isLoading = $state(false)
  /** Rows known, from the top. */
  length = $state(0)
  hasMore = $state(false)
  /** Rows that a reload from the top would add or remove. */
  fresh = $state.raw<ReadonlySet<string>>(new Set())
  gone = $state.raw<ReadonlySet<string>>(new Set())
  /** Counts the changes of rows, for what reads them. */
  #version = $state(0)
  readonly #reader: Reader
  #pages: Page[] = []
  #next: string | null = null
  #generation = 0
  #isStale = false
  #reloading: Promise<void> | null = null
  #wanted = new Map<number, Promise<void>>()
  #looking = { first: 0, last: 0 }

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** The row at this place; null when it is not in memory yet. */
  readonly row = (index: number): Shipment | null => {
    // Read for its changes alone.
    if (this.#version < 0) return null
    return this.#pages[Math.floor(index / PAGE_ROWS)]?.rows?.[index % PAGE_ROWS] ?? null
  }

  /**
   * Reads from the top. The screen stays until the answer is there. Asked for while it reads, it drops that answer and
   * reads again: letters typed faster than rows come cost one question, not one each.
   */
  readonly reload = (): Promise<void> => {
    this.#generation++
    this.#isStale = true
    this.#reloading ??= this.#readTop()
    return this.#reloading
  }

  async #readTop(): Promise<void> {
    this.isLoading = true
    while (this.#isStale) {
      this.#isStale = false
      const generation = this.#generation
      try {
        const page = await this.#reader.page(null)
        if (generation === this.#generation) this.#begin(page)
      } catch (error) {
        if (generation === this.#generation) this.error = errorData(error)
      }
    }
    this.isLoading = false
    this.#reloading = null
  }

  #begin(page: ShipmentPage): void {
    this.#pages = [{ after: null, count: page.rows.length, rows: page.rows }]
    this.#wanted.clear()
    this.#take(page)
    this.fresh = new Set()
    this.gone = new Set()
    this.error = null
  }

  /** These rows are in sight: reads the missing ones and a few more. */
  readonly look = (first: number, last: number): void => {
    this.#looking = { first, last }
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++) {
      if (this.#pages[page]?.rows === null) void this.#want(page)
    }
    if (this.hasMore && last + AHEAD >= this.length && !this.error) void this.#want(this.#pages.length)
    this.#forget()
  }

  /** After an error: repeats the reads of the rows in sight. */
  readonly retry = (): void => {
    this.error = null
    if (this.#pages.length === 0) void this.reload()
    else this.look(this.#looking.first, this.#looking.last)
  }

  /** Renews the rows in sight in place, and returns the changes of a reload. */
  readonly refresh = async (): Promise<void> => {
    if (this.#pages.length === 0) return this.reload()
    const generation = this.#generation
    const inSight = new Set([0])
    for (let row = this.#looking.first; row <= this.#looking.last; row += PAGE_ROWS) {
      inSight.add(Math.floor(row / PAGE_ROWS))
    }
    inSight.add(Math.floor(this.#looking.last / PAGE_ROWS))
    try {
      for (const index of inSight) await this.#renew(index, generation)
      if (generation === this.#generation) this.error = null
    } catch (error) {
      if (generation === this.#generation) this.error = errorData(error)
    }
  }

  async #renew(index: number, generation: number): Promise<void> {
    const page = this.#pages[index]
    if (!page?.rows) return
    const now = await this.#reader.page(page.after)
    if (generation !== this.#generation) return
    const elsewhere = new Set(
      this.#pages.flatMap((other) => (other === page ? [] : (other.rows ?? []).map((row) => row.shipmentId))),
    )
    const merged = mergePage(page.rows, now.rows, (shipmentId) => elsewhere.has(shipmentId))
    page.rows = merged.rows
    if (index === 0) this.#facts(now)
    this.fresh = new Set([...this.fresh, ...merged.fresh])
    const gone = new Set(this.gone)
    merged.rows.forEach((row) => gone.delete(row.shipmentId))
    merged.gone.forEach((shipmentId) => gone.add(shipmentId))
    this.gone = gone
    this.#version++
    if (merged.gone.length > 0) {
      const renewed = new Map((await this.#reader.some(merged.gone)).map((row) => [row.shipmentId, row]))
      page.rows = page.rows.map((row) => renewed.get(row.shipmentId) ?? row)
      this.#version++
    }
    // A short list grows at its end without a page after it.
    if (index === this.#pages.length - 1 && !this.hasMore && now.next && page.count === PAGE_ROWS) {
      this.#next = now.next
      this.hasMore = true
    }
  }

  #want(index: number): Promise<void> {
    const running = this.#wanted.get(index)
    if (running) return running
    const generation = this.#generation
    const reading = this.#read(index, generation)
      .catch((error: unknown) => {
        if (generation === this.#generation) this.error = errorData(error)
      })
      .finally(() => {
        if (this.#wanted.get(index) === reading) this.#wanted.delete(index)
      })
    this.#wanted.set(index, reading)
    return reading
  }

  async #read(index: number, generation: number): Promise<void> {
    const known = this.#pages[index]
    const after = known ? known.after : this.#next
    const page = await this.#reader.page(after)
    if (generation !== this.#generation) return
    if (known) {
      known.rows = page.rows.slice(0, known.count)
      this.#version++
      return
    }
    this.#pages.push({ after, count: page.rows.length, rows: page.rows })
    this.#next = page.next ?? null
    this.hasMore = this.#next !== null
    this.length += page.rows.length
    this.#version++
    // The end may have been scrolled to meanwhile.
    queueMicrotask(() => this.look(this.#looking.first, this.#looking.last))
  }

  #take(page: ShipmentPage): void {
    this.#facts(page)
    this.#next = page.next ?? null
    this.hasMore = this.#next !== null
    this.length = page.rows.length
    this.#version++
  }

  #facts({ total, isTotalExact, updatedAt, counts }: ShipmentPage): void {
    this.facts = { total, counts, updatedAt, ...(isTotalExact === undefined ? {} : { isTotalExact }) }
  }

  #forget(): void {
    const middle = Math.floor(this.#looking.first / PAGE_ROWS)
    this.#pages.forEach((page, index) => {
      if (index > 0 && Math.abs(index - middle) > KEPT_PAGES / 2) page.rows = null
    })
  }
}
