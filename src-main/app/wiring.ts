import { runtime } from '../../src-node/runtime/runtime.ts'
import { after, every } from '../../src-node/runtime/wait.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { createAddressBook } from '../addresses/address-book.ts'
import { addressStore } from '../addresses/addresses.rows.ts'
import { createShippedTo } from '../addresses/shipped-to.ts'
import { shippedToStore } from '../addresses/shipped-to.rows.ts'
import { wireBooking } from '../booking/wire-booking.ts'
import { wireConsigneeMail } from '../consignee-mail/wire-consignee-mail.ts'
import type { Cache } from '../data/cache/cache.ts'
import type { Ledger } from '../data/ledger/ledger.ts'
import { isBlanked } from '../data/forget/blank.ts'
import { kept } from '../data/forget/on-write.ts'
import { wireData } from '../data/wire-data.ts'
import { wireDocuments } from '../documents/wire-documents.ts'
import { wireImports } from '../imports/wire-imports.ts'
import { attentionStore } from '../inbox/attention.rows.ts'
import { wireInbox } from '../inbox/wire-inbox.ts'
import { wireConnections } from '../integrations/wire-connections.ts'
import type { StationLog } from '../kernel/log/station-log.ts'
import { createConversion } from '../labels/conversion/conversion.ts'
import { createLabelInspecting } from '../labels/inspect-label.ts'
import { labelTemplateStore } from '../labels/label-templates.rows.ts'
import { createLabelTemplates } from '../labels/templates.ts'
import { wirePacking } from '../packing/wire-packing.ts'
import { wirePrinting } from '../printing/wire-printing.ts'
import { presetStore } from '../quotes/presets.rows.ts'
import { createPresets } from '../quotes/presets.ts'
import { createQuoteLines } from '../quotes/quote-lines.ts'
import { requestReturn } from '../quotes/return-quote.ts'
import { createRehearsal } from '../rehearsal/rehearsal.ts'
import { preferenceStore } from '../settings/preferences.rows.ts'
import { createSettingsFile } from '../settings/settings-file.ts'
import { wireShipments } from '../shipments/wire-shipments.ts'
import { joiningStore } from '../site/joining.rows.ts'
import { joinByPolicy } from '../site/join-by-policy.ts'
import { createSiteService } from '../site/site-service.ts'
import { wireSpend } from '../spend/wire-spend.ts'
import { createSupport } from '../support/support.ts'
import { createClockWatch } from './clock-watch.ts'
import type { Services } from './services.ts'
import { wireBase, type WireOptions } from './wire-base.ts'

/** Everything that runs, and how to end it. */
export interface Wired {
  services: Services
  subscribe(listener: (event: StationEvent) => void): () => void
  /** Shows a fault of ours as a notice and logs it. */
  onFault(error: unknown): void
  close(): Promise<void>
}

const CLOSE_MS = 5_000
/** How often station health is checked, and whether its clock was set. */
const HEALTH_LOOK_MS = 15_000

/**
 * Builds every room on the two open stores, each from those before it, and starts the background work. Who must hear of
 * something that is built earlier subscribes to it.
 */
