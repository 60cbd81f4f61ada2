import { z } from 'zod'
import { acknowledgeInputSchema, noteInputSchema, snoozeInputSchema } from '../tracking/attention.ts'
import { nothing, returns } from '../command.ts'
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
import { exportCsvSchema, lookupManySchema, type CsvExport, type LookupMany } from '../tracking/shipment-list.ts'
import type { AsideList } from '../tracking/set-aside.ts'
import type { SyncState } from '../tracking/sync.ts'
import { receiverChangeSchema, type ReceiverState } from '../tracking/webhook-receiver.ts'

/** The Track screen's rows of the command table. */
export const trackingCommands = {
  'shipments.search': returns<ShipmentPage>()(shipmentSearchSchema),
  'shipments.get': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') })),
  /** Asks the service for this shipment and its events now. */
  'shipments.refresh': returns<ShipmentDetail>()(z.object({ shipmentId: idSchema('shipmentId') })),
  /** The figures over the grid: late, at risk, stale, in each status, by exception code. */
  'shipments.tiles': returns<ShipmentTiles>()(nothing),
  /** Labels fetched lately that never came out of a printer. */
  'shipments.unprinted': returns<UnprintedLabels>()(nothing),
  /** Finds up to 500 codes as pasted; what is not here is asked for at the service. */
  'shipments.lookupMany': returns<LookupMany>()(lookupManySchema),
  'shipments.exportCsv': returns<CsvExport>()(exportCsvSchema),
  /** On-time share and transit days by carrier, exceptions by day and code. */
  'shipments.stats': returns<ShipmentStats>()(statsInputSchema),
  /** The image of the recipient's signature; null: there is none. */
  'shipments.signature': returns<{ image: DocumentContent | null }>()(
    z.object({ shipmentId: pathIdSchema('shipmentId') }),
  ),
  'shipments.note': returns<ShipmentDetail>()(noteInputSchema),
  /** Seen to: quiet until a newer event comes. */
  'shipments.acknowledge': returns<ShipmentDetail>()(acknowledgeInputSchema),
  /** Quiet up to a moment in the future. */
  'shipments.snooze': returns<ShipmentDetail>()(snoozeInputSchema),
  /** Fetches what changed at the service now. */
  'tracking.sync': returns<{ shipments: number; events: number }>()(nothing),
  /** How far the cache has followed the service. */
  'tracking.state': returns<SyncState>()(nothing),
  /** What the service told that could not be read. */
  'tracking.setAside': returns<AsideList>()(nothing),
  'webhookReceiver.state': returns<ReceiverState>()(nothing),
  /** Nothing changes when the port cannot be opened (LISTEN_FAILED). */
  'webhookReceiver.configure': returns<ReceiverState>()(receiverChangeSchema),
} as const
