/* eslint-disable svelte/prefer-svelte-reactivity -- what is shown is replaced whole ($state.raw); these only count or look up. */
import type { BookingCounts } from '../../../../src-shared/station/booking/booking.ts'
import type { LookupMany } from '../../../../src-shared/station/tracking/shipment-list.ts'
import type {
  Shipment,
  ShipmentPage,
  ShipmentSort,
  ShipmentTiles,
  UnprintedLabels,
} from '../../../../src-shared/station/tracking/shipment.ts'
import type { SyncState } from '../../../../src-shared/station/tracking/sync.ts'
import { Debounce } from '../../../live/debounce.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Preferences } from '../../../live/preferences.svelte.ts'
import type { Station } from '../../../station.ts'
import { withSaved } from '../../../ui/grid/saved.ts'
import { readColumns, type ColumnId } from './columns.ts'
import { EVERYTHING, readFilter, readSaved, searchOf, type BoardFilter, type SavedFilter } from './filter.ts'
import { NewExceptions } from './new-exceptions.svelte.ts'
import { PAGE_ROWS, RowPages } from './row-pages.svelte.ts'
import { shipmentsOf } from './shipments-of.ts'

/** The fill reports changes many times a second; the screen queries again this often at most. */
const REFRESH_EVERY_MS = 800

/** A list that a person gave instead of a filter. */
export interface GivenList {
  kind: 'pasted' | 'unprinted'
  rows: readonly Shipment[]
}

