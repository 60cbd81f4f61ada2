import type { CallPriority } from '../../src-shared/station/app/call-priority.ts'
import type { FreightLink } from '../app/environment.ts'
import type { FreightClient } from '../freight/client.ts'

/** The service that is followed: its key, and a client for it. */
export type TrackingLink = Pick<FreightLink, 'key' | 'client'>

/** `tracking`: news, soon. `background`: the past, whenever no one else calls. */
export type TrackingPriority = Extract<CallPriority, 'tracking' | 'background'>

/** The client at a priority. */
export function clientFor({ client }: TrackingLink, priority: TrackingPriority): FreightClient {
  return client.at(priority)
}
