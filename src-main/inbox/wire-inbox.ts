import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { doubledNow } from './doubled.ts'
import { openInbox, type InboxPorts } from './inbox.ts'
import { factsOf, type FactPorts } from './approval-facts.ts'
import type { SourcePorts } from './sources.ts'
import { sendBySmtp } from './smtp.ts'
import type { People } from '../people/people.ts'
import type { Printing } from '../printing/printing.ts'
import type { OpenKeychain } from '../kernel/secrets/keychain.ts'
import { openKeptSecret } from '../kernel/secrets/kept-secret.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { SetAsideStore } from '../shipments/set-aside.rows.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import type { BatchStore } from '../imports/batch/batches.rows.ts'
import { chargedBookings } from './charged-bookings.rows.ts'
import { doubledBookings, sharingBookings } from './doubled-bookings.rows.ts'
import { doubtedBookings } from './doubted-bookings.rows.ts'
import { inboxStore } from './inbox-items.rows.ts'
import { mailStore } from './mails.rows.ts'
import type { AttentionStore } from './attention.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

/** After these somebody may be needed. */
export const MAY_NEED_A_PERSON: ReadonlySet<StationEventName> = new Set([
  'bookings.changed',
  'shipments.changed',
  'tracking.changed',
  'batches.changed',
  'orders.changed',
  'station.changed',
])

type Given = Pick<InboxPorts, 'settings' | 'clock' | 'ids' | 'emit' | 'onFault'>

interface InboxParts extends Given {
  ledger: SqliteDatabase
  settingRows: SettingStore
  openKeychain: OpenKeychain
  shipments: Pick<ShipmentStore, 'exceptions' | 'openReferences' | 'get' | 'wasSeenBefore'>
  attention: Pick<AttentionStore, 'quiet'>
  setAside: Pick<SetAsideStore, 'list'>
  clockApart: SourcePorts['clockApart']
  batches: Pick<BatchStore, 'paused'>
  orders: SourcePorts['orders']
  printing: Printing
  people: Pick<People, 'approvals' | 'signIn'>
  facts: FactPorts
  environment: () => string
}

/** The inbox of this station: what it looks at, and how it mails. */
export const wireInbox = (parts: InboxParts) => {
  const {
    ledger,
    settingRows,
    openKeychain,
    shipments,
    attention,
    setAside,
    clockApart,
    batches,
    orders,
    printing,
    environment,
  } = parts
  const { people, facts, settings, clock, ids, emit, onFault } = parts
  return openInbox({
    store: inboxStore(ledger, clock),
    mails: mailStore(ledger, clock),
    rows: settingRows,
    password: openKeptSecret(openKeychain, 'mail password'),
    approvals: people.approvals,
    personId: people.signIn.personId,
    factsOf: (command, input) => factsOf(command, input, facts),
    sources: {
      doubted: (limit) => doubtedBookings(ledger, limit),
      doubled: () =>
        doubledNow({
          shipments,
          bookings: (told) => doubledBookings(ledger, environment(), told),
          sharing: (told) => sharingBookings(ledger, environment(), told),
          clock,
        }),
      charged: (...asked) => chargedBookings(ledger, environment(), ...asked),
      priceTolerance: async () => (await settings()).priceTolerance,
      exceptions: shipments.exceptions,
      quiet: (shipmentIds) => attention.quiet(environment(), shipmentIds),
      setAside: setAside.list,
      clockApart,
      batches: batches.paused,
      orders,
      environment,
    },
    printers: {
      printers: printing.printers.list,
      status: printing.printers.status,
      busy: async () => new Set(await printing.queue.printersAtWork()),
    },
    settings,
    send: sendBySmtp,
    clock,
    ids,
    emit,
    onFault,
  })
}