/** The supervisor's board: its filter, its display, and the station's totals. */
export class TrackBoard {
  filter = $state.raw<BoardFilter>(EVERYTHING)
  list = $state.raw<GivenList | null>(null)
  readonly columns: readonly ColumnId[] = $derived.by(() => readColumns(this.#preferences.get('track.columns') ?? null))
  readonly saved: readonly SavedFilter[] = $derived.by(() => readSaved(this.#preferences.get('track.filters') ?? null))
  readonly pages: RowPages
  readonly tiles: LiveQuery<ShipmentTiles>
  readonly bookings: LiveQuery<BookingCounts>
  readonly unprinted: LiveQuery<UnprintedLabels>
  readonly sync: LiveQuery<SyncState>
  /** Needs attention and is not acknowledged. */
  readonly attention: LiveQuery<Pick<ShipmentPage, 'total' | 'isTotalExact'>>
  readonly exceptions: NewExceptions
  /** Whether rows may move now: no one points at one or has the focus in the list. Set by the grid. */
  mayMove: () => boolean = () => true
  readonly #station: Station
  readonly #preferences: Preferences
  /** A filter is written down once for a word that is typed: the next letter's rows do not wait for the disk. */
  readonly #keeping = new Debounce('draft', () =>
    this.#preferences.set('track.filter', { ...this.filter }).catch(() => undefined),
  )
  #refreshing: ReturnType<typeof setTimeout> | undefined
  /** Something is looked for in everything: its rows are asked for once, by `find`. */
  #isFinding = false

  constructor(station: Station, preferences: Preferences) {
    this.#station = station
    this.#preferences = preferences
    this.filter = readFilter(preferences.get('track.filter') ?? null)
    this.pages = new RowPages({
      page: (after) =>
        station.invoke('shipments.search', {
          ...searchOf(this.filter),
          sort: this.filter.sort,
          isReversed: this.filter.isReversed,
          limit: PAGE_ROWS,
          ...(after === null ? {} : { after }),
        }),
      some: (shipmentIds) => shipmentsOf(station, shipmentIds),
    })
    this.tiles = new LiveQuery(() => station.invoke('shipments.tiles', {}))
    this.bookings = new LiveQuery(() => station.invoke('bookings.counts', {}))
    this.unprinted = new LiveQuery(() => station.invoke('shipments.unprinted', {}))
    this.sync = new LiveQuery(() => station.invoke('tracking.state', {}))
    this.attention = new LiveQuery(() => station.invoke('shipments.search', { attention: true, limit: 1 }))
    this.exceptions = new NewExceptions(station)
  }

  /** Begins; the answer ends it. Fit for onMount. */
  readonly follow = (): (() => void) => {
    const ends = [this.#station.watch(['shipments.changed'], this.#soon)]
    let isOver = false
    // The rows are asked for before everything around them. What the route looks for has begun by then, and reads its
    // own rows.
    queueMicrotask(() => {
      if (isOver) return
      if (!this.#isFinding) void this.pages.reload()
      void this.tiles.refresh()
      void this.attention.refresh()
      ends.push(
        this.bookings.follow(this.#station, ['bookings.changed']),
        this.unprinted.follow(this.#station, ['jobs.changed', 'bookings.changed']),
        this.sync.follow(this.#station, ['tracking.changed']),
      )
      void this.exceptions.look()
    })
    return () => {
      isOver = true
      ends.forEach((end) => end())
      clearTimeout(this.#refreshing)
      this.#keeping.flush()
    }
  }

  /** Takes another filter. */
  readonly use = (patch: Partial<BoardFilter>): void => {
    this.filter = { ...this.filter, ...patch }
    this.list = null
    this.#keeping.soon()
    void this.pages.reload()
  }

  readonly clear = (): void => this.use({ ...EVERYTHING, sort: this.filter.sort, isReversed: this.filter.isReversed })

  /** Looks for a text in everything; the shipment's id when there is exactly one. */
  readonly find = async (text: string): Promise<string | null> => {
    this.#isFinding = true
    this.filter = { ...EVERYTHING, text }
    this.list = null
    await this.pages.reload()
    this.#isFinding = false
    return this.pages.length === 1 ? (this.pages.row(0)?.shipmentId ?? null) : null
  }

  /** Everything that matches, in the board's order, up to `most`. */
  readonly all = async (most: number): Promise<Shipment[]> => {
    if (this.list) return this.list.rows.slice(0, most)
    const { sort, isReversed } = this.filter
    const search = { ...searchOf(this.filter), sort, isReversed, limit: PAGE_ROWS }
    const rows: Shipment[] = []
    for (let after: string | null = ''; after !== null && rows.length < most;) {
      const page: ShipmentPage = await this.#station.invoke(
        'shipments.search',
        after === '' ? search : { ...search, after },
      )
      rows.push(...page.rows)
      after = page.next ?? null
    }
    return rows.slice(0, most)
  }

  readonly showUnprinted = async (): Promise<void> => {
    await this.unprinted.refresh()
    const shipmentIds = this.unprinted.value?.shipmentIds ?? []
    this.list = { kind: 'unprinted', rows: await shipmentsOf(this.#station, shipmentIds) }
  }

  readonly showPasted = (found: LookupMany['found']): void => {
    const rows = new Map(found.flatMap(({ shipments }) => shipments.map((row) => [row.shipmentId, row])))
    this.list = { kind: 'pasted', rows: [...rows.values()] }
  }

  readonly closeList = (): void => void (this.list = null)

  /** Fetches what changed at the service. */
  readonly syncNow = async (): Promise<{ shipments: number; events: number }> => {
    const changed = await this.#station.invoke('tracking.sync', {})
    await this.#refresh()
    return changed
  }

  /** After a person has acknowledged a shipment. */
  readonly seenTo = (): void => {
    void this.attention.refresh()
    if (this.filter.narrow === 'attention') this.#soon()
  }

  readonly choose = (columns: readonly ColumnId[]): Promise<void> => {
    return this.#preferences.set('track.columns', [...readColumns([...columns])])
  }

  /** Sorts by this; reverses the order when it is the current one. */
  readonly orderBy = (sort: ShipmentSort): void =>
    this.use({ sort, isReversed: sort === this.filter.sort && !this.filter.isReversed })

  /** Shows a view that was saved, in its columns. */
  readonly open = async (name: string): Promise<void> => {
    const saved = this.saved.find((entry) => entry.name === name)
    if (!saved) return
    this.use({ ...saved.filter })
    if (saved.columns) await this.choose(saved.columns)
  }

  readonly save = (name: string): Promise<void> =>
    this.#keepSaved(withSaved(this.saved, { name, filter: this.filter, columns: this.columns }))
  readonly forget = (name: string): Promise<void> => this.#keepSaved(this.saved.filter((entry) => entry.name !== name))

  #keepSaved(saved: readonly SavedFilter[]): Promise<void> {
    return this.#preferences.set(
      'track.filters',
      saved.map(({ name, filter, columns }) => ({
        name,
        filter: { ...filter },
        ...(columns && { columns: [...columns] }),
      })),
    )
  }

  readonly #soon = (): void => {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined
      void this.#refresh()
    }, REFRESH_EVERY_MS)
  }

  async #refresh(): Promise<void> {
    void this.tiles.refresh()
    void this.attention.refresh()
    void this.exceptions.look(this.sync.value?.phase === 'filling')
    const { list } = this
    if (list) {
      const rows = new Map(
        (
          await shipmentsOf(
            this.#station,
            list.rows.map((row) => row.shipmentId),
          )
        ).map((row) => [row.shipmentId, row]),
      )
      if (this.list === list) this.list = { ...list, rows: list.rows.map((row) => rows.get(row.shipmentId) ?? row) }
    }
    if (this.pages.length === 0) return this.pages.reload()
    await this.pages.refresh()
    const hasNews = this.pages.fresh.size > 0 || this.pages.gone.size > 0
    if (hasNews && this.mayMove()) await this.pages.reload()
  }
}
