import { notKept } from '../../src-shared/station/error.ts'
import type { MaintenanceState } from '../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../clock.ts'
import { unsoundBackup } from '../store/ledger/backup/backups.ts'
import type { LedgerCopies } from '../store/ledger/backup/copies.ts'
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
    backups: await copies.list(clock.now()),
    restoreNext: copies.planned(),
  })

  return {
    state,

    backUp: async (): Promise<MaintenanceState> => {
      await copies.take(clock.now())
      return state()
    },

    /** @throws StationError NOT_FOUND, BACKUP_UNSOUND */
    planRestore: async (name: string | null): Promise<MaintenanceState> => {
      if (name !== null) await assertUsable(name)
      await copies.plan(name, clock.now())
      return state()
    },

    rebuildCache: async (): Promise<MaintenanceState> => {
      await refill()
      return state()
    },
  }

  async function assertUsable(name: string): Promise<void> {
    const facts = await copies.inspect(name)
    if (facts === null) {
      throw notKept(`There is no backup ${name} any more.`, { name })
    }
    if (!facts.isSound) throw unsoundBackup(name, facts)
  }
}
