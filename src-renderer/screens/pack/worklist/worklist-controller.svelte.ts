import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { WorkGroup, Worklist, WorkOrder } from '../../../../src-shared/station/printing/worklist.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Station } from '../../../station.ts'

/** What moves an order into the list, within it or out of it. */
export const WORK_CHANGES = ['bookings.changed', 'jobs.changed', 'shipments.changed', 'station.changed'] as const

/** The chosen order, and how to move on from it. The list moves under it; a printed one is never chosen. */
export class WorklistController {
  readonly list: LiveQuery<Worklist>
  /** Carriers that a person opened or closed. */
  readonly #opened = new SvelteMap<string, boolean>()
  #chosenId = $state<string | null>(null)
  /** A later day that is packed for; null: today. */
  day = $state<string | null>(null)
  readonly #station: Station
  /** Orders being printed from here, until the list was read after it. */
  readonly #printed = new SvelteSet<string>()

  constructor(station: Station) {
    this.#station = station
    this.list = new LiveQuery<Worklist>(() =>
      station.invoke('pack.worklist', this.day === null ? {} : { day: this.day }),
    )
  }

  /** Reads it now, and again when orders, labels or the hour have changed. Returns the end of it, fit for onMount. */
  follow(): () => void {
    return this.list.followCalmly(this.#station, WORK_CHANGES)
  }

  /** Orders that can be printed now, in the order of the list. */
  readonly #waiting = $derived.by(() =>
    (this.list.value?.groups ?? [])
      .flatMap((group) => group.orders)
      .filter((order) => !order.isAtPrinter && !this.#printed.has(order.shipmentId)),
  )

  /** The order that Enter prints: the chosen one while it waits, else the first. */
  get chosen(): WorkOrder | null {
    return this.#waiting.find(({ shipmentId }) => shipmentId === this.#chosenId) ?? this.#waiting[0] ?? null
  }

  /** Shown with its orders: as a person left it, else the two that leave next, and the one of the chosen order. */
  readonly isOpen = (group: WorkGroup): boolean => {
    if (group.orders.some(({ shipmentId }) => shipmentId === this.chosen?.shipmentId)) return true
    const byHand = this.#opened.get(group.carrier)
    if (byHand !== undefined) return byHand
    const next = (this.list.value?.groups ?? []).filter(({ left }) => left > 0).slice(0, 2)
    return next.includes(group)
  }

  readonly toggle = (group: WorkGroup): void => {
    this.#opened.set(group.carrier, !this.isOpen(group))
  }

  /** The next day with orders to pack, where today has none. */
  get nextDay(): Worklist['ahead'][number] | null {
    const list = this.list.value
    return this.day === null && list?.left === 0 ? (list.ahead[0] ?? null) : null
  }

  /** Packs for another day. */
  readonly showDay = (day: string | null): void => {
    this.day = day
    this.#chosenId = null
    void this.list.refresh()
  }

  readonly choose = (order: WorkOrder): void => {
    this.#chosenId = order.shipmentId
  }

  /** The next order down or up; the ends stay. */
  readonly move = (by: 1 | -1): void => {
    const at = this.#waiting.findIndex(({ shipmentId }) => shipmentId === this.chosen?.shipmentId)
    const next = this.#waiting[at + by]
    if (next) this.#chosenId = next.shipmentId
  }

  /** The chosen order is being printed: the one behind it is chosen. What became of it is then up to the list. */
  readonly printChosen = async (print: (order: WorkOrder) => Promise<void>): Promise<void> => {
    const { chosen } = this
    if (!chosen) return
    const at = this.#waiting.indexOf(chosen)
    this.#chosenId = this.#waiting[at + 1]?.shipmentId ?? null
    this.#printed.add(chosen.shipmentId)
    try {
      await print(chosen)
      await this.list.refresh()
    } finally {
      this.#printed.delete(chosen.shipmentId)
    }
  }
}
