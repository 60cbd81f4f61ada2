import { z } from 'zod'
import { nothing, returns } from '../command.ts'
import { shipmentSearchSchema, type ShipmentDetail, type ShipmentPage } from '../shipment.ts'

/** The Track screen's rows of the command table. */
export const trackingCommands = {
  'shipments.search': returns<ShipmentPage>()(shipmentSearchSchema),
  'shipments.get': returns<ShipmentDetail>()(z.object({ shipmentId: z.string() })),
  /** Asks the service for this shipment and its events now. */
  'shipments.refresh': returns<ShipmentDetail>()(z.object({ shipmentId: z.string() })),
  /** Fetches what changed at the service now. */
  'tracking.sync': returns<{ shipments: number; events: number }>()(nothing),
} as const
