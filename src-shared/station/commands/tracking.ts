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
  'shipments.search': returns<ShipmentPage>()(shipmentSearchSchema, atSite.packer),
  'shipments.get': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') }), atSite.packer),
  /** Asks the service for this shipment and its events now. */
  'shipments.refresh': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') }), atSite.packer),
  /** The figures over the grid: late, at risk, stale, in each status, by exception code. */
  'shipments.tiles': returns<ShipmentTiles>()(nothing, atSite.packer),
  /** Shipments under way, counted by where each was last reported to be. */
  'shipments.places': returns<ShipmentPlaces>()(nothing, atSite.packer),
  /** Labels fetched lately that never came out of a printer. */
  'shipments.unprinted': returns<UnprintedLabels>()(nothing, atSite.packer),
  /** Finds up to 500 codes as pasted; unknown ones are looked up at the service. */
  'shipments.lookupMany': returns<LookupMany>()(lookupManySchema, atSite.packer),
  'shipments.exportCsv': returns<CsvExport>()(exportCsvSchema, atSite.clerk),
  /** On-time share and transit days by carrier, exceptions by day and code. */
  'shipments.stats': returns<ShipmentStats>()(statsInputSchema, atSite.packer),
  /** The image of the recipient's signature; null: there is none. */
  'shipments.signature': returns<{ image: DocumentContent | null }>()(
    z.object({ shipmentId: pathIdSchema('shipmentId') }),
    atSite.clerk,
  ),
  'shipments.note': returns<ShipmentDetail>()(noteInputSchema, atSite.clerk),
  /** Seen to: quiet until a newer event comes. */
  'shipments.acknowledge': returns<ShipmentDetail>()(acknowledgeInputSchema, atSite.clerk),
  /** Quiet up to a moment in the future. */
  'shipments.snooze': returns<ShipmentDetail>()(snoozeInputSchema, atSite.clerk),
  /** Fetches what changed at the service now. */
  'tracking.sync': returns<{ shipments: number; events: number }>()(nothing, atSite.packer),
  /** How far the cache has followed the service. */
  'tracking.state': returns<SyncState>()(nothing, atSite.packer),
  /** Service rows that could not be read. */
  'tracking.quarantine': returns<QuarantineList>()(nothing, atSite.packer),
  'webhookReceiver.state': returns<ReceiverState>()(nothing, atStation.packer),
  /** Nothing changes when the port cannot be opened (LISTEN_FAILED). */
  'webhookReceiver.configure': returns<ReceiverState>()(receiverChangeSchema, atStation.supervisor),
} as const
