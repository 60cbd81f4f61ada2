import type { ShipmentStats } from '../../../../src-shared/station/tracking/shipment.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Station } from '../../../station.ts'
import { faultOfDays, lastDays, momentsOf, type Days, type Range } from './insight.ts'

/** Which days are looked at, and their figures. */
export class InsightController {
  range = $state<Range>('30')
  /** The days that a person chose. */
  own = $state.raw<Days>({ from: '', until: '' })
  /** The days of the figures on screen. */
  shown = $state.raw<Days>({ from: '', until: '' })
  readonly stats: LiveQuery<ShipmentStats>
  readonly #station: Station
  readonly #today: string

  constructor(station: Station, today: string) {
    this.#station = station
    this.#today = today
    this.own = lastDays(30, today)
    this.shown = this.own
    this.stats = new LiveQuery(async () => {
      const days = this.#days()
      const stats = await this.#station.invoke('shipments.stats', momentsOf(days))
      this.shown = days
      return stats
    })
    void this.stats.refresh()
  }

  readonly choose = (range: Range): void => {
    if (range === 'own') this.own = this.#days()
    this.range = range
    void this.stats.refresh()
  }

  readonly use = (days: Days): void => {
    this.own = days
    if (faultOfDays(days) === null) void this.stats.refresh()
  }

  #days(): Days {
    return this.range === 'own' ? this.own : lastDays(Number(this.range), this.#today)
  }
}
