/* eslint-disable svelte/prefer-svelte-reactivity -- what is shown is replaced whole ($state.raw); these only count or look up. */
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import type { Station } from '../../../station.ts'

const MOST = 200

const heardOf = (row: Shipment): number => Date.parse(row.lastEvent?.timestamp ?? '') || 0

/**
 * Exceptions that began since the last look, reported together. The first look takes what it finds as known, and so
 * does one during a fill, which brings the past.
 */
export class NewExceptions {
  /** Shipments in an exception that no one has opened since it began. */
  ids = $state.raw<ReadonlySet<string>>(new Set())
  readonly #station: Station
  #known: ReadonlySet<string> | null = null
  /** The newest event of an exception known, in epoch milliseconds. */
  #newest = 0
  #running: Promise<void> | null = null

  constructor(station: Station) {
    this.#station = station
  }

  readonly look = (isFilling = false): Promise<void> => {
    this.#running ??= this.#look(isFilling).finally(() => (this.#running = null))
    return this.#running
  }

  readonly seen = (): void => {
    this.ids = new Set()
  }

  async #look(isFilling: boolean): Promise<void> {
    try {
      const { rows } = await this.#station.invoke('shipments.search', { status: 'EXCEPTION', limit: MOST })
      const now = rows.map((row) => `${row.shipmentId} ${row.lastEvent?.eventId ?? ''}`)
      const known = this.#known
      const newest = this.#newest
      this.#known = new Set(now)
      this.#newest = Math.max(newest, ...rows.map(heardOf))
      if (known === null || isFilling) return
      // Of more than these only the first are seen: one that moves up among them is not new.
      const isCut = rows.length === MOST
      const began = rows
        .filter((row, index) => !known.has(now[index] ?? '') && (!isCut || heardOf(row) > newest))
        .map((row) => row.shipmentId)
      const still = [...this.ids].filter((id) => rows.some((row) => row.shipmentId === id))
      this.ids = new Set([...still, ...began])
    } catch {
      // The board shows when the station does not answer.
    }
  }
}
