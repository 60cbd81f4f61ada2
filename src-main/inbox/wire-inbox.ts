import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { doubledNow } from './doubled.ts'
import type { Base } from '../app/wire-base.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import { openInbox } from './inbox.ts'
import { factsOf, type FactPorts } from './approval-facts.ts'
import { mailPassword } from './mail-password.ts'
import type { SourcePorts } from './sources.ts'
import { sendBySmtp } from './smtp.ts'
import type { Printing } from '../printing/printing.ts'
import { openStoredSecret } from '../kernel/secrets/stored-secret.ts'
import type { BatchStore } from '../imports/batch/batches.rows.ts'
import { consigneeMailStore } from '../consignee-mail/consignee-mails.rows.ts'
import { chargedBookings } from './charged-bookings.rows.ts'
import { doubledBookings, sharingBookings } from './doubled-bookings.rows.ts'
import { doubtedBookings } from './doubted-bookings.rows.ts'
import { inboxStore } from './inbox-items.rows.ts'
import { mailStore } from './mails.rows.ts'
import type { AttentionStore } from './attention.rows.ts'

/** After these events a person may be needed. */
const MAY_NEED_A_PERSON: ReadonlySet<StationEventName> = new Set([
  'bookings.changed',
  'shipments.changed',
  'tracking.changed',
  'batches.changed',
  'orders.changed',
  'station.changed',
])

interface InboxParts {
  attention: Pick<AttentionStore, 'quiet'>
  batches: Pick<BatchStore, 'paused'>
  orders: SourcePorts['orders']
  printing: Printing
  facts: Omit<FactPorts, 'findBooking' | 'findShipment' | 'language'>
  refusedBy: SourcePorts['refusedBy']
}

/** The inbox of this station: its sources, and its mail. */
export async function wireInbox(base: Base, { attention, batches, orders, printing, facts, refusedBy }: InboxParts) {
  const { settingRows, shipments, people, events, emit, environment, clock, ids, onFault } = base
  const { db: ledger } = base.ledger
  const settings = base.settings.read
  const findBooking = async (bookingId: string) => bookingView(await base.bookings.get(bookingId))
  const findShipment: FactPorts['findShipment'] = async (shipmentId) => {
    const booking = await base.bookings.findByShipment(environment(), shipmentId)
    if (booking) return bookingView(booking)
    const shipment = await shipments.get(shipmentId)
    if (shipment === null) return null
    const { reference, provider, total, destination } = shipment
    const { companyName = null, city = null, state = null } = destination ?? {}
    return {
      reference: reference ?? shipmentId,
      carrierName: provider ?? '',
      total,
      consigneeName: companyName ?? '',
      destination: [city, state].filter(Boolean).join(', '),
    }
  }
  const inbox = await openInbox({
    store: inboxStore(ledger, clock),
    mails: mailStore(ledger, clock),
    rows: settingRows,
    password: mailPassword(openStoredSecret(base.openKeychain, 'mail password')),
    approvals: people.approvals,
    personId: people.signIn.personId,
    factsOf: (command, input) =>
      factsOf(command, input, { ...facts, findBooking, findShipment, language: base.language }),
    sources: {
      doubted: (limit) => doubtedBookings(ledger, limit),
      doubled: () =>
        doubledNow({
          shipments,
          bookings: (reported) => doubledBookings(ledger, environment(), reported),
          sharing: (reported) => sharingBookings(ledger, environment(), reported),
          clock,
        }),
      charged: (...asked) => chargedBookings(ledger, environment(), ...asked),
      priceTolerance: async () => (await settings()).priceTolerance,
      exceptions: shipments.exceptions,
      quiet: (shipmentIds) => attention.quiet(environment(), shipmentIds),
      quarantine: base.quarantine.list,
      clockApart: base.profiles.clockApart,
      batches: batches.paused,
      orders,
      refusedBy,
      refusedMails: consigneeMailStore(ledger, clock).refused,
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
  events.subscribe(({ name }) => {
    if (MAY_NEED_A_PERSON.has(name)) inbox.lookSoon()
  })
  people.approvals.onMet(() => {
    emit('inbox.changed', {})
    inbox.lookSoon()
  })
  return inbox
}
