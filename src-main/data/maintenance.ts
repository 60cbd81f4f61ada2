import { notStored, StationError } from '../../src-shared/station/error.ts'
import type {
  Backup,
  BackupPlace,
  MaintenanceState,
  ProvenBackup,
  RestoreDrill,
} from '../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../kernel/clock.ts'
import { unsoundBackup } from './backup/backups.rows.ts'
import type { LedgerCopies } from './backup/copies.rows.ts'
import { freeBytesAt } from '../kernel/sqlite/files.ts'
import { partsOf } from './disk.ts'
import type { SecondPlaceService } from './off-machine-backup.ts'

/** A copy of the second place that could not be brought is not asked for again sooner: gigabytes may come each time. */
const SECOND_AGAIN_MS = 24 * 60 * 60 * 1000

export interface MaintenanceOptions {
  dataDir: string
  clock: Clock
  copies: LedgerCopies
  proven: () => ProvenBackup | null
  secondPlace: Pick<SecondPlaceService, 'choose' | 'seal' | 'state' | 'inUseSince' | 'withCopy'>
  /** Forgets the cache's copies and fetches them again. */
  refill: () => Promise<void>
}

export type Maintenance = ReturnType<typeof createMaintenance>

/** What a person can do for the station's own data. */
export function createMaintenance({ dataDir, clock, copies, proven, secondPlace, refill }: MaintenanceOptions) {
  let triedSecondAt = -Infinity
  const drilling = new Map<BackupPlace, Promise<RestoreDrill>>()
  const state = async (): Promise<MaintenanceState> => ({
    dataDir,
    parts: await partsOf(dataDir),
    freeBytes: await freeBytesAt(dataDir),
    backups: await copies.list(clock.now()),
    proven: proven(),
    secondPlace: await secondPlace.state(),
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

    /** Null: no second place any longer. @throws StationError SECOND_PLACE_REFUSED */
    useSecondPlace: async (folder: string | null): Promise<MaintenanceState> => {
      await secondPlace.choose(folder)
      return state()
    },

    /** Null: under none from now on. @throws StationError SECOND_PLACE_REFUSED, KEYCHAIN_FAILED */
    sealSecondPlace: async (passphrase: string | null): Promise<MaintenanceState> => {
      await secondPlace.seal(passphrase)
      return state()
    },

    /** Looks through one backup whole, the newest when none is named. @throws StationError NOT_FOUND, BACKUP_UNSOUND */
    verify: async (name: string | null, place: BackupPlace = 'here'): Promise<Backup> => {
      if (place === 'second') return verifySecond(name)
      const one = name ?? (await copies.list(clock.now()))[0]?.name
      if (one === undefined) throw notStored('There is no backup yet.', {})
      await assertUsable(one)
      const backup = (await copies.list(clock.now())).find((listed) => listed.name === one)
      if (backup === undefined) throw notStored(`Backup ${one} no longer exists.`, { name: one })
      return backup
    },

    /**
     * Called by the clock: once a month from each place. An off-machine copy that cannot be fetched is reported, and
     * requested again a day later. @throws StationError DRILL_FAILED, BACKUP_UNSOUND, DISK_FULL
     */
    drillWhenDue: async (): Promise<void> => {
      // Of a large ledger it lasts longer than from one look to the next.
      if (drilling.size > 0) return
      const now = clock.now()
      if (copies.isDrillDue(now)) await drill()
      const since = await secondPlace.inUseSince()
      if (since === null || !copies.isSecondDrillDue(now, since)) return
      if (Math.abs(now.getTime() - triedSecondAt) < SECOND_AGAIN_MS) return
      triedSecondAt = now.getTime()
      await drill('second')
    },

    drill,

    rebuildCache: async (): Promise<MaintenanceState> => {
      await refill()
      return state()
    },
  }

  /** Bringing it here is what looks through it. */
  function verifySecond(asked: string | null): Promise<Backup> {
    return secondPlace.withCopy(asked, async ({ backup: { name, kind, at, bytes }, opened: { facts } }) => {
      const { bookings, until } = facts
      const isFromAhead = Date.parse(at) > clock.now().getTime()
      return { name, kind, at, bytes, isFromAhead, unsound: null, bookings, until }
    })
  }

  /** One at a time from a place: asked for again meanwhile, it is the same one. @throws StationError NOT_FOUND, DRILL_FAILED */
  function drill(place: BackupPlace = 'here'): Promise<RestoreDrill> {
    const running = drilling.get(place) ?? drillNow(place).finally(() => drilling.delete(place))
    drilling.set(place, running)
    return running
  }

  async function drillNow(place: BackupPlace): Promise<RestoreDrill> {
    const result =
      place === 'here'
        ? await copies.drill(clock.now())
        : await secondPlace.withCopy(null, ({ backup: { name }, opened: { path } }) =>
            copies.drillOf({ name, path, place }, clock.now()),
          )
    if (result === null) throw notStored('There is no backup yet.', {})
    if (result.differences.length === 0) return result
    const { name, differences } = result
    throw new StationError({
      code: 'DRILL_FAILED',
      message: `The test restore of backup ${name} does not match the ledger in use: ${differences.slice(0, 3).join('; ')}.`,
      retryable: true,
      details: { name, differences: differences.slice(0, 20) },
    })
  }

  async function assertUsable(name: string): Promise<void> {
    const facts = await copies.inspect(name)
    if (facts === null) {
      throw notStored(`Backup ${name} no longer exists.`, { name })
    }
    if (!facts.isSound) throw unsoundBackup(name, facts)
  }
}
