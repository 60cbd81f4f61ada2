import { z } from 'zod'
import { nothing, returns } from '../command.ts'
import type { MaintenanceState, StationFacts } from '../app/maintenance.ts'

/** The rows of the command table about the station's own data. */
export const maintenanceCommands = {
  'maintenance.state': returns<MaintenanceState>()(nothing),
  /** Copies the ledger now, while it is in use; the oldest copy beyond seven goes. */
  'maintenance.backUp': returns<MaintenanceState>()(nothing),
  /**
   * The backup that takes the ledger's place when Waybill starts next; null: none after all. It is looked through
   * now and once more then. NOT_FOUND, BACKUP_UNSOUND.
   */
  'maintenance.planRestore': returns<MaintenanceState>()(z.object({ name: z.string().min(1).max(80).nullable() })),
  /** Forgets the copies of shipments and events and fetches them from the service again. */
  'maintenance.rebuildCache': returns<MaintenanceState>()(nothing),
  'maintenance.facts': returns<StationFacts>()(nothing),
} as const
