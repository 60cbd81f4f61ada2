import type { Booking, BookingCounts } from '../../../../src-shared/station/booking/booking.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { Pager } from '../../../live/pager.svelte.ts'
import type { Station } from '../../../station.ts'
import { askedBy, isNarrowed, NOT_NARROWED, type Narrowing } from './narrow.ts'
import { filterCount, filterQuery, type OutboxFilter } from './filters.ts'

const PAGE = 100
/** The most rows of one list of the station; older ones are found by search. */
export const MOST_ROWS = 500

interface OutboxQuery {
  filter: OutboxFilter
  text: string
  narrowing: Narrowing
}

/** The list of bookings with its tiles: the shown rows, and the new ones among them. */
export class OutboxController {
  readonly counts: LiveQuery<BookingCounts>
  readonly list: Pager<Booking, OutboxQuery>
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
    this.counts = new LiveQuery(() => station.invoke('bookings.counts', {}))
    this.list = new Pager({
      query: { filter: 'all', text: '', narrowing: NOT_NARROWED },
      size: PAGE,
      most: MOST_ROWS,
      // The station lists from the newest and knows no page behind: those before it are asked for with it.
      load: async (query: OutboxQuery, have: number | null, limit) => {
        const wanted = Math.min((have ?? 0) + limit, MOST_ROWS)
        const rows = await this.#read(query, wanted)
        return { rows: rows.slice(have ?? 0), next: rows.length < wanted ? null : wanted }
      },
    })
  }

  /** Keeps the list and the counts fresh; returns the end of it. */
  readonly follow = (): (() => void) => {
    const names = ['bookings.changed', 'shipments.changed'] as const
    void this.list.refresh()
    const ends = [this.counts.follow(this.#station, names), this.#station.watch(names, () => void this.list.refresh())]
    return () => ends.forEach((end) => end())
  }

  /** How many there are under this tile, or by these words; null: more of those than were read. */
  get found(): number | null {
    const { query, rows, hasMore } = this.list
    const { value } = this.counts
    if (query.text.trim() === '' && !isNarrowed(query.narrowing) && value) return filterCount(query.filter, value)
    return hasMore ? null : rows.length
  }

  /** Those that are found, the newest first; at most `limit`, and MOST_ROWS. */
  readonly all = (most: number): Promise<Booking[]> => this.#read(this.list.query, Math.min(most, MOST_ROWS))

  readonly refresh = (): void => {
    void this.list.refresh()
    void this.counts.refresh()
  }

  readonly show = (filter: OutboxFilter): void => {
    if (filter !== this.list.query.filter) void this.list.show({ ...this.list.query, filter })
  }

  readonly find = (text: string): void => void this.list.show({ ...this.list.query, text })

  readonly narrow = (narrowing: Narrowing): void => void this.list.show({ ...this.list.query, narrowing })

  #read({ filter, text, narrowing }: OutboxQuery, limit: number): Promise<Booking[]> {
    return this.#station.invoke('bookings.list', {
      ...filterQuery(filter),
      text: text.trim() || undefined,
      ...askedBy(narrowing),
      limit,
    })
  }
}