export async function wire(options: WireOptions, ledger: Ledger, cache: Cache, stationLog: StationLog): Promise<Wired> {
  const { background = true } = options
  const base = await wireBase(options, ledger, cache, stationLog)
  const { clock, ids, events, settings, settingRows, sharing, bookings, shipments, restorations, environments } = base
  const { people, connection, profiles, notices, requestLog, environment, inBackground, closing, version } = base

  const booking = wireBooking(base, () => ({ printing, inbox, forgetting }))
  const { labels, sync, rules, quotes, side, siteStation, outbox, wordIndex } = booking
  const conversion = createConversion()
  const printing = await wirePrinting(base, conversion)
  const { maintenance, archives, forgetting, auditLog } = wireData(base, booking)
  const addressBook = createAddressBook({ addresses: addressStore(ledger.db, clock, sharing?.of('address')), ids })
  const shippedTo = createShippedTo({
    ...{ bookings, book: addressBook, onFault: base.onFault, store: shippedToStore(ledger.db, clock) },
    onKept: () => base.emit('records.changed', { kinds: ['address'] }),
    isForgotten: (text, madeAt) => isBlanked(text) || kept(ledger.db, text, madeAt) !== text,
  })
  const presets = createPresets({ store: presetStore(ledger.db, clock, sharing?.of('preset')), ids })
  const { orders, orderBoard, orderFeed, batchRecords, batches } = await wireImports(base, booking, addressBook)
  const { packing, papers, packWorklist, printFile, scale } = wirePacking(base, {
    ...{ booking, printing, conversion, orders, archives },
  })
  const { manifests, documents, templateTexts, endOfDay, dayFigures, pickups } = wireDocuments(base, {
    ...{ booking, printing, conversion },
  })
  const attention = attentionStore(
    ledger.db,
    clock,
    sharing && { note: sharing.of('note'), attention: sharing.of('attention') },
  )
  const { webhookReceiver, subscriptions, board } = wireShipments(base, { booking, printing, attention })
  const rehearsal = createRehearsal({
    ...{ environments, printing, settings: settingRows, clock, inBackground },
    forgetManner: profiles.forget,
    onChange: base.onStationChange,
  })
  await rehearsal.start()
  const inbox = await wireInbox(base, {
    ...{ attention, batches: batchRecords, printing },
    refusedBy: () => siteStation?.refused() ?? null,
    orders: { asking: orders.asking, trouble: orderFeed.trouble },
    facts: {
      findQuote: quotes.find,
      findBatch: batches.get,
      estimateBatch: batches.estimate,
      priceOrder: orders.price,
    },
  })
  const consigneeMail = wireConsigneeMail(base, inbox, booking, documents)
  const spend = wireSpend(base)
  const connections = wireConnections(base, { manifests, printing })

  const hasten = async (): Promise<void> => {
    sync.hasten()
    await Promise.all([outbox.hasten(), printing.queue.wakeAll(), connections.hooks.hasten(), inbox.hasten()])
    await consigneeMail.hasten()
  }
  const clockWatch = createClockWatch(clock, (ms) => {
    runtime().log.warn('the clock was set back', { ms })
    inBackground(hasten())
  })
  const support = createSupport({
    ...{ clock, version, environments, connection, keys: base.keys, settings, notices, bookings, labels, sync },
    ...{ printing, requestLog, maintenance: maintenance.maintenance, stationLog, profiles },
  })
  if (siteStation) {
    events.subscribe(({ name, payload }) => {
      if (name === 'jobs.changed') siteStation.jobMoved(payload.jobId)
    })
  }
  events.subscribe(scale.heard)
  booking.synced.subscribe(shippedTo.soon)

  const services: Services = {
    ...{ clock, ids, version, environments, connection, keys: base.keys, settings, policy: base.policy, notices },
    ...{ quotes, rules, presets, bookings, changes: base.changes, outbox, shipments, labels, board, sync },
    ...{ webhookReceiver, subscriptions, packing, papers, packWorklist, printFile, scale, printing, documents },
    ...{ templateTexts, endOfDay, dayFigures, pickups, batches, orders, orderBoard, orderFeed, spend, addressBook },
    shippedTo,
    ...{
      inbox,
      consigneeMail,
      people,
      connections,
      auditLog,
      requestLog,
      maintenance: maintenance.maintenance,
      retention: maintenance.retention,
    },
    ...{ drafts: base.drafts, forgetting, archives, support, hasten, profiles, rehearsal },
    restorations: {
      newest: restorations.newest,
      confirm: async () => {
        await restorations.confirm()
        outbox.kick()
        await printing.queue.wakeAll()
        base.onStationChange()
      },
    },
    returnQuote: (shipmentId) =>
      requestReturn(
        { ...{ shipments, bookings, quotes, clock, environment }, insured: rules.insured, pickups: settings.pickups },
        shipmentId,
      ),
    settingsFile: createSettingsFile({
      ...{ settings, papers, people, connections, webhookReceiver, printing, presets, batches, settingRows, orderFeed },
    }),
    quoteLines: createQuoteLines({ addressBook, presets, pickups: settings.pickups, clock }),
    inspecting: createLabelInspecting({ conversion, labelsOf: packing.documents }),
    labelTemplates: createLabelTemplates({
      ...{ conversion, printing, language: base.language, ids },
      store: labelTemplateStore(ledger.db, clock),
    }),
    preferences: preferenceStore(ledger.db, clock),
    site: createSiteService({
      ...{ side, environment, version, clock, ids, settings: settingRows, token: options.siteToken },
      joining: joiningStore(ledger.db, clock),
      closing: closing.signal,
      stopSending: outbox.close,
      reopen: options.reopen,
      onChange: base.onStationChange,
    }),
  }
  maintenance.look()
  const lookAtHealth = () => {
    clockWatch.tick()
    support.tick()
    shippedTo.soon()
  }
  const healthTimer = background ? every(HEALTH_LOOK_MS, lookAtHealth, { isBackground: true }) : null
  support.tick()
  if (background) {
    maintenance.start()
    inBackground(forgetting.goOn())
    inBackground(spend.goOn())
    wordIndex.kick()
    await (siteStation ?? outbox).start()
    sync.start()
    await webhookReceiver.start()
    inbox.start()
    await consigneeMail.start()
    shippedTo.start()
    await orderFeed.start()
    scale.start()
    // Without a wait: joining ends what runs here, and opens it again.
    if (base.policy?.site && side.kind === 'alone') {
      void joinByPolicy(services.site, base.policy.site, closing.signal).catch(base.onFault)
    }
  } else await outbox.adoptInterrupted()

  return {
    services,
    onFault: base.onFault,
    subscribe: events.subscribe,
    close: async () => {
      environments.breakOff()
      // A booking being sent gets a moment for its answer; when interrupted, it is reconciled at the next start.
      const breakOff = after(CLOSE_MS, () => closing.abort())
      await orderFeed.close()
      await batches.close()
      await orders.close()
      await (siteStation ?? outbox).close()
      breakOff.cancel()
      closing.abort()
      await connections.close()
      await webhookReceiver.close()
      await consigneeMail.close()
      await shippedTo.close()
      await inbox.close()
      await scale.close()
      maintenance.stop()
      healthTimer?.cancel()
      await people.signIn.close()
      support.close()
      // A command that runs alone is the only time when a backup of its folder can be made.
      await ledger.backups.stop({ isPatient: !background })
      await Promise.all([sync.close(), printing.close(), rehearsal.close(), base.backgroundWork.settled()])
      await conversion.close()
      await environments.close()
      await wordIndex.close()
      await requestLog.close()
      cache.close()
      ledger.close()
    },
  }
}
