import { z } from 'zod'
import { acknowledgeInputSchema, noteInputSchema, snoozeInputSchema } from '../tracking/attention.ts'
import { atSite, atStation, nothing, returns } from '../command.ts'
import { pathIdSchema, type DocumentContent } from '../documents/document.ts'
import { idSchema } from '../limits.ts'
import {
  shipmentSearchSchema,
  statsInputSchema,
  type ShipmentDetail,
  type ShipmentPage,
  type ShipmentStats,
  type ShipmentTiles,
  type UnprintedLabels,
} from '../tracking/shipment.ts'
import type { ShipmentPlaces } from '../tracking/place.ts'
import { exportCsvSchema, lookupManySchema, type CsvExport, type LookupMany } from '../tracking/shipment-list.ts'
import type { QuarantineList } from '../tracking/quarantine.ts'
import type { SyncState } from '../tracking/sync.ts'
import { receiverChangeSchema, type ReceiverState } from '../tracking/webhook-receiver.ts'

/** The Track screen's rows of the command table. */
export const trackingCommands = {
  /** Searches shipments by text, status, carrier and date. */
  'shipments.search': returns<ShipmentPage>()(shipmentSearchSchema, atSite.packer),
  /** Returns a shipment with its events. */
  'shipments.get': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') }), atSite.packer),
  /** Asks the service for this shipment and its events now. */
  'shipments.refresh': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') }), atSite.packer),
  /** Returns the figures over the grid: late, at risk, stale, in each status, by exception code. */
  'shipments.tiles': returns<ShipmentTiles>()(nothing, atSite.packer),
  /** Counts the shipments under way by where each was last reported to be. */
  'shipments.places': returns<ShipmentPlaces>()(nothing, atSite.packer),
  /** Lists labels fetched lately that never came out of a printer. */
  'shipments.unprinted': returns<UnprintedLabels>()(nothing, atSite.packer),
  /** Finds up to 500 codes as pasted; unknown ones are looked up at the service. */
  'shipments.lookupMany': returns<LookupMany>()(lookupManySchema, atSite.packer),
  /** Exports shipments as CSV. */
  'shipments.exportCsv': returns<CsvExport>()(exportCsvSchema, atSite.clerk),
  /** Returns on-time share and transit days by carrier, exceptions by day and code. */
  'shipments.stats': returns<ShipmentStats>()(statsInputSchema, atSite.packer),
  /** Returns the image of the recipient's signature; null: there is none. */
  'shipments.signature': returns<{ image: DocumentContent | null }>()(
    z.object({ shipmentId: pathIdSchema('shipmentId') }),
    atSite.clerk,
  ),
  /** Adds a note to a shipment. */
  'shipments.note': returns<ShipmentDetail>()(noteInputSchema, atSite.clerk),
  /** Acknowledges an exception: quiet until a newer event comes. */
  'shipments.acknowledge': returns<ShipmentDetail>()(acknowledgeInputSchema, atSite.clerk),
  /** Snoozes an exception until a moment in the future. */
  'shipments.snooze': returns<ShipmentDetail>()(snoozeInputSchema, atSite.clerk),
  /** Fetches what changed at the service now. */
  'tracking.sync': returns<{ shipments: number; events: number }>()(nothing, atSite.packer),
  /** Returns how far the cache has followed the service. */
  'tracking.state': returns<SyncState>()(nothing, atSite.packer),
  /** Lists service rows that could not be read. */
  'tracking.quarantine': returns<QuarantineList>()(nothing, atSite.packer),
  /** Returns the status of the receiver of the freight service's webhooks. */
  'webhookReceiver.state': returns<ReceiverState>()(nothing, atStation.packer),
  /** Nothing changes when the port cannot be opened (LISTEN_FAILED). */
  'webhookReceiver.configure': returns<ReceiverState>()(receiverChangeSchema, atStation.supervisor),
} as const
