import { SvelteMap } from 'svelte/reactivity'
import { MOST_PRINT_LIST } from '../../../src-shared/station/printing/printer-settings.ts'

/** Rows of a list that something is to be done with together. */
export class Selection<Row> {
  readonly #rows = new SvelteMap<string, Row>()
  readonly #idOf: (row: Row) => string
  /** How many have room. */
  readonly most: number
  /** The row that was picked last: from there Shift reaches. */
  #anchor = 0
  /** Another after each change. */
  #turn = 0

  /** @param idOf the identity of a row, also after it was read again */
  constructor(idOf: (row: Row) => string, most = MOST_PRINT_LIST) {
    this.#idOf = idOf
    this.most = most
  }

  get size(): number {
    return this.#rows.size
  }

  /** In the order in which they were picked. */
  get rows(): Row[] {
    return [...this.#rows.values()]
  }

  readonly has = (row: Row): boolean => this.#rows.has(this.#idOf(row))

  readonly toggle = (row: Row, index: number): void => {
    this.#anchor = index
    this.#turn += 1
    if (!this.#rows.delete(this.#idOf(row))) this.add([row])
  }

  /** From the row that was picked last to this one, as far as they are known. */
  readonly reach = (index: number, rowAt: (index: number) => Row | null): void => {
    const [first, last] = this.#anchor < index ? [this.#anchor, index] : [index, this.#anchor]
    const within = Array.from({ length: Math.min(last - first + 1, this.most) }, (_, at) => rowAt(first + at))
    this.add(within.filter((row) => row !== null))
  }

  /**
   * A click on a row: with Shift it picks all from the one picked last, with Ctrl or on its box this one alone.
   * @returns false: it picks nothing, and is an ordinary click on a row
   */
  readonly click = (event: MouseEvent, index: number, rowAt: (index: number) => Row | null): boolean => {
    const row = rowAt(index)
    if (row === null) return false
    const box = event.target instanceof HTMLInputElement ? event.target : null
    if (event.shiftKey) this.reach(index, rowAt)
    else if (box || event.ctrlKey || event.metaKey) this.toggle(row, index)
    else return false
    // The browser has turned the box over already; where Shift found it picked, or there was no room, it must not stay so.
    if (box) box.checked = this.has(row)
    return true
  }

  /** @returns whether all of them had room */
  readonly add = (rows: readonly Row[]): boolean => {
    this.#turn += 1
    for (const row of rows) {
      const id = this.#idOf(row)
      if (this.#rows.size >= this.most && !this.#rows.has(id)) return false
      this.#rows.set(id, row)
    }
    return true
  }

  /**
   * Adds rows that are still to be read. @returns them; null: the selection has changed meanwhile, as when another filter
   * cleared it, and got none of them
   */
  readonly addOnceRead = async (read: () => Promise<readonly Row[]>): Promise<readonly Row[] | null> => {
    const turn = this.#turn
    const rows = await read()
    if (turn !== this.#turn) return null
    this.add(rows)
    return rows
  }

  readonly clear = (): void => {
    this.#turn += 1
    this.#rows.clear()
    this.#anchor = 0
  }
}
