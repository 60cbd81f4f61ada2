import { join } from 'node:path'
import { logHere } from '../../src-node/runtime/runtime.ts'
import { after, every } from '../../src-node/runtime/wait.ts'
import { isDone } from '../../src-shared/machine/change.ts'
import type { StationEvent, StationEventName, StationEvents } from '../../src-shared/station/app/events.ts'
import { createAddressBook } from '../addresses/address-book.ts'
import { auditCsv } from '../audit/audit-csv.ts'
import { createRequestLog } from '../audit/request-log.ts'
import { createBatches } from '../batch/batches.ts'
import { batchFiles } from '../batch/files.ts'
import { createOutbox } from '../booking/outbox/outbox.ts'
import { isReferenceUsed } from '../booking/reconcile/match-shipment.ts'
import { bookedElsewhere } from '../booking/submit/reference-use.ts'
import { restoredFromOf } from '../booking/submit/from-restore.ts'
import { systemClock } from '../clock.ts'
import { createConversion } from '../conversion/conversion.ts'
import { createDocuments } from '../documents/documents.ts'
import { createOfficePrint } from '../documents/office-print.ts'
import { createTemplateTexts } from '../documents/template-texts.ts'
import { createEndOfDay } from '../endofday/endofday.ts'
import { randomIds } from '../ids.ts'
import { createLabelKeeper } from '../labels/label-keeper.ts'
import { logEvent, logFault, type StationLog } from '../log/station-log.ts'
import { createArchives } from '../maintenance/archives.ts'
import { careForData } from '../maintenance/care.ts'
import { createLabelInspecting } from '../labels/inspect-label.ts'
import { createPacking } from '../packing/packing.ts'
import { worklist } from '../packing/worklist.ts'
import { createPrintFile } from '../packing/print-file.ts'
import { createPrinting } from '../printing/printing.ts'
import { openPeople } from '../people/people.ts'
import { createPresets } from '../quotes/presets.ts'
import { createQuoteLines } from '../quotes/quote-lines.ts'
import { createQuotes } from '../quotes/quotes.ts'
import { createRules } from '../rules/rules.ts'
import { createRehearsal } from '../rehearsal/rehearsal.ts'
import { openApiKeys } from '../secrets/api-keys.ts'
import { openKeychain } from '../secrets/keychain.ts'
import { openWebhookSecrets } from '../secrets/webhook-secrets.ts'
import type { Cache } from '../store/cache/cache.ts'
import { overdueRows } from '../store/ledger/overdue.ts'
import { documentStore } from '../store/cache/documents.ts'
import { quoteStore } from '../store/cache/quotes.ts'
import { shipmentStore } from '../store/cache/shipments.ts'
import { setAsideStore } from '../store/cache/set-aside.ts'
import { serviceFacts } from '../store/cache/service-facts.ts'
import { syncCursorStore } from '../store/cache/sync-cursor.ts'
import { webhookInbox } from '../store/cache/webhook-inbox.ts'
import { systemFiles } from '../store/files.ts'
import { labelBytes } from '../store/ledger/keep/bytes.ts'
import { addressStore } from '../store/ledger/address/addresses.ts'
import { auditLog } from '../store/ledger/audit/audit-log.ts'
import { requestStore } from '../store/ledger/audit/requests.ts'
import { restorationStore } from '../store/ledger/backup/restorations.ts'
import { columnMapStore } from '../store/ledger/batch/batch-maps.ts'
import { batchRowStore } from '../store/ledger/batch/batch-rows.ts'
import { batchStore } from '../store/ledger/batch/batches.ts'
import { bookingStore } from '../store/ledger/booking/bookings.ts'
import { packWork } from '../store/ledger/booking/pack-work.ts'
import { dayBookings } from '../store/ledger/booking/day-bookings.ts'
import { labelStore } from '../store/ledger/booking/labels.ts'
import { bookingsOfQuotes } from '../store/ledger/booking/quote-bookings.ts'
import { STARTING_SPEND_LIMITS } from '../../src-shared/station/app/state.ts'
import { spending } from '../store/ledger/booking/spending.ts'
import { changeStore } from '../store/ledger/change/shipment-changes.ts'
import type { Ledger } from '../store/ledger/ledger.ts'
import { manifestStore } from '../store/ledger/manifest/manifests.ts'
import { personStore } from '../store/ledger/people/people.ts'
import { attentionStore } from '../store/ledger/notice/attention.ts'
import { draftStore } from '../store/ledger/settings/drafts.ts'
import { preferenceStore } from '../store/ledger/settings/preferences.ts'
import { presetStore } from '../store/ledger/settings/presets.ts'
import { settingStore } from '../store/ledger/settings/settings.ts'
import { templateTextStore } from '../store/ledger/settings/template-texts.ts'
import { ruleStore } from '../store/ledger/rules/rules.ts'
import { createSettingsFile } from '../settings-file/settings-file.ts'
import { createSupport } from '../support/support.ts'
import { createSubscribers } from '../subscribers.ts'
import { exportPlace } from '../tracking/export-place.ts'
import { lookupMany } from '../tracking/lookup-many.ts'
import { createShipmentBoard } from '../tracking/shipment-board.ts'
import { createSync, DEFAULT_STALE_HOURS } from '../tracking/sync.ts'
import { createWebhookReceiver } from '../webhooks/receiver.ts'
import { createSubscriptions } from '../webhooks/subscriptions.ts'
import { createBackgroundWork } from './background-work.ts'
import { createConnectionMonitor } from './connection.ts'
import { startEmbedded } from './embedded.ts'
import { firstBaseUrl, openEnvironments } from './environment.ts'
import { createNotices } from './notices.ts'
import { readPolicy } from './policy.ts'
import type { Services } from './services.ts'
import { createSettings } from './settings.ts'
import type { StationOptions } from './station-options.ts'
import { createServiceProfiles } from './service-profile.ts'
import { packageVersion } from './version.ts'
import { createWatchdog } from './watchdog.ts'
import { TOLD_BY_HOOKS, wireConnections } from './wire-connections.ts'
import { MAY_NEED_A_PERSON, wireInbox } from './wire-inbox.ts'

