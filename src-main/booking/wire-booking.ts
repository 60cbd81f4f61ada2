import { isDone, isOpenChange } from '../../src-shared/machine/change.ts'
import { isCancelled } from '../../src-shared/machine/shipment.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { spending } from './spending.rows.ts'
import { callsLeftIn } from './outbox/send-width.ts'
import { restoredFromOf } from './submit/from-restore.ts'
import { createWordIndex } from './word-index.ts'
import { createLabelService } from '../labels/label-service.ts'
import { createQuotes } from '../quotes/quotes.ts'
import { createRules } from '../rules/rules.ts'
import { openStoredSecret } from '../kernel/secrets/stored-secret.ts'
import type { SiteSide } from '../site/site-service.ts'
import { createSiteSync } from '../site/site-sync.ts'
import { quoteStore } from '../quotes/quotes.rows.ts'
import { labelStore } from '../labels/labels.rows.ts'
import { bookingsOfQuotes } from './quote-bookings.rows.ts'
import type { LedgerChange } from './changes/change-row.ts'
import type { SharedEffect } from '../site/merge-remote.ts'
import { ruleStore } from '../rules/rules.rows.ts'
import { createSubscribers } from '../kernel/subscribers.ts'
import { createSync, type Sync } from '../shipments/sync.ts'
import { DEFAULT_STALE_HOURS } from '../shipments/sync-state.ts'
import type { Base } from '../app/wire-base.ts'
import { wireSite, type LaterParts } from '../site/wire-site.ts'

export type Booking = ReturnType<typeof wireBooking>

/**
 * What follows shipments at the service, asks for quotes and books: a sender where the station is alone, upload where
 * it belongs to a site.
 * @param later what is built after it
 */
