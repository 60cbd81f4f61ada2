import type { CallPriority } from '../../src-shared/station/app/call-priority.ts'
import type { FreightLink } from '../app/environment.ts'
import type { FreightClient } from '../freight/client.ts'

/** `tracking`: news, soon. `background`: the past, whenever nobody else calls. */
export type TrackingPriority = Extract<CallPriority, 'tracking' | 'background'>

/** The client at a priority. */
export function clientFor({ client }: FreightLink, priority: TrackingPriority): FreightClient {
  return client.at(priority)
}
