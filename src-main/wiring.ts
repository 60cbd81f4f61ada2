import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { StationErrorData } from '../src-shared/station/error.ts'
import type { StationEvent, StationEventName, StationEvents } from '../src-shared/station/events.ts'
import { settingsSchema, type Settings } from '../src-shared/station/state.ts'
import { createBatches } from './batch/batches.ts'
import { batchFiles } from './batch/files.ts'
import { createLabelKeeper } from './booking/label-keeper.ts'
import { createOutbox } from './booking/outbox.ts'
import { systemClock, type Clock } from './clock.ts'
import { asData } from './fault.ts'
import { createConnectionMonitor } from './connection.ts'
import { createConversion } from './conversion/conversion.ts'
import { createDocuments } from './documents/documents.ts'
import { createOfficePrint } from './documents/office-print.ts'
import { startEmbedded, type EmbeddedLauncher } from './embedded.ts'
import { createEndOfDay } from './endofday/endofday.ts'
import { openEnvironments, type EmbeddedService } from './environment.ts'
import { FreightError } from './freight/failure.ts'
import { randomIds, type Ids } from './ids.ts'
import { createMaintenance } from './maintenance/maintenance.ts'
import { createPacking } from './packing/packing.ts'
import { createPrintFile } from './packing/print-file.ts'
import { createPrinting } from './printing/printing.ts'
import { createRecords } from './records/records.ts'
import { createRehearsal, type Rehearsal } from './rehearsal/rehearsal.ts'
import { openApiKeys } from './secrets/api-keys.ts'
import { openKeychain, type Keychain } from './secrets/keychain.ts'
import { openWebhookSecrets } from './secrets/webhook-secrets.ts'
import type { Services } from './services.ts'
import type { Cache } from './store/cache/cache.ts'
import { documentStore } from './store/cache/documents.ts'
import { quoteStore } from './store/cache/quotes.ts'
import { shipmentStore } from './store/cache/shipments.ts'
import { sourceStore } from './store/cache/source.ts'
import { webhookInbox } from './store/cache/webhook-inbox.ts'
import { attentionStore } from './store/ledger/attention.ts'
import { batchRowStore } from './store/ledger/batch-rows.ts'
import { columnMapStore } from './store/ledger/batch-maps.ts'
import { batchStore } from './store/ledger/batches.ts'
import { bookingStore } from './store/ledger/bookings.ts'
import { ledgerCopies } from './store/ledger/copies.ts'
import { dayBookings } from './store/ledger/day-bookings.ts'
import { labelStore } from './store/ledger/labels.ts'
import type { Ledger } from './store/ledger/ledger.ts'
import { manifestStore } from './store/ledger/manifests.ts'
import { settingStore } from './store/ledger/settings.ts'
import { changeStore } from './store/ledger/shipment-changes.ts'
import { createSync, DEFAULT_STALE_HOURS } from './tracking/sync.ts'
import { createWebhookReceiver } from './webhooks/receiver.ts'

export interface StationOptions {
  /** Holds ledger.db, cache.db, backups/ and, for the embedded service, embedded/. */
  dataDir: string
  /** Talk to this service in this run, whatever was saved; its key comes from `apiKey` or the keychain. */
  baseUrl?: string
  /** The value of WAYBILL_API_KEY. */
  apiKey?: string | undefined
  /** How the embedded service's process is started; Electron has its own way. */
  launcher?: EmbeddedLauncher
  /** Replaces the embedded service itself, for tests that hold it in their hands. */
  startEmbedded?: () => Promise<EmbeddedService>
  openKeychain?: () => Promise<Keychain>
  clock?: Clock
  ids?: Ids
  /** How long a call to the freight service may take from first byte to last; the transport's own measure when absent. */
  deadlineMs?: number | undefined
  /** Listen for webhooks on this port in this run, whatever was saved. */
  webhookPort?: number | undefined
  /** False: nothing is sent or fetched until asked for. */
  background?: boolean
}