export function wireBooking(base: Base, later: () => LaterParts) {
  const { ledger, cache, clock, ids, emit, onStationChange, onFault, inBackground, closing, version } = base
  const { membership, siteSettings, upload, sharing, bookings, changes, shipments, syncCursor, quarantine } = base
  const { settings, people, connection, environments, profiles, link } = base
  const { siteToken, slowerSync: slower, background = true } = base.options
  const onLabels = (shipmentId: string, formats: Parameters<typeof profiles.heardLabels>[1]) => {
    profiles.heardLabels(link().key, formats)
    emit('shipments.changed', { shipmentIds: [shipmentId] })
  }
  const labelRows = labelStore(ledger.db, clock)
  const labels = createLabelService({
    labels: labelRows,
    link,
    onStored: onLabels,
    clock,
  })
  const synced = createSubscribers<Date>()
  const storedQuotes = quoteStore(cache.db)
  const quoteBookings = bookingsOfQuotes(ledger.db)
  const rules = createRules({
    store: ruleStore(ledger.db, clock, upload?.rules),
    spending: spending(ledger.db),
    limits: settings.spendLimits,
    environment: base.environment,
    quotes: storedQuotes.newest,
    bookedRate: quoteBookings.rateOf,
    clock,
    ids,
  })
  const quotes = createQuotes({
    store: storedQuotes,
    bookings: quoteBookings,
    link,
    insured: rules.insured,
    clock,
    ids,
  })
  const wordIndex = createWordIndex({ bookings, onFault })
  const onBookingChange = (bookingId: string) => {
    emit('bookings.changed', { bookingId })
    wordIndex.kick()
    onStationChange()
  }
  const onShipmentChange = (change: LedgerChange) => {
    const { shipmentId } = change
    if (shipmentId === null) return
    emit('shipments.changed', { shipmentIds: [shipmentId] })
    if (isDone(change)) inBackground(sync.refresh(shipmentId))
    if (change.change.kind === 'cancel' && (isOpenChange(change) || isDone(change))) onCanceled(shipmentId)
  }
  /** What waits for its printer is not to come out any more; asked for again by a scan where the service refuses. */
  const onCanceled = (shipmentId: string) => inBackground(later().printing.queue.dropLabels(shipmentId))
  const onShared = (effects: SharedEffect[]) => {
    const shipmentIds = effects.flatMap(({ shipmentId }) => shipmentId ?? [])
    if (shipmentIds.length > 0) emit('shipments.changed', { shipmentIds })
    for (const { kind, recordId } of effects) {
      if (kind === 'person') inBackground(people.signIn.refresh(recordId))
    }
    emit('records.changed', { kinds: [...new Set(effects.map(({ kind }) => kind))] })
    onStationChange()
  }
  const restoredFrom = restoredFromOf(base.drafts, base.restorations)
  const knowsShipment = async (shipmentId: string) => (await shipments.get(shipmentId)) !== null
  // A station is alone, and sends, or of a site, and has nothing that could.
  const side: SiteSide =
    membership === null || siteSettings === null
      ? { kind: 'alone' }
      : {
          kind: 'of-site',
          membership,
          station: wireSite({
            membership,
            ledger: ledger.db,
            token: siteToken,
            bookings,
            changes,
            labels: labelRows,
            forgotten: base.forgotten,
            later,
            person: async () => (await people.signIn.state())?.person?.name ?? null,
            clock,
            ids,
            closing: closing.signal,
            settings: siteSettings,
            settingRows: base.settingRows,
            emergencyKey: openStoredSecret(base.openKeychain, 'break-glass key'),
            direct: environments.direct,
            guard: { isClaimed: bookings.isClaimed, wasSeenBefore: shipments.wasSeenBefore },
            restoredFrom,
            knowsShipment,
            pickups: settings.pickups,
            version,
            onBooking: onBookingChange,
            onShipments: (shipmentIds) => emit('shipments.changed', { shipmentIds }),
            onChange: onShipmentChange,
            onCanceled,
            onLabels,
            onShared,
            onApprovals: people.approvals.merge,
            onSite: onStationChange,
            inBackground,
            onFault,
          }),
        }
  const siteStation = side.kind === 'of-site' ? side.station : null
  /** What the service has as canceled was canceled from elsewhere, or from here. */
  const dropCanceled = async (shipmentIds: string[]) => {
    for (const shipmentId of await later().printing.queue.comingOf(shipmentIds)) {
      const shipment = await shipments.get(shipmentId)
      if (shipment !== null && isCancelled(shipment)) onCanceled(shipmentId)
    }
  }
  const following = {
    ...{ shipments, source: syncCursor, quarantine, clock, onFault },
    onChange: (shipmentIds: string[]) => {
      if (shipmentIds.length === 0) return
      emit('shipments.changed', { shipmentIds })
      if (!closing.signal.aborted) inBackground(dropCanceled(shipmentIds))
    },
    // After the turn that `close` waited for, the stores are closed.
    onSynced: () => void (closing.signal.aborted || synced.report(clock.now())),
    onState: () => emit('tracking.changed', {}),
    staleHours: async () => (await settings.read()).thresholds?.staleHours ?? DEFAULT_STALE_HOURS,
  }
  // The site follows the service once for all its stations; a station that is alone follows it directly.
  const sync: Sync =
    siteStation === null
      ? createSync({ ...following, facts: base.facts, link, slower })
      : createSiteSync({ ...following, client: siteStation.client, onReached: connection.note })
  environments.onSwitch(async ({ key }) => {
    await sync.exclusively(() => syncCursor.use(key))
    sync.hasten()
  })
  synced.subscribe(() => {
    profiles.noteLimits()
    // The site fetches its labels once, and they come by its feed.
    if (membership === null) inBackground(labels.fetchMissing())
  })
  siteStation?.onReach(({ kind }) => {
    if (kind === 'online') sync.hasten()
  })
  if (siteStation && membership) {
    sharing?.onNoted(siteStation.shared.kick)
    upload?.onRules(siteStation.outbox.kick)
    people.approvals.useSite({ stationId: membership.stationId, service: siteStation.approvals })
  }
  const outbox: Outbox =
    siteStation?.outbox ??
    createOutbox({
      bookings,
      changes,
      link,
      guard: { isClaimed: bookings.isClaimed, wasSeenBefore: shipments.wasSeenBefore },
      clock,
      ids,
      onChange: onBookingChange,
      onBooked: ({ shipmentId, labelFormat, hasLabel }) => {
        if (shipmentId === null) return
        // The commit that made it BOOKED has read whether a label is kept.
        inBackground((hasLabel ? labels.ensure : labels.fetchAndStore)(shipmentId, labelFormat))
        inBackground(sync.refresh(shipmentId))
      },
      callsLeft: () => callsLeftIn(link().client.rateLimits()),
      priceTolerance: async () => (await settings.read()).priceTolerance,
      checkPrice: rules.checkPrice,
      quoteAgain: (client, origin, key) => quotes.requestSame(origin, { key, client }),
      pickups: settings.pickups,
      restoredFrom,
      knowsShipment,
      priceOf: async (shipmentId) => (await shipments.get(shipmentId))?.total ?? null,
      onShipmentChange,
      onFault,
    })
  connection.subscribe((state) => {
    if (state.kind === 'online' && background) inBackground(outbox.hasten())
  })

  return { labelRows, labels, synced, sync, rules, quotes, side, siteStation, outbox, wordIndex }
}
