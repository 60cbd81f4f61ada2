import { SvelteMap } from 'svelte/reactivity'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

/** As many as one print list takes. */
export const MOST_SELECTED = 500

/** Shipments of the board that something is to be done with together. */
export class Selection {
  readonly #rows = new SvelteMap<string, Shipment>()
  /** The row that was picked last: from there Shift reaches. */
  #anchor = 0

  get size(): number {
    return this.#rows.size
  }

  get rows(): Shipment[] {
    return [...this.#rows.values()]
  }

  readonly has = (shipmentId: string): boolean => this.#rows.has(shipmentId)

  readonly toggle = (row: Shipment, index: number): void => {
    this.#anchor = index
    if (!this.#rows.delete(row.shipmentId)) this.add([row])
  }

  /** From the row that was picked last to this one, as far as they are known. */
  readonly reach = (index: number, rowAt: (index: number) => Shipment | null): void => {
    const [first, last] = this.#anchor < index ? [this.#anchor, index] : [index, this.#anchor]
    const within = Array.from({ length: Math.min(last - first + 1, MOST_SELECTED) }, (_, at) => rowAt(first + at))
    this.add(within.filter((row) => row !== null))
  }

  /** @returns whether all of them had room */
  readonly add = (rows: readonly Shipment[]): boolean => {
    for (const row of rows) {
      if (this.#rows.size >= MOST_SELECTED && !this.#rows.has(row.shipmentId)) return false
      this.#rows.set(row.shipmentId, row)
    }
    return true
  }

  readonly clear = (): void => {
    this.#rows.clear()
    this.#anchor = 0
  }
}
