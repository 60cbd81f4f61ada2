import { createSiteSync } from '../../src-main/site/site-sync.ts'
import { createSiteClient } from '../../src-main/site/link/site-client.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { FreightError } from '../../src-main/freight/http/failure.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { quarantineStore } from '../../src-main/shipments/quarantine.rows.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'

export interface SiteTrackerOptions {
  dataDir: string
  clock: Clock
  origin: string
  token: string
}

/** A station of a site as far as it follows shipments: its cache, and what keeps it true. No ledger, printers or screens. */
export async function siteTracker({ dataDir, clock, origin, token }: SiteTrackerOptions) {
  const cache = await openCache(dataDir, clock)
  const closing = new AbortController()
  const source = syncCursorStore(cache.db)
  await source.use('embedded')
  const shipments = shipmentStore(cache.db)
  const faults: unknown[] = []
  const reached: (FreightError | null)[] = []
  const changed: string[] = []
  const sync = createSiteSync({
    ...{ shipments, source, clock },
    quarantine: quarantineStore(cache.db),
    client: createSiteClient({
      door: { urls: [origin], fingerprint: null },
      token: async () => token,
      closing: closing.signal,
    }),
    onReached: (failure) => void reached.push(failure),
    onChange: (shipmentIds) => void changed.push(...shipmentIds),
    onState: () => undefined,
    onSynced: () => undefined,
    onFault: (error) => void faults.push(error),
  })
  return {
    ...{ shipments, source, sync, faults, reached, changed },
    close: async () => {
      closing.abort()
      await sync.close()
      cache.close()
    },
  }
}
