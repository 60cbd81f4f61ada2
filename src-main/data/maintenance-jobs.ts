import { join } from 'node:path'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { every } from '../../src-node/runtime/wait.ts'
import type { Archive } from '../../src-shared/station/app/archive.ts'
import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { StoredSecret } from '../kernel/secrets/stored-secret.ts'
import type { Cache } from './cache/cache.ts'
import { cacheRetention } from './cache/retention.rows.ts'
import type { RequestStore } from './audit/requests.rows.ts'
import { ledgerCopies } from './backup/copies.rows.ts'
import { labelBytes } from './retention/bytes.rows.ts'
import { orderRetention } from '../imports/orders/retain-orders.rows.ts'
import { removalRounds } from './retention/rounds.rows.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { createMaintenance, type Maintenance } from './maintenance.ts'
import { createRetention, type Retention } from './retention/retention.ts'
import { createShrinking } from './shrinking.ts'
import { createSecondPlace, type SecondPlaceService } from './off-machine-backup.ts'

/** So often it is asked whether a backup is due by the clock. */
const BACKUP_LOOK_MS = 15_000
/** How often expired data is looked for. */
const KEEP_LOOK_MS = 60_000

export interface MaintenanceJobsOptions {
  dataDir: string
  ledger: Ledger
  cache: Cache
  requests: Pick<RequestStore, 'letGo'>
  settings: { read: () => Promise<Settings> }
  settingRows: SettingStore
  /** The key of the service in use: of another one's labels the cache knows no age. */
  environment: () => string
  /** What copies at the second place are sealed under. */
  passphrase: StoredSecret
  notices: { fault: (error: unknown) => void; dismiss: (code: string) => Promise<void> }
  clock: Clock
  ids: Ids
  inBackground: (work: Promise<unknown>) => void
  closing: AbortSignal
  /** The years in files of their own. */
  archives: () => Promise<Pick<Archive, 'name' | 'sha256'>[]>
  /** Forgets the cache's copies and fetches them again. */
  refill: () => Promise<void>
}

/** The station's own data by the clock: backups, the off-machine backup, the monthly drill, and expired data. */
export interface DataMaintenance {
  maintenance: Maintenance
  retention: Retention
  secondPlace: Pick<SecondPlaceService, 'state' | 'catchUp'>
  /** Is a backup due? Asked once at opening. */
  look(): void
  start(): void
  stop(): void
}

export function maintainData(options: MaintenanceJobsOptions): DataMaintenance {
  const { dataDir, ledger, cache, settings, notices, clock, ids, inBackground } = options
  const backupDir = join(dataDir, 'backups')
  const secondPlace = createSecondPlace({
    backupDir,
    archiveDir: join(dataDir, 'archives'),
    archives: options.archives,
    settings: options.settingRows,
    passphrase: options.passphrase,
    stationName: async () => (await settings.read()).stationName,
    clock,
    ids,
    report: notices.fault,
    withdraw: notices.dismiss,
  })
  ledger.backups.onMade(() => inBackground(secondPlace.catchUp()))
  const maintenance = createMaintenance({
    dataDir,
    clock,
    copies: ledgerCopies({ db: ledger.db, backupDir, takeFull: ledger.backups.takeFull }),
    proven: ledger.backups.proven,
    secondPlace,
    refill: options.refill,
  })

  const aged = cacheRetention(cache.db)
  const bytes = labelBytes(ledger.db, clock)
  const retention = createRetention({
    sweeps: {
      labels: async function* (sweep) {
        yield* bytes.labels(sweep, options.environment(), aged.endedBefore)
        yield* bytes.jobs(sweep)
      },
      events: aged.events,
      documents: aged.documents,
      quotes: aged.quotes,
      orders: orderRetention(ledger.db).letGo,
      requests: options.requests.letGo,
    },
    rounds: removalRounds(ledger.db, clock),
    rules: async () => (await settings.read()).keep ?? STARTING_RETENTION,
    clock,
    report: notices.fault,
    withdraw: notices.dismiss,
    closing: options.closing,
  })

  const shrinking = createShrinking({ db: ledger.db, closing: options.closing })
  const look = () => inBackground(ledger.backups.tick().then(secondPlace.tick).then(maintenance.drillWhenDue))
  let timers: Timer[] = []
  return {
    maintenance,
    retention,
    secondPlace,
    look,
    start: () => {
      timers = [
        every(BACKUP_LOOK_MS, look, { isBackground: true }),
        every(KEEP_LOOK_MS, () => inBackground(retention.tick().then(shrinking.tick)), { isBackground: true }),
      ]
    },
    stop: () => {
      for (const timer of timers) timer.cancel()
    },
  }
}
