import { release } from 'node:os'
import type { StationFacts } from '../../src-shared/station/app/maintenance.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import type { Services } from '../app/services.ts'

export type FactPorts = Pick<
  Services,
  | 'clock'
  | 'version'
  | 'environments'
  | 'connection'
  | 'keys'
  | 'settings'
  | 'notices'
  | 'bookings'
  | 'sync'
  | 'printing'
  | 'requestLog'
  | 'maintenance'
>

/** How this station is set up and what it knows of its troubles, for whoever helps. No key, no address, no label in it. */
export async function factsOf(ports: FactPorts): Promise<StationFacts> {
  const { clock, version, environments, connection, keys, settings, notices, bookings, sync, printing, requestLog } =
    ports
  const link = environments.link()
  const now = clock.now()
  const [state, printers, waiting, failures] = await Promise.all([
    ports.maintenance.state(),
    printing.printers.list(),
    bookings.countNotSent(),
    requestLog.list({ onlyFailures: true, limit: 50 }),
  ])
  const facts = {
    madeAt: now.toISOString(),
    waybill: version,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
    system: { platform: process.platform, arch: process.arch, release: release() },
    environment: link.environment(),
    key: { keptIn: await link.keyStorage(), keychainAvailable: await keys.keychainAvailable() },
    connection: connection.state(),
    budget: link.client.rateLimits(),
    settings: await settings.read(),
    notices: notices.list(),
    notSent: waiting,
    tracking: await sync.state(),
    printers,
    data: state,
    lastFailedCalls: failures.rows,
  }
  return { fileName: `waybill-facts-${dayAt(now)}.json`, text: `${JSON.stringify(facts, null, 2)}\n` }
}
