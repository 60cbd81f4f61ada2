import type { StationErrorData } from '../src-shared/station/error.ts'
import type { Settings } from '../src-shared/station/state.ts'
import type { Batches } from './batch/batches.ts'
import type { LabelKeeper } from './booking/label-keeper.ts'
import type { Outbox } from './booking/outbox.ts'
import type { Clock } from './clock.ts'
import type { ConnectionMonitor } from './connection.ts'
import type { Documents } from './documents/documents.ts'
import type { EndOfDayService } from './endofday/endofday.ts'
import type { Environments } from './environment.ts'
import type { Ids } from './ids.ts'
import type { Packing } from './packing/packing.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import type { PrintFile } from './packing/print-file.ts'
import type { Printing } from './printing/printing.ts'
import type { Records } from './records/records.ts'
import type { Rehearsal } from './rehearsal/rehearsal.ts'
import type { ApiKeys } from './secrets/api-keys.ts'
import type { WebhookSecrets } from './secrets/webhook-secrets.ts'
import type { QuoteStore } from './store/cache/quotes.ts'
import type { ShipmentStore } from './store/cache/shipments.ts'
import type { SourceStore } from './store/cache/source.ts'
import type { BookingStore } from './store/ledger/bookings.ts'
import type { ChangeStore } from './store/ledger/shipment-changes.ts'
import type { AttentionStore } from './store/ledger/attention.ts'
import type { Sync } from './tracking/sync.ts'
import type { WebhookReceiver } from './webhooks/receiver.ts'

/** Everything a command may use. Wired once, in station.ts. */
export interface Services {
  clock: Clock
  ids: Ids
  version: string
  environments: Environments
  connection: ConnectionMonitor
  keys: ApiKeys
  settings: { read(): Promise<Settings>; update(patch: Partial<Settings>): Promise<Settings> }
  /** Things that went wrong at start, until dismissed. */
  notices: { list(): StationErrorData[]; dismiss(code: string): void }
  quotes: QuoteStore
  bookings: BookingStore
  changes: ChangeStore
  outbox: Outbox
  labels: LabelKeeper
  shipments: ShipmentStore
  source: SourceStore
  sync: Sync
  /** What people said of shipments. */
  attention: AttentionStore
  webhookReceiver: WebhookReceiver
  /** By webhook id, and by the names a person gave. */
  webhookSecrets: WebhookSecrets
  packing: Packing
  printFile: PrintFile
  printing: Printing
  documents: Documents
  endOfDay: EndOfDayService
  batches: Batches
  /** Addresses, presets, drafts, past quotes, the audit log, the request log. */
  records: Records
  /** Backups, the cache, the disk. */
  maintenance: Maintenance
  /** Bad days on demand, with the embedded service only. */
  rehearsal: Rehearsal
}
