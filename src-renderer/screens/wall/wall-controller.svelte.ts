import type { InboxPage } from '../../../src-shared/station/inbox/item.ts'
import type { Worklist } from '../../../src-shared/station/printing/worklist.ts'
import type { ShipmentPage, ShipmentTiles } from '../../../src-shared/station/tracking/shipment.ts'
import type { AppContext } from '../../app-context.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import { QueueController } from '../pack/queue/queue-controller.svelte.ts'
import { WORK_CHANGES } from '../pack/worklist/worklist-controller.svelte.ts'

/** At most this many rows of each list are readable from five meters; the others are counted. */
export const MOST_ON_WALL = 6

/** The wall's data, refreshed without input. */
export class WallController {
  readonly inbox: LiveQuery<InboxPage>
  readonly work: LiveQuery<Worklist>
  readonly tiles: LiveQuery<ShipmentTiles>
  /** What needs a look, by its count, and when the service was last heard. */
  readonly attention: LiveQuery<Pick<ShipmentPage, 'total' | 'isTotalExact' | 'updatedAt'>>
  readonly queue: QueueController
  readonly #station: AppContext['station']

  constructor(app: AppContext) {
    const { station } = app
    this.#station = station
    this.inbox = new LiveQuery(() => station.invoke('inbox.list', { state: 'open', limit: MOST_ON_WALL }))
    this.work = new LiveQuery(() => station.invoke('pack.worklist', {}))
    this.tiles = new LiveQuery(() => station.invoke('shipments.tiles', {}))
    this.attention = new LiveQuery(() => station.invoke('shipments.search', { attention: true, limit: 1 }))
    // Failures are items of the inbox: there is no operator here to be asked.
    this.queue = new QueueController(app, () => undefined)
  }

  /** The first thing that could not be read; null: all of it is fresh. */
  get error() {
    return this.inbox.error ?? this.work.error ?? this.tiles.error ?? this.attention.error ?? this.queue.printers.error
  }

  readonly refresh = (): void => {
    for (const query of [this.inbox, this.work, this.tiles, this.attention, this.queue.printers]) void query.refresh()
  }

  /** Begins; the answer ends it. Fit for onMount. */
  follow(): () => void {
    const ends = [
      this.inbox.followCalmly(this.#station, ['inbox.changed']),
      this.work.followCalmly(this.#station, WORK_CHANGES),
      this.tiles.followCalmly(this.#station, ['shipments.changed']),
      this.attention.followCalmly(this.#station, ['shipments.changed']),
      this.queue.follow(),
    ]
    return () => ends.forEach((end) => end())
  }
}
