import type { FreightLink } from '../../src-main/app/environment.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { createSync } from '../../src-main/shipments/sync.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { testCache } from '../support/cache.ts'
import { runningClock } from '../support/running-clock.ts'

type FreightClientOptions = Parameters<typeof createFreightClient>[1]

/** A sync of this cache with a service, that turns only when asked, and stops at any fault. */
export function syncAt(
  baseUrl: string,
  cache: Awaited<ReturnType<typeof testCache>>,
  clock: Clock,
  more: Partial<FreightClientOptions> = {},
) {
  const client = createFreightClient(async () => ({ baseUrl, apiKey: 'key' }), { clock: runningClock(), ...more })
  const link: FreightLink = {
    key: 'embedded',
    environment: () => ({ kind: 'embedded', baseUrl }),
    client,
    keyStorage: async () => 'embedded',
  }
  return createSync({
    shipments: cache.shipments,
    source: cache.source,
    quarantine: cache.quarantine,
    facts: cache.facts,
    link: () => link,
    clock,
    onChange: () => undefined,
    onSynced: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
}
