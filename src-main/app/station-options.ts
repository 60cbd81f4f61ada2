import type { SerialPorts } from '../packing/scale/serial-port.ts'
import type { LogLevel } from '../../src-shared/station/app/log.ts'
import type { ChildLauncher } from '../kernel/child-program.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Keychain } from '../kernel/secrets/keychain.ts'
import type { AtStep, OnOpening } from '../kernel/sqlite/at-step.ts'
import type { LedgerAnswer } from '../data/ledger/ledger.ts'
import type { Desktop } from './desktop-port.ts'
import type { EmbeddedService } from './environment.ts'

export interface StationOptions {
  /** The machine's, when absent. */
  serialPorts?: SerialPorts
  /** Holds ledger.db, cache.db, backups/ and, for the embedded service, embedded/. */
  dataDir: string
  /** Talk to this service in this run, ignoring saved settings; its key comes from `apiKey` or the keychain. */
  baseUrl?: string
  /** Where exports may be written beside the data folder's own `exports`; absolute. */
  exportDir?: string | undefined
  /** The value of WAYBILL_API_KEY: for the service that this run begins with, and no other. */
  apiKey?: string | undefined
  /** Where an administrator's decisions are; nowhere when absent. */
  policyFile?: string
  /** How programs of ours are started as processes (the embedded service, a copy); Electron has its own way. */
  launcher?: ChildLauncher
  /** Replaces the embedded service, for tests that control it. */
  startEmbedded?: () => Promise<EmbeddedService>
  openKeychain?: () => Promise<Keychain>
  /** The desktop app around it; absent: there is none. */
  desktop?: Desktop
  clock?: Clock
  ids?: Ids
  /** How long a call to the freight service may take from first byte to last; the transport's own measure when absent. */
  deadlineMs?: number | undefined
  /** In this run news is asked less often by this factor: for a service or a line that charges each call. */
  slowerSync?: number | undefined
  /** Listen for webhooks on this port in this run, ignoring saved settings. */
  webhookPort?: number | undefined
  /** A person's answer when the ledger was missing. */
  ledgerAnswer?: LedgerAnswer | undefined
  /** Called at each step of the work on the ledger's files; a test ends the process there. */
  atStep?: AtStep
  onOpening?: OnOpening
  /** How much the log records in this run, ignoring saved settings. */
  logLevel?: LogLevel | undefined
  /** False: nothing is sent or fetched until asked for. */
  background?: boolean
}
