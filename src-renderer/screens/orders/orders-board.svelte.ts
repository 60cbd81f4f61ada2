/* eslint-disable svelte/prefer-svelte-reactivity -- pages are replaced whole ($state.raw); nothing in them changes. */
import {
  MOST_CHOSEN_ORDERS,
  type OrderBoard,
  type OrderEstimate,
  type OrderPage,
  type OrderRow,
  type OrderRun,
} from '../../../src-shared/station/orders/order.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import { now } from '../../locale/format.ts'
import type { Preferences } from '../../live/preferences.svelte.ts'
import type { Station } from '../../station.ts'
import { withSaved } from '../../ui/grid/saved.ts'
import { Selection } from '../bulk/selection.svelte.ts'
import { lookOf, readOrderColumns, type OrderColumn } from './order-columns.ts'
import { endedRows } from './ended-rows.ts'
import {
  ALL_OPEN,
  readSavedFilters,
  searchOf,
  showsSameOrders,
  type OrderFilter,
  type SavedOrderFilter,
} from './order-filter.ts'

const PAGE_ROWS = 100
/** As many rows are read at once where all are wanted. */
const MOST_READ = 500
/** Of a storm of events the list is read again this often. */
const REFRESH_EVERY_MS = 400

/** The filter in use when the screen was left: a person who edits an order returns to the same list. */
const lastFilters = new WeakMap<Station, OrderFilter>()

/** For so long the outcome of a purchase is shown. */
const SHOWN_FOR_MS = 60 * 60_000

interface Rows {
  filter: OrderFilter
  pages: ReadonlyMap<number, readonly OrderRow[]>
  count: number
}

export type OrderAction = 'rate' | 'buy' | 'stop' | 'mark' | 'dismiss' | 'choose'

interface OrderMarks {
  hold?: string | null
  addTag?: string
  removeTag?: string
}

