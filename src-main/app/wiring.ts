import { runtime } from '../../src-node/runtime/runtime.ts'
import { every } from '../../src-node/runtime/wait.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { wireAddresses } from '../addresses/wire-addresses.ts'
import { wireBooking } from '../booking/wire-booking.ts'
import { wireConsigneeMail } from '../consignee-mail/wire-consignee-mail.ts'
import type { Cache } from '../data/cache/cache.ts'
import type { Ledger } from '../data/ledger/ledger.ts'
import { wireData } from '../data/wire-data.ts'
import { wireDocuments } from '../documents/wire-documents.ts'
import { wireImports } from '../imports/wire-imports.ts'
import { wireInbox } from '../inbox/wire-inbox.ts'
import { wireConnections } from '../integrations/wire-connections.ts'
import type { StationLog } from '../kernel/log/station-log.ts'
import { createConversion } from '../labels/conversion/conversion.ts'
import { wireLabels } from '../labels/wire-labels.ts'
import { wirePacking } from '../packing/wire-packing.ts'
import { wirePrinting } from '../printing/wire-printing.ts'
import { wireQuotes } from '../quotes/wire-quotes.ts'
import { createRehearsal } from '../rehearsal/rehearsal.ts'
import { preferenceStore } from '../settings/preferences.rows.ts'
import { createSettingsFile } from '../settings/settings-file.ts'
import { wireShipments } from '../shipments/wire-shipments.ts'
import { wireSiteService } from '../site/wire-site-service.ts'
import { wireSpend } from '../spend/wire-spend.ts'
import { createSupport } from '../support/support.ts'
import { closeRunning, startRunning } from './background.ts'
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

/** How often station health is checked, and whether its clock was set. */
const HEALTH_LOOK_MS = 15_000

/**
 * Builds every room on the two open stores, each from those before it, and starts the background work. Who must hear of
 * something that is built earlier subscribes to it.
 */
export async function wire(options: WireOptions, ledger: Ledger, cache: Cache, stationLog: StationLog): Promise<Wired> {
  const { background = true } = options
  const base = await wireBase(options, ledger, cache, stationLog)
  const { clock, ids, events, settings, settingRows, bookings, shipments, environments } = base
  const { people, connection, profiles, notices, requestLog, inBackground, version } = base

  const booking = wireBooking(base, () => ({ printing, inbox, forgetting }))
  const { labels, sync, rules, quotes, siteStation, outbox } = booking
  const conversion = createConversion()
  const printing = await wirePrinting(base, conversion)
  const { maintenance: data, restorations, archives, forgetting, auditLog } = wireData(base, booking, printing)
  const { maintenance, retention } = data
  const { addressBook, shippedTo } = wireAddresses(base)
  const { presets, quoteLines, returnQuote } = wireQuotes(base, booking, addressBook)
  const { orders, orderBoard, orderFeed, batchRecords, batches } = await wireImports(base, booking, addressBook)
  const { packing, papers, packWorklist, printFile, scale } = wirePacking(base, {
    ...{ booking, printing, conversion, orders, archives },
  })
  const { inspecting, labelTemplates } = wireLabels(base, { conversion, printing, labelsOf: packing.documents })
  const { manifests, documents, templateTexts, endOfDay, dayFigures, pickups } = wireDocuments(base, {
    ...{ booking, printing, conversion },
  })
  const { attention, webhookReceiver, subscriptions, board } = wireShipments(base, { booking, printing })
  const rehearsal = createRehearsal({
    ...{ environments, printing, settings: settingRows, clock, inBackground },
    forgetManner: profiles.forget,
    onChange: base.onStationChange,
  })
  await rehearsal.start()
  const inbox = await wireInbox(base, {
    ...{ attention, batches: batchRecords, printing },
    refusedBy: () => siteStation?.refused() ?? null,
    orders: { questions: orders.questions, trouble: orderFeed.trouble },
    facts: {
      findQuote: quotes.find,
      findBatch: batches.get,
      estimateBatch: batches.estimate,
      findOrder: orders.get,
      rateForOrder: orders.rateFor,
    },
  })
  const consigneeMail = wireConsigneeMail(base, inbox, booking, documents)
  const spend = wireSpend(base)
  const connections = wireConnections(base, { manifests, printing })
  const { site, joinByPolicy } = wireSiteService(base, booking)

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
    ...{ printing, requestLog, maintenance, stationLog, profiles },
  })
  events.subscribe(scale.heard)
  booking.synced.subscribe(shippedTo.soon)

  const services: Services = {
    ...{ clock, ids, version, environments, connection, keys: base.keys, settings, policy: base.policy, notices },
    ...{ quotes, rules, presets, bookings, changes: base.changes, outbox, shipments, labels, board, sync },
    ...{ webhookReceiver, subscriptions, packing, papers, packWorklist, printFile, scale, printing, documents },
    ...{ templateTexts, endOfDay, dayFigures, pickups, batches, orders, orderBoard, orderFeed, spend, addressBook },
    ...{ shippedTo, inbox, consigneeMail, people, connections, auditLog, requestLog, maintenance, retention },
    ...{ drafts: base.drafts, forgetting, archives, support, hasten, profiles, rehearsal, restorations },
    ...{ returnQuote, quoteLines, inspecting, labelTemplates, site, preferences: preferenceStore(ledger.db, clock) },
    settingsFile: createSettingsFile({
      ...{ settings, papers, people, connections, webhookReceiver, printing, presets, batches, settingRows, orderFeed },
    }),
  }
  const running = { ...services, booking, conversion, orders, rehearsal, scale, support }
  data.look()
  const lookAtHealth = () => {
    clockWatch.tick()
    support.tick()
    shippedTo.soon()
  }
  const healthTimer = background ? every(HEALTH_LOOK_MS, lookAtHealth, { isBackground: true }) : null
  support.tick()
  if (background) {
    data.start()
    inBackground(forgetting.goOn())
    inBackground(spend.goOn())
    await startRunning(running)
    joinByPolicy()
  } else await outbox.adoptInterrupted()

  return {
    services,
    onFault: base.onFault,
    subscribe: events.subscribe,
    close: () => {
      data.stop()
      healthTimer?.cancel()
      return closeRunning(base, running)
    },
  }
}
