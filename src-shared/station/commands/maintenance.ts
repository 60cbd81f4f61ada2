import { z } from 'zod'
import { nothing, returns } from '../command.ts'
import type { MaintenanceState, StationFacts } from '../maintenance.ts'

/** The rows of the command table about the station's own data. */
export const maintenanceCommands = {
  'maintenance.state': returns<MaintenanceState>()(nothing),
  /** Copies the ledger now, while it is in use; the oldest copy beyond seven goes. */
  'maintenance.backUp': returns<MaintenanceState>()(nothing),
  /**
   * The backup that takes the ledger's place when Waybill starts next; null: none after all. NOT_FOUND, or
   * DATABASE_DAMAGED when its pages cannot be read.
   */
  'maintenance.planRestore': returns<MaintenanceState>()(z.object({ name: z.string().min(1).max(80).nullable() })),
  /** Forgets the copies of shipments and events and fetches them from the service again. */
  'maintenance.rebuildCache': returns<MaintenanceState>()(nothing),
  'maintenance.facts': returns<StationFacts>()(nothing),
} as const
