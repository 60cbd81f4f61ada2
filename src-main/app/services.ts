import type { Worklist } from '../../src-shared/station/printing/worklist.ts'
import type { ServiceProfiles } from './service-profile.ts'
import type { AuditExport, AuditPage, CsvPiece } from '../../src-shared/station/app/audit.ts'
import type { AddressBook } from '../addresses/address-book.ts'
import type { ShippedTo } from '../addresses/shipped-to.ts'
import type { RequestLog } from '../data/audit/request-log.ts'
import type { Batches } from '../imports/batch/batches.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Connections } from '../integrations/connections.ts'
import type { Documents } from '../documents/documents.ts'
import type { TemplateTextLoader } from '../documents/template-texts.ts'
import type { EndOfDayService } from '../documents/endofday/endofday.ts'
import type { DayFiguresService } from '../documents/endofday/day-figures.ts'
import type { PickupService } from '../documents/endofday/pickups.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ConsigneeMails } from '../consignee-mail/consignee-mails.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Orders } from '../imports/orders/orders.ts'
import type { OrdersBoard } from '../imports/orders/order-board.ts'
import type { OrderFeed } from '../imports/orders/feed.ts'
import type { LabelService } from '../labels/label-service.ts'
import type { Archives } from '../data/archives.ts'
import type { Maintenance } from '../data/maintenance.ts'
import type { Forgetting } from '../data/forgetting.ts'
import type { Retention } from '../data/retention/retention.ts'
import type { LabelTemplates } from '../labels/templates.ts'
import type { LabelInspecting } from '../labels/inspect-label.ts'
import type { Packing } from '../packing/packing.ts'
import type { Papers } from '../packing/papers.ts'
import type { PrintFile } from '../packing/print-file.ts'
import type { People } from '../people/people.ts'
import type { Printing } from '../printing/printing.ts'
import type { QuoteLines } from '../quotes/quote-lines.ts'
import type { Presets } from '../quotes/presets.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { Rehearsal } from '../rehearsal/rehearsal.ts'
import type { Spend } from '../spend/spend.ts'
import type { Rules } from '../rules/rules.ts'
import type { ApiKeys } from '../kernel/secrets/api-keys.ts'
import type { AuditFilter, AuditLog } from '../data/audit/audit-log.rows.ts'
import type { RestorationStore } from '../data/backup/restorations.rows.ts'
import type { ShipmentReader } from '../shipments/shipments.rows.ts'
import type { BookingReader } from '../booking/bookings.rows.ts'
import type { ChangeReader } from '../booking/changes/shipment-changes.rows.ts'
import type { DraftStore } from '../settings/drafts.rows.ts'
import type { PreferenceStore } from '../settings/preferences.rows.ts'
import type { ShipmentBoard } from '../shipments/shipment-board.ts'
import type { SettingsFileService } from '../settings/settings-file.ts'
import type { SiteService } from '../site/site-service.ts'
import type { Sync } from '../shipments/sync.ts'
import type { WebhookReceiver } from '../shipments/webhooks/receiver.ts'
import type { Subscriptions } from '../shipments/webhooks/subscriptions.ts'
import type { Support } from '../support/port.ts'
import type { ConnectionMonitor } from './connection.ts'
import type { Environments } from './environment.ts'
import type { Notices } from './notices.ts'
import type { Scale } from '../packing/scale/wire-scale.ts'
import type { Policy } from './policy.ts'
import type { SettingsService } from '../settings/settings.ts'

/**
 * Everything a command may use; each screen's commands name the part that is theirs. Stores of the ledger and the cache are
 * given to read; what writes is a service.
 */
export interface Services {
  clock: Clock
  ids: Ids
  version: string
  environments: Environments
  connection: Pick<ConnectionMonitor, 'state'>
  keys: Pick<ApiKeys, 'keychainLack'>
  settings: SettingsService
  /** The machine's policy; null: none. */
  policy: Policy | null
  /** The backup that the ledger was put back to; its contents are confirmed by a person before they are used. */
  restorations: Pick<RestorationStore, 'newest' | 'confirm'>
  /** Failures, until a person acknowledges them. */
  notices: Pick<Notices, 'list' | 'dismiss'>
  quotes: Quotes
  presets: Presets
  quoteLines: QuoteLines
  /** By which a carrier is chosen. */
  rules: Rules
  bookings: BookingReader
  changes: ChangeReader
  outbox: Outbox
  /** Shipments by a typed code. */
  shipments: Pick<ShipmentReader, 'findByCode'>
  labels: LabelService
  /** Shipments as a person looks at them. */
  board: ShipmentBoard
  sync: Sync
  webhookReceiver: WebhookReceiver
  /** Webhooks as the service has them. */
  subscriptions: Subscriptions
  packing: Packing
  /** Labels as support looks at them. */
  inspecting: LabelInspecting
  /** Labels of our own. */
  labelTemplates: LabelTemplates
  printFile: PrintFile
  printing: Printing
  documents: Documents
  /** What needs a person, and who is notified. */
  inbox: Inbox
  /** E-mails to consignees. */
  consigneeMail: ConsigneeMails
  /** Who works here, and who is signed in. */
  people: People
  /** An administrator's settings, as one file. */
  settingsFile: SettingsFileService
  /** Other systems on this machine. */
  connections: Connections
  /** The input of document templates. */
  templateTexts: TemplateTextLoader
  packWorklist: (day?: string) => Promise<Worklist>
  endOfDay: EndOfDayService
  dayFigures: DayFiguresService
  pickups: PickupService
  batches: Batches
  /** Orders of other systems. */
  orders: Orders
  orderBoard: OrdersBoard
  /** The folder that they come in. */
  orderFeed: OrderFeed
  /** Spend, and carriers' invoices. */
  spend: Spend
  addressBook: AddressBook
  shippedTo: ShippedTo
  drafts: DraftStore
  preferences: PreferenceStore
  auditLog: {
    answersTo: AuditLog['answersTo']
    list(filter: AuditFilter): Promise<AuditPage>
    exportCsv(filter: AuditExport): Promise<CsvPiece<number>>
  }
  requestLog: Pick<RequestLog, 'list' | 'get'>
  /** Backups, the cache, the disk. */
  maintenance: Maintenance
  /** Past years in files of their own. */
  archives: Archives
  /** Persons who want to be forgotten. */
  forgetting: Pick<Forgetting, 'look' | 'forget'>
  /** Expiry by age. */
  retention: Pick<Retention, 'look' | 'letGo'>
  /** Station health, and the support file. */
  support: Support
  /** Timed work is due now: the machine slept, or its clock was set. */
  hasten: () => Promise<void>
  /** The facts learned of the service in use. */
  profiles: Pick<ServiceProfiles, 'read' | 'forget'>
  /** The site that this station belongs to, or may join. */
  site: SiteService
  /** Bad days on demand, with the embedded service only. */
  rehearsal: Rehearsal
  papers: Papers
  /** Asks for a quote that brings a delivered shipment back. */
  returnQuote: (shipmentId: string) => Promise<Quote>
  scale: Pick<Scale, 'state' | 'ports' | 'requote'>
}
