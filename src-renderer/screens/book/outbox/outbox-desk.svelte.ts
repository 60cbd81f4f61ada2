import type { Booking, BookingState } from '../../../../src-shared/station/booking.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Station } from '../../../station.ts'
import { filterStates, type OutboxFilter } from './filters.ts'

const PAGE = 100
/** What one list of the station holds at most; what is older is found by its words. */
export const MOST_ROWS = 500
const PAUSE_MS = 200

/** The list of bookings with its tiles: what is shown, and what of it is fresh. */
export class OutboxDesk {
  text = $state('')
  filter = $state<OutboxFilter>('all')
  limit = $state(PAGE)
  readonly counts: LiveQuery<Record<BookingState, number>>
  readonly rows: LiveQuery<Booking[]>
  /** There may be more than are shown. */
  readonly hasMore = $derived.by(() => (this.rows.value?.length ?? 0) >= this.limit)
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
    this.counts = new LiveQuery(() => station.invoke('bookings.counts', {}))
    this.rows = new LiveQuery(() =>
      station.invoke('bookings.list', {
        states: filterStates(this.filter),
        text: this.text.trim() || undefined,
        limit: this.limit,
      }),
    )
  }

  /** Keeps the list and the counts fresh; returns the end of it. */
  readonly follow = (): (() => void) => {
    const ends = [this.counts, this.rows].map((query) =>
      query.follow(this.#station, ['bookings.changed', 'shipments.changed']),
    )
    return () => {
      clearTimeout(this.#timer)
      ends.forEach((end) => end())
    }
  }

  readonly show = (filter: OutboxFilter): void => {
    if (filter === this.filter) return
    this.filter = filter
    this.limit = PAGE
    void this.rows.refresh()
  }

  /** As a person types. */
  readonly find = (text: string): void => {
    this.text = text
    this.limit = PAGE
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.rows.refresh, PAUSE_MS)
  }

  readonly more = (): void => {
    this.limit = Math.min(this.limit + PAGE, MOST_ROWS)
    void this.rows.refresh()
  }
}