/** Everything that runs, and how to end it. */
export interface Wired {
  services: Services
  subscribe(listener: (event: StationEvent) => void): () => void
  /** Shows a fault of ours as a notice and logs it. */
  onFault(error: unknown): void
  close(): Promise<void>
}

const CLOSE_MS = 5_000
/** So often the health of the station is looked at. */
const HEALTH_LOOK_MS = 15_000
/** So often the watchdog looks for what is due and forgotten. */
const WATCHDOG_MS = 60_000

/**
 * Builds every service on the two open stores, each from those before it, and starts the background work. What must hear of
 * something that is built earlier subscribes to it.
 */
export async function wire(
  options: StationOptions,
  ledger: Ledger,
  cache: Cache,
  stationLog: StationLog,
): Promise<Wired> {
  const { dataDir, clock = systemClock, ids = randomIds, background = true } = options
  const events = createSubscribers<StationEvent>()
  const emit = <N extends StationEventName>(name: N, payload: StationEvents[N]) => {
    const event = { name, payload } as StationEvent
    const log = logHere(stationLog.log)
    logEvent(log, event)
    void events.tell(event).catch((error: unknown) => logFault(log, error))
  }
  const onStationChange = () => emit('station.changed', {})

  const bookings = bookingStore(ledger.db, clock)
  const changes = changeStore(ledger.db, clock)
  const drafts = draftStore(ledger.db, clock)
  const settingRows = settingStore(ledger.db, clock)
  const restorations = restorationStore(ledger.db, clock)
  const shipments = shipmentStore(cache.db)
  const syncCursor = syncCursorStore(cache.db)
  const setAside = setAsideStore(cache.db)
  const facts = serviceFacts(cache.db, clock)
  const log = auditLog(ledger.db)

  const notices = createNotices({
    atOpening: [...ledger.notices, ...cache.notices],
    dismissKept: ledger.dismiss,
    onChange: onStationChange,
    log: stationLog.log,
  })
  const onFault = notices.fault
  ledger.onTrouble(onFault)
  const backgroundWork = createBackgroundWork(onFault)
  const inBackground = backgroundWork.run
  const closing = new AbortController()
  const policy = options.policyFile === undefined ? null : readPolicy(options.policyFile)
  const settings = createSettings(settingRows, policy, (saved) => {
    stationLog.use(saved.logLevel)
    onStationChange()
  })
  stationLog.use((await settings.read()).logLevel)
  const people = await openPeople({
    rows: personStore(ledger.db, clock),
    settings: settingRows,
    clock,
    ids,
    onChange: onStationChange,
    onFault,
  })
  const requests = requestStore(ledger.db)
  const requestLog = createRequestLog({ requests, onFault, log: stationLog.log })

  const connection = createConnectionMonitor(clock)
  connection.subscribe(onStationChange)
  const baseUrl = await firstBaseUrl(settingRows, policy?.serviceUrl ?? options.baseUrl)
  const { apiKey } = options
  const keys = openApiKeys(
    options.openKeychain ?? openKeychain,
    apiKey === undefined || baseUrl === null ? null : { apiKey, baseUrl },
  )
  const environments = openEnvironments({
    settings: settingRows,
    keys,
    clock,
    connection,
    closing: closing.signal,
    startEmbedded:
      options.startEmbedded ??
      ((signal) =>
        startEmbedded({ dataDir: join(dataDir, 'embedded'), samples: true, launcher: options.launcher, signal })),
    baseUrl,
    policy,
    deadlineMs: options.deadlineMs,
    onCall: requestLog.note,
    onAnswer: (service, answer) => profiles.heard(service, answer),
  })
  const profiles = createServiceProfiles(facts, environments.link, inBackground)
  const { link } = environments
  await syncCursor.use(link().key)

  const labelRows = labelStore(ledger.db, clock)
  const labels = createLabelKeeper({
    labels: labelRows,
    link,
    onKept: (shipmentId, formats) => {
      profiles.heardLabels(link().key, formats)
      emit('shipments.changed', { shipmentIds: [shipmentId] })
    },
  })
  const synced = createSubscribers<Date>()
  const sync = createSync({
    shipments,
    source: syncCursor,
    setAside,
    facts,
    link,
    clock,
    onChange: (shipmentIds) => {
      if (shipmentIds.length > 0) emit('shipments.changed', { shipmentIds })
    },
    // After the turn that `close` waited for, the stores are closed.
    onSynced: () => void (closing.signal.aborted || synced.tell(clock.now())),
    onState: () => emit('tracking.changed', {}),
    staleHours: async () => (await settings.read()).thresholds?.staleHours ?? DEFAULT_STALE_HOURS,
    onFault,
  })
  environments.onSwitch(async ({ key }) => {
    await sync.whileStill(() => syncCursor.use(key))
    sync.hasten()
  })
  synced.subscribe(() => {
    profiles.noteLimits()
    inBackground(labels.fetchMissing())
  })

  const keptQuotes = quoteStore(cache.db)
  const quoteBookings = bookingsOfQuotes(ledger.db)
  const rules = createRules({
    store: ruleStore(ledger.db, clock),
    quotes: keptQuotes.newest,
    bookedRate: quoteBookings.rateOf,
    clock,
    ids,
  })
  const quotes = createQuotes({
    store: keptQuotes,
    bookings: quoteBookings,
    client: () => link().client,
    insured: rules.insured,
    clock,
    ids,
  })
  const outbox = createOutbox({
    bookings,
    changes,
    link,
    guard: { isClaimed: bookings.isClaimed, wasSeenBefore: shipments.wasSeenBefore },
    clock,
    ids,
    onChange: (bookingId) => {
      emit('bookings.changed', { bookingId })
      onStationChange()
    },
    onBooked: ({ shipmentId, labelFormat }) => {
      if (shipmentId === null) return
      inBackground(labels.ensure(shipmentId, labelFormat))
      inBackground(sync.refresh(shipmentId))
    },
    priceTolerance: async () => (await settings.read()).priceTolerance,
    quoteAgain: (client, origin) => quotes.requestSame(origin, client),
    restoredFrom: restoredFromOf(drafts, restorations),
    knowsShipment: async (shipmentId) => (await shipments.get(shipmentId)) !== null,
    onShipmentChange: (change) => {
      const { shipmentId } = change
      if (shipmentId === null) return
      emit('shipments.changed', { shipmentIds: [shipmentId] })
      if (isDone(change)) inBackground(sync.refresh(shipmentId))
    },
    onFault,
  })
  connection.subscribe((state) => {
    if (state.kind === 'online' && background) inBackground(outbox.hasten())
  })

  const conversion = createConversion()
  const printing = await createPrinting({
    ledger: ledger.db,
    clock,
    ids,
    emit,
    draw: (document, target) => conversion.preview(document, target),
    onFault,
  })
  const archives = createArchives({
    dataDir,
    files: systemFiles,
    settings: settingRows,
    takeFull: ledger.backups.takeFull,
    archivedBytes: labelBytes(ledger.db, clock).archived,
    clock,
  })
  const packing = createPacking({
    bookings,
    archiveOf: archives.holding,
    shipments,
    labels,
    keptLabels: labelRows,
    printing,
    conversion,
    link: environments.link,
    labelFormat: async () => (await settings.read()).labelFormat,
    askService: (code) =>
      lookupMany({ shipments, link, refresh: sync.refresh, fetchByNumbers: sync.fetchByNumbers }, [code]),
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
  })

  const webhookSecrets = openWebhookSecrets(options.openKeychain ?? openKeychain)
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

  const presets = createPresets({ store: presetStore(ledger.db, clock), ids })
  const addressBook = createAddressBook({ addresses: addressStore(ledger.db, clock), ids })
  const batchRecords = batchStore(ledger.db, clock)
  const batches = createBatches({
    batches: batchRecords,
    rows: batchRowStore(ledger.db),
    maps: columnMapStore(ledger.db, clock),
    files: batchFiles(dataDir),
    savedAddress: addressBook.wireAddress,
    submit: outbox.submit,
    quote: async (request) => quotes.requestForBatch(await rules.insured(request), link().client.at('booking')),
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

  const attention = attentionStore(ledger.db, clock)
  const inbox = await wireInbox({
    ledger: ledger.db,
    settingRows,
    openKeychain: options.openKeychain ?? openKeychain,
    shipments,
    attention,
    setAside,
    batches: batchRecords,
    printing,
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

  const watchdog = createWatchdog({
    overdue: async () => overdueRows(ledger.db, link().key, clock.now()),
    isIdle: outbox.isIdle,
    wake: async () => {
      outbox.kick()
      await printing.queue.wakeAll()
    },
    onFault,
    clock,
  })
  const version = packageVersion()
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
    watchdog,
    profiles,
  })
  const connections = wireConnections({
    ledger: ledger.db,
    settingRows,
    openKeychain: options.openKeychain ?? openKeychain,
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
  })
  events.subscribe(({ name }) => {
    if (TOLD_BY_HOOKS.has(name)) connections.hooks.kick()
  })
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
    rules,
    presets,
    settingsFile: createSettingsFile({
      settings,
      people,
      connections,
      webhookReceiver,
      printing,
      presets,
      batches,
      settingRows,
    }),
    quoteLines: createQuoteLines({ addressBook, presets, clock }),
    bookings,
    changes,
    outbox,
    shipments,
    labels,
    board: createShipmentBoard({
      shipments,
      bookings,
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
    inspecting: createLabelInspecting({ conversion, labelsOf: packing.documents }),
    printFile: createPrintFile({ conversion, printing }),
    printing,
    documents,
    templateTexts: createTemplateTexts({ texts: templateTextStore(ledger.db, clock), onFault }),
    packWorklist,
    endOfDay,
    batches,
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
    archives,
    support,
    watchdog,
    profiles,
    rehearsal,
  }
  care.look()
  const healthTimer = background ? every(HEALTH_LOOK_MS, support.tick, { isBackground: true }) : null
  const watchdogTimer = background ? every(WATCHDOG_MS, watchdog.tick, { isBackground: true }) : null
  support.tick()
  if (background) {
    care.start()
    await outbox.start()
    sync.start()
    await webhookReceiver.start()
    inbox.start()
  }

  return {
    services,
    onFault,
    subscribe: events.subscribe,
    close: async () => {
      environments.breakOff()
      // A booking on its way gets a moment to be answered; broken off, it is looked for at the next start.
      const breakOff = after(CLOSE_MS, () => closing.abort())
      await batches.close()
      await outbox.close()
      breakOff.cancel()
      closing.abort()
      await connections.close()
      await webhookReceiver.close()
      await inbox.close()
      care.stop()
      healthTimer?.cancel()
      people.signIn.close()
      watchdogTimer?.cancel()
      await watchdog.close()
      support.close()
      // A command that runs alone is the only time when a backup of its folder can be made.
      await ledger.backups.stop({ isPatient: !background })
      await Promise.all([sync.close(), printing.close(), rehearsal.close(), backgroundWork.settled()])
      await conversion.close()
      await environments.close()
      await requestLog.close()
      cache.close()
      ledger.close()
    },
  }
}
