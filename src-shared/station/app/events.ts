import type { SharedKind } from '../../site/shared-record.ts'
import type { InboxNews } from '../inbox/item.ts'
import type { StationScale } from '../scale/status.ts'

/** The step of an opening station: reads every page, migrates records to this version, restores a backup, or the rest. */
export type OpeningStep = 'start' | 'check' | 'migration' | 'repair'

/** Events that the station sends to its screens. Payloads are small: a screen asks for the rest. */
export interface StationEvents {
  /** It is not open yet; calls are answered later. */
  'station.opening': { step: OpeningStep }
  /** Environment, connection, key, notices, count of unsent bookings: read `station.state` again. */
  'station.changed': Record<string, never>
  'bookings.changed': { bookingId: string }
  'shipments.changed': { shipmentIds: string[] }
  /** Progress of the fill, pace, or the webhook receiver: read `tracking.state` and `webhookReceiver.state` again. */
  'tracking.changed': Record<string, never>
  'jobs.changed': { jobId: string }
  'printers.changed': Record<string, never>
  'virtualPrinter.received': { labelId: string }
  'batches.changed': { batchId: string }
  /** Records that all stations of a site share are others since, or in question. */
  'records.changed': { kinds: SharedKind[] }
  /** Orders of other systems came, were booked or answered, or the folder fares otherwise. */
  'orders.changed': Record<string, never>
  'inbox.changed': Record<string, never>
  /** Another e-mail to a consignee, or another state of one. */
  'consigneeMail.changed': Record<string, never>
  /** New inbox items, for a notification of the system. */
  'inbox.news': InboxNews
  /** Something came up that is to be heard. */
  'inbox.heard': Record<string, never>
  /** Another reading of the serial scale, or a line that came or went. */
  'scale.changed': StationScale
  /** A code of the serial scanner, once. */
  'scanner.scanned': { code: string }
  /** A request came from outside the window: `desktop.take` returns it. */
  'desktop.wanted': Record<string, never>
  /** How far an update is: read `desktop.state` again. */
  'desktop.changed': Record<string, never>
}

export type StationEventName = keyof StationEvents

export const STATION_EVENT_NAMES = [
  'station.opening',
  'station.changed',
  'bookings.changed',
  'shipments.changed',
  'tracking.changed',
  'jobs.changed',
  'printers.changed',
  'virtualPrinter.received',
  'batches.changed',
  'records.changed',
  'orders.changed',
  'inbox.changed',
  'consigneeMail.changed',
  'inbox.news',
  'inbox.heard',
  'scale.changed',
  'scanner.scanned',
  'desktop.wanted',
  'desktop.changed',
] as const satisfies readonly StationEventName[]

/** An event with its name, as it crosses the wire to a screen. */
export type StationEvent = { [N in StationEventName]: { name: N; payload: StationEvents[N] } }[StationEventName]