/** Everything that runs, and how to end it. */
export interface Wired {
  services: Services
  subscribe(listener: (event: StationEvent) => void): () => void
  /** Shows a fault of ours as a notice and logs it. */
  onFault(error: unknown): void
  close(): Promise<void>
}

const SETTINGS = 'settings'
const CLOSE_MS = 5_000

/** Builds every service on the two open stores, and starts the background work. */
export async function wire(options: StationOptions, ledger: Ledger, cache: Cache): Promise<Wired> {
  const { dataDir, clock = systemClock, ids = randomIds, background = true } = options
  const listeners = new Set<(event: StationEvent) => void>()
  const emit = <N extends StationEventName>(name: N, payload: StationEvents[N]) => {
    const event = { name, payload } as StationEvent
    for (const listener of listeners) listener(event)
  }

  const bookings = bookingStore(ledger.db, clock)
  const changes = changeStore(ledger.db, clock)
  const labelRows = labelStore(ledger.db, clock)
  const settingRows = settingStore(ledger.db, clock)
  const quotes = quoteStore(cache.db)
  const shipments = shipmentStore(cache.db)
  const source = sourceStore(cache.db)

  const notices: StationErrorData[] = [...ledger.notices, ...cache.notices]
  const onFault = (error: unknown) => {
    const data = asData(error)
    console.error(data.details['requestId'] ?? data.code, error)
    if (!notices.some(({ code, message }) => code === data.code && message === data.message)) notices.push(data)
    emit('station.changed', {})
  }

  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** Work that nobody waits for but `close`. A failed call shows in the connection, and the next sync makes it good. */
  const inBackground = (work: Promise<unknown>) => {
    const ended = work.then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof FreightError)) onFault(error)
      },
    )
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
  }

  const connection = createConnectionMonitor(clock, (state) => {
    emit('station.changed', {})
    if (state.kind === 'online' && background) inBackground(outbox.hasten())
  })
  const keys = openApiKeys(options.openKeychain ?? openKeychain, options.apiKey)

  const link = () => environments.link()
  const labels = createLabelKeeper({
    labels: labelRows,
    link,
    onKept: (shipmentId) => emit('shipments.changed', { shipmentIds: [shipmentId] }),
  })
  const sync = createSync({
    shipments,
    source,
    link,
    clock,
    onChange: (shipmentIds) => {
      if (shipmentIds.length > 0) emit('shipments.changed', { shipmentIds })
    },
    onSynced: () => inBackground(labels.fetchMissing()),
    onState: () => emit('tracking.changed', {}),
    staleHours: async () => (await settings.read()).thresholds?.staleHours ?? DEFAULT_STALE_HOURS,
    onFault,
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
      emit('station.changed', {})
    },
    onBooked: ({ shipmentId, labelFormat }) => {
      if (shipmentId === null) return
      inBackground(labels.ensure(shipmentId, labelFormat))
      inBackground(sync.refresh(shipmentId))
    },
    priceTolerance: async () => (await settings.read()).priceTolerance,
    keepQuote: (quote) => quotes.keep(quote),
    knowsShipment: async (shipmentId) => (await shipments.get(shipmentId)) !== null,
    onShipmentChange: ({ shipmentId, state }) => {
      if (shipmentId === null) return
      emit('shipments.changed', { shipmentIds: [shipmentId] })
      if (state === 'DONE') inBackground(sync.refresh(shipmentId))
    },
    onFault,
  })
  const records = createRecords({ ledger: ledger.db, quotes, link, clock, ids, onFault })
  /** Filled once what it needs is there. */
  const staging: { rehearsal?: Rehearsal } = {}
  const environments = await openEnvironments({
    settings: settingRows,
    keys,
    clock,
    connection,
    closing: closing.signal,
    startEmbedded:
      options.startEmbedded ??
      (() => startEmbedded({ dataDir: join(dataDir, 'embedded'), samples: true, launcher: options.launcher })),
    baseUrl: options.baseUrl,
    deadlineMs: options.deadlineMs,
    onExchange: records.requestLog.note,
    onSwitch: async ({ key }) => {
      await sync.whileStill(() => source.use(key))
      sync.hasten()
      // What is staged is staged at the embedded service; work with another one finds nothing of it.
      if (staging.rehearsal?.isOn() === true) await staging.rehearsal.abandon()
    },
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

  const settings = {
    // Nothing saved: a new station, which has not been asked the first questions.
    read: async (): Promise<Settings> =>
      (await settingRows.read(SETTINGS, settingsSchema)) ?? settingsSchema.parse({ firstRun: 'due' }),
    update: async (patch: Partial<Settings>): Promise<Settings> => {
      const next = settingsSchema.parse({ ...(await settings.read()), ...patch })
      await settingRows.write(SETTINGS, next, patch)
      emit('station.changed', {})
      return next
    },
  }
  const packing = createPacking({
    bookings,
    shipments,
    labels,
    printing,
    conversion,
    link,
    labelFormat: async () => (await settings.read()).labelFormat,
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
  const endOfDay = createEndOfDay({
    bookings: dayBookings(ledger.db),
    manifests: manifestStore(ledger.db, clock),
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
    inBackground,
    port: options.webhookPort,
  })

  const batches = createBatches({
    batches: batchStore(ledger.db, clock),
    rows: batchRowStore(ledger.db),
    maps: columnMapStore(ledger.db, clock),
    files: batchFiles(dataDir),
    savedAddress: records.addressBook.wireAddress,
    submit: (submission) => outbox.submit(submission),
    quote: async (request) => {
      const quote = await records.ask.domestic(request, link().client.at('booking'))
      await quotes.keep(quote)
      return quote
    },
    environment: () => link().key,
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
    onChange: () => emit('station.changed', {}),
    inBackground,
  })
  await rehearsal.start()
  staging.rehearsal = rehearsal

  const services: Services = {
    clock,
    ids,
    version: packageVersion(),
    environments,
    connection,
    keys,
    settings,
    notices: {
      list: () => [...notices],
      dismiss: (code) => {
        notices.splice(0, notices.length, ...notices.filter((notice) => notice.code !== code))
        emit('station.changed', {})
      },
    },
    quotes,
    bookings,
    changes,
    outbox,
    labels,
    shipments,
    source,
    sync,
    attention: attentionStore(ledger.db, clock),
    webhookReceiver,
    webhookSecrets,
    packing,
    printFile: createPrintFile({ conversion, printing }),
    printing,
    documents,
    endOfDay,
    batches,
    records,
    maintenance: createMaintenance({
      dataDir,
      clock,
      copies: ledgerCopies(ledger.db, join(dataDir, 'backups')),
      refill: async () => {
        await sync.whileStill(() => source.forget())
        emit('shipments.changed', { shipmentIds: [] })
        sync.hasten()
      },
    }),
    rehearsal,
  }
  if (background) {
    await outbox.start()
    sync.start()
    await webhookReceiver.start()
  }

  return {
    services,
    onFault,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      // A booking on its way gets a moment to be answered; broken off, it is looked for at the next start.
      const breakOff = setTimeout(() => closing.abort(), CLOSE_MS)
      await batches.close()
      await outbox.close()
      clearTimeout(breakOff)
      closing.abort()
      await webhookReceiver.close()
      await Promise.all([sync.close(), printing.close(), rehearsal.close(), ...underWay])
      await conversion.close()
      await environments.close()
      await records.requestLog.close()
      cache.close()
      ledger.close()
    },
  }
}

const packageSchema = z.object({ version: z.string() })

/** package.json stands beside the source folders, and beside out/ when built. */
function packageVersion(): string {
  const levels = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json'
  return packageSchema.parse(JSON.parse(readFileSync(new URL(levels, import.meta.url), 'utf8'))).version
}
