/** How far the cache has followed the service; the answer of `tracking.state`. */
export interface SyncState {
  /**
   * filling: shipments or events of the past are still coming. following: only news is asked for. paused: the service
   * asked us to wait, or did not answer; `nextSyncAt` has the end.
   */
  phase: 'filling' | 'following' | 'paused'
  /** Shipments here. */
  filled: number
  /** Shipments the service reported when the fill began; null before the first answer. */
  total: number | null
  /** Shipments here of which only the list's few fields are known, and more is to be asked; counted up to 10,000. */
  summariesOnly: number
  /** Null while a sync runs, or when none is due automatically. */
  nextSyncAt: string | null
  /** Shipments under way that nothing was heard of for longer than Settings.thresholds.staleHours; counted up to 10,000. */
  stale: number
}
