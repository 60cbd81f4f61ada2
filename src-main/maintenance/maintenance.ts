import { join } from 'node:path'
import { StationError } from '../../src-shared/station/error.ts'
import type { MaintenanceState } from '../../src-shared/station/maintenance.ts'
import type { Clock } from '../clock.ts'
import type { LedgerCopies } from '../store/ledger/copies.ts'
import { freeBytesAt, partsOf } from './disk.ts'

export interface MaintenanceOptions {
  dataDir: string
  clock: Clock
  copies: LedgerCopies
  /** Forgets the cache's copies and fetches them again. */
  refill: () => Promise<void>
}

export type Maintenance = ReturnType<typeof createMaintenance>

/** What a person can do for the station's own data. */
export function createMaintenance({ dataDir, clock, copies, refill }: MaintenanceOptions) {
  const state = async (): Promise<MaintenanceState> => ({
    dataDir,
    parts: await partsOf(dataDir),
    freeBytes: await freeBytesAt(dataDir),
    backups: copies.list(),
    restoreNext: copies.planned(),
  })

  return {
    state,

    backUp: async (): Promise<MaintenanceState> => {
      await copies.take(clock.now())
      return state()
    },

    /** @throws StationError NOT_FOUND, DATABASE_DAMAGED */
    planRestore: async (name: string | null): Promise<MaintenanceState> => {
      if (name !== null) assertUsable(name)
      await copies.plan(name, clock.now())
      return state()
    },

    rebuildCache: async (): Promise<MaintenanceState> => {
      await refill()
      return state()
    },
  }

  function assertUsable(name: string): void {
    if (!copies.list().some((copy) => copy.name === name)) {
      throw new StationError({ code: 'NOT_FOUND', message: `There is no backup ${name} any more.`, details: { name } })
    }
    if (!copies.isSound(name)) {
      throw new StationError({
        code: 'DATABASE_DAMAGED',
        message: `The backup ${name} cannot be read whole; choose another one.`,
        details: { file: join(dataDir, 'backups', name) },
      })
    }
  }
}
