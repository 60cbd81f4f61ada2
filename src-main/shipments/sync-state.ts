import type { SyncState } from '../../src-shared/station/tracking/sync.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ShipmentStore } from './shipments.rows.ts'
import { watchTimes } from './watch.rows.ts'

export const DEFAULT_STALE_HOURS = 48

export interface SyncStatePorts {
  shipments: Pick<ShipmentStore, 'tiles' | 'countSummaries'>
  clock: Clock
  /** Hours without an event after which a shipment under way is stale. */
  staleHours?: (() => Promise<number>) | undefined
}

/** The content of the cache, beside its sync status. */
export async function syncStateOf(
  { shipments, clock, staleHours }: SyncStatePorts,
  following: Pick<SyncState, 'phase' | 'total' | 'nextSyncAt'>,
): Promise<SyncState> {
  const tiles = await shipments.tiles(watchTimes(clock.now(), (await staleHours?.()) ?? DEFAULT_STALE_HOURS))
  return {
    ...following,
    filled: Object.values(tiles.statuses).reduce((sum, count) => sum + count, 0),
    summariesOnly: await shipments.countSummaries(),
    stale: tiles.stale,
  }
}
