import { release } from 'node:os'
import type { StationFacts } from '../../src-shared/station/maintenance.ts'
import type { Services } from '../services.ts'

/** How this station is set up and what it knows of its troubles, for whoever helps. No key, no address, no label in it. */
export async function factsOf(services: Services): Promise<StationFacts> {
  const { clock, version, environments, connection, keys, settings, notices, bookings, sync, printing, records } =
    services
  const link = environments.link()
  const now = clock.now().toISOString()
  const [state, printers, waiting, failures] = await Promise.all([
    services.maintenance.state(),
    printing.printers.list(),
    bookings.countNotSent(),
    records.requests.list({ onlyFailures: true, limit: 50 }),
  ])
  const facts = {
    madeAt: now,
    waybill: version,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
    system: { platform: process.platform, arch: process.arch, release: release() },
    environment: link.environment(),
    key: { keptIn: await link.keyStorage(), keychainAvailable: await keys.keychainAvailable() },
    connection: connection.state(),
    budget: link.client.budget(),
    settings: await settings.read(),
    notices: notices.list(),
    notSent: waiting,
    tracking: await sync.state(),
    printers,
    data: state,
    lastFailedCalls: failures.rows,
  }
  return { fileName: `waybill-facts-${now.slice(0, 10)}.json`, text: `${JSON.stringify(facts, null, 2)}\n` }
}