/** The list of orders on screen: what is shown of it, what is selected, and what is done with it. */
export class OrdersBoard {
  filter = $state.raw<OrderFilter>(ALL_OPEN)
  board = $state.raw<OrderBoard | null>(null)
  error = $state.raw<StationErrorData | null>(null)
  readonly columns: readonly OrderColumn[] = $derived.by(() =>
    readOrderColumns(this.#preferences.get('orders.columns') ?? null),
  )
  readonly saved: readonly SavedOrderFilter[] = $derived.by(() =>
    readSavedFilters(this.#preferences.get('orders.filters') ?? []),
  )
  readonly selection = new Selection<OrderRow>(({ orderId }) => orderId, MOST_CHOSEN_ORDERS)
  readonly action = new Action<OrderAction>()
  /** What the selected orders cost. */
  readonly estimate: LiveQuery<OrderEstimate | null>
  /** When the purchase ended whose outcome a person has seen. */
  seen = $state<string | null>(null)
  #rows = $state.raw<Rows | null>(null)
  readonly #byId: ReadonlyMap<string, OrderRow> = $derived.by(
    () => new Map([...(this.#rows?.pages.values() ?? [])].flatMap((page) => page.map((row) => [row.orderId, row]))),
  )
  readonly #station: Station
  readonly #preferences: Preferences
  #looking = { first: 0, last: 0 }
  #turn = 0
  #refreshing: ReturnType<typeof setTimeout> | undefined
  readonly #wanted = new Set<number>()

  constructor(station: Station, preferences: Preferences) {
    this.#station = station
    this.filter = lastFilters.get(station) ?? ALL_OPEN
    this.#preferences = preferences
    this.estimate = new LiveQuery(async () => {
      const orderIds = this.#selected()
      return orderIds.length === 0 ? null : station.invoke('orders.estimate', { orderIds })
    })
  }

  readonly follow = (): (() => void) => {
    void this.reload()
    const ends = [
      this.#station.watch(['orders.changed', 'bookings.changed'], this.#soon),
      // Only of booked orders it is shown what is printed.
      this.#station.watch(['jobs.changed'], () => this.filter.tab === 'booked' && this.#soon()),
    ]
    return () => {
      ends.forEach((end) => end())
      clearTimeout(this.#refreshing)
    }
  }

  get isLoaded(): boolean {
    return this.#rows !== null
  }

  get count(): number {
    return this.#rows?.count ?? 0
  }

  get run(): OrderRun | null {
    return this.board?.run ?? null
  }

  /** A purchase that is over and whose outcome no one has put away. */
  get bought(): OrderRun | null {
    const { run } = this
    const isFresh = run?.endedAt != null && Date.parse(run.endedAt) > now().getTime() - SHOWN_FOR_MS
    return run?.kind === 'buy' && isFresh && this.seen !== run.endedAt ? run : null
  }

  readonly row = (index: number): OrderRow | null =>
    this.#rows?.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null

  /** The row as it is now, where it is in sight. */
  readonly rowOf = (orderId: string): OrderRow | null => this.#byId.get(orderId) ?? null

  /** These rows are in sight. */
  readonly look = (first: number, last: number): void => {
    this.#looking = { first, last }
    const rows = this.#rows
    if (!rows) return
    for (const page of pagesOf(first, last)) if (!rows.pages.has(page)) void this.#want(page)
  }

  /** Takes another filter. What is selected is always in the list: nothing is booked that is not on screen. */
  readonly use = (patch: Partial<OrderFilter>): void => {
    const next = { ...this.filter, ...patch }
    if (!showsSameOrders(next, this.filter)) this.selection.clear()
    this.filter = next
    void this.reload()
  }

  /** Reads the rows in sight and the counts again. An answer to an outdated question is dropped. */
  readonly reload = async (): Promise<void> => {
    const turn = ++this.#turn
    const { filter } = this
    lastFilters.set(this.#station, filter)
    const isEnded = searchOf(filter) === null
    const isSame = this.#rows?.filter === filter && !isEnded
    const wanted = isSame ? pagesOf(this.#looking.first, this.#looking.last) : [0]
    try {
      const [board, ...pages] = await Promise.all([
        this.#station.invoke('orders.board', searchOf(filter) ?? {}),
        ...wanted.map((page) => this.#read(filter, page)),
      ])
      if (turn !== this.#turn) return
      this.board = board
      // Those that are no longer open come whole.
      const [first = []] = pages
      this.#rows = isEnded
        ? { filter, pages: inPages(first), count: first.length }
        : { filter, pages: new Map(wanted.map((page, at) => [page, pages[at] ?? []])), count: board.found }
      this.error = null
    } catch (error) {
      if (turn === this.#turn) this.error = errorData(error)
    }
    void this.estimate.refresh()
  }

  /** Selects the list in its order, as many as have room, while no other is selected or shown. */
  readonly selectAll = async (): Promise<void> => {
    const search = searchOf(this.filter)
    if (!search) return void (await this.selection.addOnceRead(() => this.#read(this.filter, 0)))
    const { sort, isReversed } = this.filter
    for (let offset = 0; offset < this.selection.most; offset += MOST_READ) {
      const query = { ...search, sort, isReversed, offset, limit: MOST_READ }
      const rows = await this.selection.addOnceRead(() => this.#station.invoke('orders.rows', query))
      if (rows === null || rows.length < MOST_READ) return
    }
  }

  readonly orderBy = (column: OrderColumn): void => {
    const { sort } = lookOf(column)
    if (sort) this.use({ sort, isReversed: sort === this.filter.sort && !this.filter.isReversed })
  }

  readonly choose = (columns: readonly OrderColumn[]): Promise<void> =>
    this.#preferences.set('orders.columns', [...readOrderColumns([...columns])])

  readonly open = async (name: string): Promise<void> => {
    const saved = this.saved.find((entry) => entry.name === name)
    if (saved) this.use(saved.filter)
  }
  readonly save = (name: string): Promise<void> =>
    this.#preferences.set('orders.filters', withSaved(this.saved, { name, filter: { ...this.filter } }))
  readonly forget = (name: string): Promise<void> =>
    this.#preferences.set(
      'orders.filters',
      this.saved.filter((entry) => entry.name !== name),
    )

  readonly rate = (orderIds: readonly string[], by: 'rule' | 'cheapest' | 'fastest'): Promise<boolean> =>
    this.#act('rate', () => this.#station.invoke('orders.rate', { orderIds: [...orderIds], by }))

  /** Buys the selected orders that have a rate, at the price that is shown. */
  readonly buy = async (approvedBy: string | undefined): Promise<boolean> => {
    const { value: estimate } = this.estimate
    if (!estimate || estimate.orderIds.length === 0) return false
    const { orderIds, totals } = estimate
    // The selection changed, and its sum is still on its way.
    const selected = new Set(this.#selected())
    if (!orderIds.every((orderId) => selected.has(orderId))) return false
    return this.#act('buy', async () => {
      await this.#station.invoke('orders.buy', {
        ...{ orderIds, agreedTotals: totals },
        ...(approvedBy !== undefined && { approvedBy }),
      })
      this.selection.clear()
    })
  }

  readonly stop = (): Promise<boolean> => this.#act('stop', () => this.#station.invoke('orders.stop', {}))

  readonly mark = (orderIds: readonly string[], marks: OrderMarks): Promise<boolean> =>
    this.action.runAs('mark', () => this.marked(orderIds, marks))

  /** The same for a form, which keeps what was typed and says why it failed; whatever else runs. @throws */
  readonly marked = async (orderIds: readonly string[], marks: OrderMarks): Promise<void> => {
    await this.#station.invoke('orders.mark', { orderIds: [...orderIds], ...marks })
    await this.reload()
  }

  readonly dismiss = (orderIds: readonly string[], isDismissed: boolean): Promise<boolean> =>
    this.#act('dismiss', () =>
      this.#each(orderIds, (orderId) => this.#station.invoke('orders.dismiss', { orderId, isDismissed })),
    )

  /** Puts orders whose bookings were canceled back in the list. */
  readonly shipAgain = (orderIds: readonly string[]): Promise<boolean> =>
    this.#act('dismiss', () => this.#each(orderIds, (orderId) => this.#station.invoke('orders.shipAgain', { orderId })))

  readonly chooseRate = (orderId: string, rateId: string): Promise<boolean> =>
    this.#act('choose', () => this.#station.invoke('orders.choose', { orderId, rateId }))

  /** The orders that the last purchase booked, as they are now. */
  readonly boughtRows = async (): Promise<OrderRow[]> => {
    const booked = new Set(this.bought?.booked)
    const found: OrderRow[] = []
    let after: number | null = null
    do {
      const page: OrderPage = await this.#station.invoke('orders.list', {
        ...{ show: 'booked', limit: MOST_READ },
        ...(after !== null && { after }),
      })
      found.push(...page.rows.filter(({ orderId }) => booked.has(orderId)))
      after = page.next
    } while (after !== null && found.length < booked.size)
    return found.reverse()
  }

  readonly putAway = (): void => {
    this.seen = this.run?.endedAt ?? null
  }

  #selected(): string[] {
    return this.selection.rows.map(({ orderId }) => orderId)
  }

  /** One that is another by now keeps no other from it; such stay selected. @throws the first of their errors */
  async #each(orderIds: readonly string[], work: (orderId: string) => Promise<unknown>): Promise<void> {
    const done = new Set<string>()
    const refused: unknown[] = []
    for (const orderId of orderIds) {
      try {
        await work(orderId)
        done.add(orderId)
      } catch (error) {
        refused.push(error)
        if (errorData(error).code !== 'WRONG_STATE') break
      }
    }
    const left = this.selection.rows.filter(({ orderId }) => !done.has(orderId))
    this.selection.clear()
    this.selection.add(left)
    if (refused.length > 0) throw refused[0]
  }

  #act(name: OrderAction, work: () => Promise<unknown>): Promise<boolean> {
    return this.action.runAs(name, async () => {
      await work()
      await this.reload()
    })
  }

  async #read(filter: OrderFilter, page: number): Promise<readonly OrderRow[]> {
    const search = searchOf(filter)
    const { tab, sort, isReversed } = filter
    if (search) {
      return this.#station.invoke('orders.rows', {
        ...{ ...search, sort, isReversed },
        ...{ offset: page * PAGE_ROWS, limit: PAGE_ROWS },
      })
    }
    const show = tab === 'booked' ? 'booked' : 'dismissed'
    const { rows } = await this.#station.invoke('orders.list', { show, limit: MOST_READ })
    return endedRows(rows, filter)
  }

  async #want(page: number): Promise<void> {
    const rows = this.#rows
    if (!rows || this.#wanted.has(page) || searchOf(rows.filter) === null) return
    this.#wanted.add(page)
    try {
      const found = await this.#read(rows.filter, page)
      const now = this.#rows
      if (now?.filter === rows.filter) this.#rows = { ...now, pages: new Map([...now.pages, [page, found]]) }
    } catch (error) {
      this.error = errorData(error)
    } finally {
      this.#wanted.delete(page)
    }
  }

  readonly #soon = (): void => {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined
      void this.reload()
    }, REFRESH_EVERY_MS)
  }
}

const pagesOf = (first: number, last: number): number[] => {
  const from = Math.floor(first / PAGE_ROWS)
  return Array.from({ length: Math.max(0, Math.floor(last / PAGE_ROWS) - from) + 1 }, (_, at) => from + at)
}

const inPages = (rows: readonly OrderRow[]): Map<number, readonly OrderRow[]> =>
  new Map(pagesOf(0, rows.length - 1).map((page) => [page, rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)]))
