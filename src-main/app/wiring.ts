import { runtime } from '../../src-node/runtime/runtime.ts'
import { after, every } from '../../src-node/runtime/wait.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { STARTING_SPEND_LIMITS } from '../../src-shared/station/app/spend-limits.ts'
import { NO_SCALE } from '../../src-shared/station/scale/settings.ts'
import { createAddressBook } from '../addresses/address-book.ts'
import { auditCsv } from '../data/audit/audit-csv.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import { createBatches } from '../imports/batch/batches.ts'
import { batchFiles } from '../imports/batch/files.ts'
import { isReferenceUsed } from '../booking/reconcile/match-shipment.ts'
import { bookedElsewhere } from '../booking/submit/reference-use.ts'
import { createConversion } from '../labels/conversion/conversion.ts'
import { createDocuments } from '../documents/documents.ts'
import { createOfficePrint } from '../documents/office-print.ts'
import { createTemplateTexts } from '../documents/template-texts.ts'
import { createEndOfDay } from '../documents/endofday/endofday.ts'
import { createPickups } from '../documents/endofday/pickups.ts'
import { createLabelInspecting } from '../labels/inspect-label.ts'
import { createLabelTemplates } from '../labels/templates.ts'
import { type StationLog } from '../kernel/log/station-log.ts'
import { createArchives } from '../data/archives.ts'
import { careForData } from '../data/care.ts'
import { createForgetting } from '../data/forgetting.ts'
import { createPacking } from '../packing/packing.ts'
import { createPapers } from '../packing/papers.ts'
import { createPrintFile } from '../packing/print-file.ts'
import { openSheets } from '../packing/sheets.ts'
import { worklist } from '../packing/worklist.ts'
import { createPrinting } from '../printing/printing.ts'
import { createPresets } from '../quotes/presets.ts'
import { createQuoteLines } from '../quotes/quote-lines.ts'
import { requestReturn } from '../quotes/return-quote.ts'
import { createRehearsal } from '../rehearsal/rehearsal.ts'
import { openKeptSecret } from '../kernel/secrets/kept-secret.ts'
import { openWebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import { createSettingsFile } from '../settings/settings-file.ts'
import { createSiteDesk } from '../site/site-desk.ts'
import type { Cache } from '../data/cache/cache.ts'
import { documentStore } from '../documents/documents.rows.ts'
import { forgetInCache } from '../data/forget/forget-cache.rows.ts'
import { webhookInbox } from '../shipments/webhook-inbox.rows.ts'
import { systemFiles } from '../kernel/sqlite/files.ts'
import { addressStore } from '../addresses/addresses.rows.ts'
import { auditLog } from '../data/audit/audit-log.rows.ts'
import { batchFixStore } from '../imports/batch/batch-fixes.rows.ts'
import { columnMapStore } from '../imports/batch/batch-maps.rows.ts'
import { batchQuoteStore } from '../imports/batch/batch-quotes.rows.ts'
import { batchRowStore } from '../imports/batch/batch.rows.ts'
import { batchStore } from '../imports/batch/batches.rows.ts'
import { dayBookings } from '../documents/endofday/day-bookings.rows.ts'
import { packWork } from '../packing/pack-work.rows.ts'
import { pickupRows } from '../documents/endofday/pickup.rows.ts'
import { returnBookings } from '../booking/returns.rows.ts'
import { spending } from '../booking/spending.rows.ts'
import { labelBytes } from '../data/keep/bytes.rows.ts'
import { forgetInLedger } from '../data/keep/forget-ledger.rows.ts'
import type { Ledger } from '../data/ledger/ledger.ts'
import { manifestStore } from '../documents/endofday/manifests.rows.ts'
import { attentionStore } from '../inbox/attention.rows.ts'
import { labelTemplateStore } from '../labels/label-templates.rows.ts'
import { preferenceStore } from '../settings/preferences.rows.ts'
import { presetStore } from '../quotes/presets.rows.ts'
import { templateTextStore } from '../documents/template-texts.rows.ts'
import { joiningStore } from '../site/joining.rows.ts'
import { createSupport } from '../support/support.ts'
import { exportPlace } from '../shipments/export-place.ts'
import { lookupMany } from '../shipments/lookup-many.ts'
import { createShipmentBoard } from '../shipments/shipment-board.ts'
import { createWebhookReceiver } from '../shipments/webhooks/receiver.ts'
import { createSubscriptions } from '../shipments/webhooks/subscriptions.ts'
import type { Services } from './services.ts'
import { createClockWatch } from './clock-watch.ts'
import { wireBase, type WireOptions } from './wire-base.ts'
import { wireBooking } from '../booking/wire-booking.ts'
import { TOLD_BY_HOOKS, wireConnections } from '../integrations/wire-connections.ts'
import { MAY_NEED_A_PERSON, wireInbox } from '../inbox/wire-inbox.ts'
import { wireOrders } from '../imports/orders/wire-orders.ts'
import { wireScale } from '../packing/scale/wire-scale.ts'
import { wireSpend } from '../spend/wire-spend.ts'

/** Everything that runs, and how to end it. */
export interface Wired {
  services: Services
  subscribe(listener: (event: StationEvent) => void): () => void
  /** Shows a fault of ours as a notice and logs it. */
  onFault(error: unknown): void
  close(): Promise<void>
}

const CLOSE_MS = 5_000
/** A label that is here does not wait longer for what else the site knows under its code. */
const ASK_SITE_MS = 1_000
/** So often the health of the station is looked at, and whether its clock was set. */
const HEALTH_LOOK_MS = 15_000

/**
 * Builds every service on the two open stores, each from those before it, and starts the background work. What must hear of
 * something that is built earlier subscribes to it.
 */
export async function wire(options: WireOptions, ledger: Ledger, cache: Cache, stationLog: StationLog): Promise<Wired> {
  const { background = true, siteToken } = options
  const base = await wireBase(options, ledger, cache, stationLog)
  const {
    dataDir,
    clock,
    ids,
    events,
    emit,
    onStationChange,
    drafts,
    settingRows,
    sharing,
    bookings,
    changes,
    restorations,
    shipments,
    syncCursor,
    setAside,
    notices,
    onFault,
    backgroundWork,
    inBackground,
    closing,
    policy,
    settings,
    siteSettings,
    people,
    forgotten,
    everybodyForgotten,
    requests,
    requestLog,
    connection,
    keys,
    environments,
    profiles,
    link,
    openKeychain,
  } = base
  const { labelRows, labels, synced, sync, rules, quotes, version, side, siteStation, outbox, wordIndex } = wireBooking(
    base,
    {
      ledger,
      cache,
      siteToken,
      later: () => ({ printing, packing, inbox, forgetting }),
      background,
      slowerSync: options.slowerSync,
    },
  )
  const log = auditLog(ledger.db)

  const conversion = createConversion()
  const printing = await createPrinting({
    ledger: ledger.db,
    clock,
    ids,
    emit,
    draw: (document, target) => conversion.preview(document, target),
    sheets: (job) => openSheets(conversion, job),
    launcher: options.launcher,
    onFault,
    policy,
    bySite: siteSettings,
  })
  const archives = createArchives({
    dataDir,
    files: systemFiles,
    settings: settingRows,
    takeFull: ledger.backups.takeFull,
    archivedBytes: labelBytes(ledger.db, clock).archived,
    onMade: () => inBackground(care.secondPlace.catchUp()),
    clock,
  })
  const addressBook = createAddressBook({ addresses: addressStore(ledger.db, clock, sharing?.of('address')), ids })
  const { orders, feed: orderFeed } = await wireOrders({
    ledger: ledger.db,
    bookings,
    events,
    settings: settingRows,
    savedAddress: addressBook.wireAddress,
    language: async () => (await settings.read()).language,
    dataDir,
    references: { bookings, shipments },
    quote: quotes.request,
    quoteOf: quotes.get,
    rules,
    pickups: settings.pickups,
    submit: outbox.submit,
    clock,
    ids,
    onChange: () => emit('orders.changed', {}),
    onFault,
  })
  const packing = createPacking({
    orderOf: orders.scanned,
    bookings: siteStation?.finder ?? bookings,
    ...(siteStation && { claims: siteStation.claims, askSite: (code) => siteStation.lookUp(code, ASK_SITE_MS) }),
    archiveOf: archives.holding,
    shipments,
    labels,
    keptLabels: labelRows,
    printing,
    conversion,
    link: environments.link,
    labelFormat: async () => (await settings.read()).labelFormat,
    scale: async () => (await settings.read()).scale ?? NO_SCALE,
    askService: async (code) => {
      await siteStation?.lookUp(code)
      await lookupMany({ shipments, link, refresh: sync.refresh, fetchByNumbers: sync.fetchByNumbers }, [code])
    },
  })

  const papers = createPapers({
    settings,
    rows: settingRows,
    conversion,
    shipment: packing.shipment,
    booking: (shipmentId) => bookings.findByShipment(link().key, shipmentId),
  })
  const packWorklist = () =>
    worklist({
      work: packWork(ledger.db),
      shipments,
      environment: () => link().key,
      cutoffs: async () => (await settings.read()).cutoffs ?? [],
      clock,
    })

  const officePrint = createOfficePrint({ conversion, printing })
  const documents = createDocuments({
    link,
    known: documentStore(cache.db),
    shipments,
    labels,
    clock,
    conversion,
    officePrint,
  })
  const manifests = manifestStore(ledger.db, clock)
  const endOfDay = createEndOfDay({
    bookings: dayBookings(ledger.db),
    manifests,
    shipments,
    environment: () => link().key,
    settings: settings.read,
    conversion,
    officePrint,
    clock,
    ids,
    site: siteStation,
  })
  const pickups = createPickups({
    own: pickupRows(ledger.db),
    others: siteStation?.others ?? null,
    shipments,
    environment: () => link().key,
  })

  const webhookSecrets = openWebhookSecrets(openKeychain)
  const webhookReceiver = createWebhookReceiver({
    settings: settingRows,
    secrets: webhookSecrets,
    inbox: webhookInbox(cache.db),
    clock,
    refresh: sync.refreshSoon,
    onChange: () => emit('tracking.changed', {}),
    onVerified: profiles.heardSignature,
    inBackground,
    port: options.webhookPort,
  })
  synced.subscribe(() => inBackground(webhookReceiver.askAgain()))

  const presets = createPresets({ store: presetStore(ledger.db, clock, sharing?.of('preset')), ids })
  const batchRecords = batchStore(ledger.db, clock)
  const batches = createBatches({
    batches: batchRecords,
    rows: batchRowStore(ledger.db),
    quotes: batchQuoteStore(ledger.db),
    fixes: batchFixStore(ledger.db, clock),
    maps: columnMapStore(ledger.db, clock, sharing?.of('column_map')),
    files: batchFiles(dataDir),
    savedAddress: addressBook.wireAddress,
    pickups: settings.pickups,
    submit: outbox.submit,
    quote: async (request) => quotes.requestForBatch(await rules.insured(request), link().client.at('booking')),
    keptQuote: quotes.get,
    priceTolerance: async () => (await settings.read()).priceTolerance,
    carrierRules: rules,
    environment: () => link().key,
    isUsedAtService: (reference) => isReferenceUsed(link().client.at('booking'), reference),
    isBookedElsewhere: async (reference) => (await bookedElsewhere({ bookings, shipments }, reference)) !== null,
    spending: spending(ledger.db),
    limits: async () => (await settings.read()).spendLimits ?? STARTING_SPEND_LIMITS,
    restorations,
    language: async () => (await settings.read()).language,
    clock,
    ids,
    onChange: (batchId) => emit('batches.changed', { batchId }),
    onFault,
  })
  await batches.start()

  const rehearsal = createRehearsal({
    environments,
    printing,
    settings: settingRows,
    clock,
    forgetManner: profiles.forget,
    onChange: onStationChange,
    inBackground,
  })
  await rehearsal.start()

  const care = careForData({
    dataDir,
    ledger,
    cache,
    requests,
    settings,
    settingRows,
    environment: () => link().key,
    archives: async () => (await archives.list()).archives,
    passphrase: openKeptSecret(openKeychain, 'backup passphrase'),
    notices,
    clock,
    ids,
    inBackground,
    closing: closing.signal,
    refill: async () => {
      await sync.whileStill(() => syncCursor.forget())
      emit('shipments.changed', { shipmentIds: [] })
      sync.hasten()
    },
  })

  const forgetting = createForgetting({
    dataDir,
    files: systemFiles,
    forgotten,
    ledger: forgetInLedger({ db: ledger.db, bytes: labelBytes(ledger.db, clock) }),
    cache: forgetInCache(cache.db),
    batchFiles: batchFiles(dataDir),
    settle: requestLog.flush,
    emptyJournal: ledger.emptyJournal,
    archives: async () => (await archives.list()).archives,
    secondPlace: async () => (await care.secondPlace.state())?.folder ?? null,
    everybody: everybodyForgotten,
    clock,
    closing: closing.signal,
    site: siteStation?.forgetting ?? null,
  })

  const attention = attentionStore(
    ledger.db,
    clock,
    sharing && { note: sharing.of('note'), attention: sharing.of('attention') },
  )
  const inbox = await wireInbox({
    ledger: ledger.db,
    settingRows,
    openKeychain,
    shipments,
    attention,
    setAside,
    clockApart: profiles.clockApart,
    batches: batchRecords,
    orders: { asking: orders.asking, trouble: orderFeed.trouble },
    printing,
    people,
    facts: {
      findQuote: quotes.find,
      findBooking: async (bookingId) => bookingView(await bookings.get(bookingId)),
      findBatch: batches.get,
      estimateBatch: batches.estimate,
      priceOrder: orders.price,
      language: async () => (await settings.read()).language,
    },
    environment: () => link().key,
    settings: settings.read,
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

  const spend = wireSpend({
    ledger: ledger.db,
    cache: cache.db,
    environment: () => link().key,
    clock,
    ids,
    closing: closing.signal,
  })
  const connections = wireConnections({
    ledger: ledger.db,
    settingRows,
    openKeychain,
    bookings,
    changes,
    manifests,
    shipments,
    printing,
    people,
    clock,
    ids,
    version,
    onChange: onStationChange,
    inBackground,
    onFault,
  })
  events.subscribe(({ name }) => {
    if (TOLD_BY_HOOKS.has(name)) connections.hooks.kick()
  })
  const hasten = async (): Promise<void> => {
    sync.hasten()
    await Promise.all([outbox.hasten(), printing.queue.wakeAll(), connections.hooks.hasten(), inbox.hasten()])
  }
  const clockWatch = createClockWatch(clock, (ms) => {
    runtime().log.warn('the clock was set back', { ms })
    inBackground(hasten())
  })
  const support = createSupport({
    clock,
    version,
    environments,
    connection,
    keys,
    settings,
    notices,
    bookings,
    labels,
    sync,
    printing,
    requestLog,
    maintenance: care.maintenance,
    stationLog,
    profiles,
  })
  const scale = wireScale({
    settings: settings.read,
    emit,
    onFault,
    ports: options.serialPorts,
    bookings,
    quotes,
    insured: rules.insured,
    environment: () => link().key,
  })
  if (siteStation) {
    events.subscribe(({ name, payload }) => {
      if (name === 'jobs.changed') siteStation.jobMoved(payload.jobId)
    })
  }
  events.subscribe(scale.heard)
  const services: Services = {
    clock,
    ids,
    version,
    environments,
    connection,
    keys,
    settings,
    policy,
    restorations: {
      newest: restorations.newest,
      confirm: async () => {
        await restorations.confirm()
        outbox.kick()
        await printing.queue.wakeAll()
        onStationChange()
      },
    },
    notices,
    quotes,
    returnQuote: (shipmentId) =>
      requestReturn(
        {
          ...{ shipments, bookings, quotes, clock },
          insured: rules.insured,
          environment: () => link().key,
          pickups: settings.pickups,
        },
        shipmentId,
      ),
    rules,
    presets,
    settingsFile: createSettingsFile({
      settings,
      papers,
      people,
      connections,
      webhookReceiver,
      printing,
      presets,
      batches,
      settingRows,
      orderFeed,
    }),
    quoteLines: createQuoteLines({ addressBook, presets, pickups: settings.pickups, clock }),
    bookings,
    changes,
    outbox,
    shipments,
    labels,
    board: createShipmentBoard({
      shipments,
      bookings,
      returns: returnBookings(ledger.db),
      labels,
      jobsOf: printing.queue.ofShipment,
      attention,
      sync,
      link,
      settings: settings.read,
      onOpened: (shipmentId) => inBackground(sync.opened(shipmentId)),
      exportPlace: exportPlace(dataDir, options.exportDir ?? null),
      clock,
      ids,
    }),
    sync,
    webhookReceiver,
    subscriptions: createSubscriptions({ client: () => link().client, secrets: webhookSecrets }),
    packing,
    papers,
    inspecting: createLabelInspecting({ conversion, labelsOf: packing.documents }),
    labelTemplates: createLabelTemplates({
      store: labelTemplateStore(ledger.db, clock),
      conversion,
      printing,
      language: async () => (await settings.read()).language,
      ids,
    }),
    printFile: createPrintFile({ conversion, printing }),
    printing,
    documents,
    templateTexts: createTemplateTexts({ texts: templateTextStore(ledger.db, clock), onFault }),
    packWorklist,
    endOfDay,
    pickups,
    batches,
    orders,
    orderFeed,
    spend,
    addressBook,
    drafts,
    inbox,
    people,
    connections,
    preferences: preferenceStore(ledger.db, clock),
    auditLog: { list: log.list, answersTo: log.answersTo, exportCsv: (filter) => auditCsv(log, filter) },
    requestLog,
    maintenance: care.maintenance,
    retention: care.retention,
    forgetting,
    archives,
    support,
    hasten,
    profiles,
    rehearsal,
    scale,
    site: createSiteDesk({
      side,
      settings: settingRows,
      token: siteToken,
      joining: joiningStore(ledger.db, clock),
      environment: () => link().key,
      version,
      clock,
      ids,
      closing: closing.signal,
      stopSending: outbox.close,
      reopen: options.reopen,
      onChange: onStationChange,
    }),
  }
  care.look()
  const lookAtHealth = () => {
    clockWatch.tick()
    support.tick()
  }
  const healthTimer = background ? every(HEALTH_LOOK_MS, lookAtHealth, { isBackground: true }) : null
  support.tick()
  if (background) {
    care.start()
    inBackground(forgetting.goOn())
    inBackground(spend.goOn())
    wordIndex.kick()
    await (siteStation ?? outbox).start()
    sync.start()
    await webhookReceiver.start()
    inbox.start()
    await orderFeed.start()
    scale.start()
  }

  return {
    services,
    onFault,
    subscribe: events.subscribe,
    close: async () => {
      environments.breakOff()
      // A booking on its way gets a moment to be answered; broken off, it is looked for at the next start.
      const breakOff = after(CLOSE_MS, () => closing.abort())
      await orderFeed.close()
      await batches.close()
      await (siteStation ?? outbox).close()
      breakOff.cancel()
      closing.abort()
      await connections.close()
      await webhookReceiver.close()
      await inbox.close()
      await scale.close()
      care.stop()
      healthTimer?.cancel()
      await people.signIn.close()
      support.close()
      // A command that runs alone is the only time when a backup of its folder can be made.
      await ledger.backups.stop({ isPatient: !background })
      await Promise.all([sync.close(), printing.close(), rehearsal.close(), backgroundWork.settled()])
      await conversion.close()
      await environments.close()
      await wordIndex.close()
      await requestLog.close()
      cache.close()
      ledger.close()
    },
  }
}
