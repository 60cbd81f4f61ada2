import type { Base } from '../app/wire-base.ts'
import { returnBookings } from '../booking/returns.rows.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { attentionStore } from '../inbox/attention.rows.ts'
import { openWebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import type { Printing } from '../printing/printing.ts'
import { exportPlace } from './export-place.ts'
import { createShipmentBoard } from './shipment-board.ts'
import { webhookInbox } from './webhook-inbox.rows.ts'
import { createWebhookReceiver } from './webhooks/receiver.ts'
import { createSubscriptions } from './webhooks/subscriptions.ts'

interface ShipmentParts {
  booking: Booking
  printing: Printing
}

/** Shipments as a person looks at them, what is noted on them, and the service's events of them. */
export function wireShipments(base: Base, { booking, printing }: ShipmentParts) {
  const { ledger, cache, clock, ids, link, shipments, bookings, settings, sharing, inBackground } = base
  const { labels, sync, synced } = booking
  const secrets = openWebhookSecrets(base.openKeychain)
  const webhookReceiver = createWebhookReceiver({
    settings: base.settingRows,
    secrets,
    inbox: webhookInbox(cache.db),
    clock,
    refresh: sync.refreshSoon,
    onChange: () => base.emit('tracking.changed', {}),
    onVerified: base.profiles.heardSignature,
    inBackground,
    port: base.options.webhookPort,
  })
  synced.subscribe(() => inBackground(webhookReceiver.askAgain()))
  const shared = sharing && { note: sharing.of('note'), attention: sharing.of('attention') }
  const attention = attentionStore(ledger.db, clock, shared)
  return {
    attention,
    webhookReceiver,
    subscriptions: createSubscriptions({ client: () => link().client, secrets }),
    board: createShipmentBoard({
      ...{ shipments, bookings, labels, attention, sync, link, clock, ids },
      returns: returnBookings(ledger.db),
      jobsOf: printing.queue.ofShipment,
      settings: settings.read,
      onOpened: (shipmentId) => inBackground(sync.opened(shipmentId)),
      exportPlace: exportPlace(base.dataDir, base.options.exportDir ?? null),
    }),
  }
}
