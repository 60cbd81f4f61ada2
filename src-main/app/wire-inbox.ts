import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { doubledNow } from '../inbox/doubled.ts'
import { openInbox, type InboxPorts } from '../inbox/inbox.ts'
import { factsOf, type FactPorts } from '../inbox/approval-facts.ts'
import type { SourcePorts } from '../inbox/sources.ts'
import { sendBySmtp } from '../inbox/smtp.ts'
import type { People } from '../people/people.ts'
import type { Printing } from '../printing/printing.ts'
import type { OpenKeychain } from '../secrets/keychain.ts'
import { openKeptSecret } from '../secrets/kept-secret.ts'
import type { ShipmentStore } from '../store/cache/shipments.ts'
import type { SetAsideStore } from '../store/cache/set-aside.ts'
import type { SqliteDatabase } from '../store/database.ts'
import type { BatchStore } from '../store/ledger/batch/batches.ts'
import { chargedBookings } from '../store/ledger/inbox/charged-bookings.ts'
import { doubledBookings, sharingBookings } from '../store/ledger/inbox/doubled-bookings.ts'
import { doubtedBookings } from '../store/ledger/inbox/doubted-bookings.ts'
import { inboxStore } from '../store/ledger/inbox/inbox-items.ts'
import { mailStore } from '../store/ledger/inbox/mails.ts'
import type { AttentionStore } from '../store/ledger/notice/attention.ts'
import type { SettingStore } from '../store/ledger/settings/settings.ts'

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
