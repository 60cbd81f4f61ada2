import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { every } from '../../src-node/runtime/wait.ts'
import { enrolCodeText } from '../../src-shared/site/enrol.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import { pickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import type { SiteWait } from '../../src-shared/site/state.ts'
import { createBackgroundWork } from '../app/background-work.ts'
import { packageVersion } from '../app/version.ts'
import { isDone } from '../../src-shared/machine/change.ts'
import { createOutbox } from '../booking/outbox/outbox.ts'
import { callsLeftIn } from '../booking/outbox/send-width.ts'
import type { Clock } from '../kernel/clock.ts'
import { cacheRetention } from '../data/cache/retention.rows.ts'
import { createFreightClient } from '../freight/client.ts'
import type { FreightError } from '../freight/http/failure.ts'
import type { ServiceAccessSource } from '../freight/http/transport.ts'
import { createRateLimit } from '../freight/rate-limit/rate-limit.ts'
import type { Ids } from '../kernel/ids.ts'
import { createLabelService } from '../labels/label-service.ts'
import { logFault } from '../kernel/log/station-log.ts'
import { askedQuote } from '../quotes/asked-quote.ts'
import { hashToken } from '../people/secret-hash.ts'
import { siteApprovals } from './approvals.rows.ts'
import { siteBookings } from '../booking/bookings.site.rows.ts'
import { siteChanges } from '../booking/changes/changes.site.rows.ts'
import { siteFeed } from './feed.rows.ts'
import { siteLabels } from '../labels/labels.site.rows.ts'
import { siteManifests } from './manifests.rows.ts'
import { migrateSite } from './migrate.ts'
import { sitePrints } from './prints.rows.ts'
import { openPendingResults } from './sender/pending-results.ts'
import { siteSettingsForAll, siteSharedRecords } from './shared-records.rows.ts'
import { openHeartbeatWatermark } from './sender/heartbeat-watermark.ts'
import { createFencingTokens } from './sender/fencing-tokens.ts'
import { createLeaderLease } from './sender/leader-lease.rows.ts'
import { assertOwnSessions, openSiteDatabase } from './site-database.ts'
import { beginSite } from './site-row.rows.ts'
import { siteStations } from './stations.rows.ts'
import { makeCode } from './enrol-code.ts'
import { collationChange } from './collation.rows.ts'
import { createActionService } from './action-service.ts'
import { siteCertificate, type SiteCertificate } from './certificate.ts'
import { databaseClock } from './database-clock.ts'
import { createSiteBackups } from './back-up-site.ts'
import { createFeedNotifier } from './feed-notifier.ts'
import { createSiteForgetting } from './forgetting.ts'
import { fencedAccess, fencedLink } from './fenced-link.ts'
import { createUploadService } from './upload-service.ts'
import { siteApp } from './http/site-app.ts'
import { openSiteWebhooks, type SiteWebhookPlace } from './site-webhooks.ts'
import { createSiteMetrics } from './metrics.ts'
import { createPoller, openSiteCache } from './poller.ts'
import { createRelay } from './relay.ts'
import { createSiteRetention } from './retention.ts'
import { siteRetentionRows } from './retention.rows.ts'
import { createSender } from './sender.ts'
import { createSiteController } from './site-controller.ts'
import { serveSite } from './site-server.ts'

export interface SiteOptions {
  databaseUrl: string
  /** The site's own files: its certificate, and results that the database could not take. */
  folder: string
  /** Null: the name that it has. */
  siteName: string | null
  /** What bookings are filed under: the base URL of the freight service, or `embedded`. */
  environment: string
  access: ServiceAccessSource
  host: string
  port: number
  /** PEM files; null: the site's own, made at its first start; `plain`: no TLS, on this machine alone. */
  tls: { certFile: string; keyFile: string } | 'plain' | null
  /** What a price may rise between two quotes without a question, in percent of the old one. */
  priceTolerance: number
  /** Where the service's webhooks come in; absent: shipments are followed by asking alone. */
  webhooks?: SiteWebhookPlace | undefined
  /** Who has it reads the figures, also on this machine: a reverse proxy there passes everyone on. Absent: no one does. */
  metricsToken?: string | undefined
  /** Where backups go by the clock; absent: none are made. */
  backupTo?: string | undefined
  clock: Clock
  ids: Ids
  /** How long a call to the freight service may take from first byte to last; the transport's own measure when absent. */
  deadlineMs?: number
  /** A send begins within so long of its fencing token. */
  guardMs?: number
  /** A clock that counts sleep; the machine's own when absent. */
  sinceBootMs?: () => number
}

/** A site that runs. */
export interface Site {
  name: string
  /** What its administrator should do; null: nothing. */
  warning: string | null
  port: number
  scheme: 'http' | 'https'
  /** Where webhooks come in on this machine; null: nowhere. */
  webhookPort: number | null
  certificate: SiteCertificate | null
  /** A one-time code that names these addresses. */
  enrolCode(urls: readonly string[]): Promise<string>
  /** The current sender loses its lease to this process. */
  takeOver(): Promise<void>
  isSender(): boolean
  close(): Promise<void>
}

const MIGRATES_WITHIN_MS = 3_600_000
/** Labels that a first try could not fetch. */
const MISSING_LABELS_EVERY_MS = 30_000
/** Looks whether a night's round of retention is due. */
const RETENTION_EVERY_MS = 10 * 60_000
const BACKUP_EVERY_MS = 10 * 60_000

/**
 * Opens a site: its database is brought up to date, its server opened, and the sender takes its lease or waits for it.
 * @throws StationError DATABASE_AWAY, DATABASE_UNFIT, DATABASE_FROM_FUTURE, LISTEN_FAILED
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { folder, environment, ids } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { log } = runtime()
  const db = openSiteDatabase(options.databaseUrl)
  // The sender's own: however many stations ask at once, its heartbeats and results do not queue behind them.
  const sending = openSiteDatabase(options.databaseUrl)
  const onFailure: (() => Promise<void>)[] = []
  try {
    await assertOwnSessions(options.databaseUrl)
    await migrated(options.databaseUrl)
    const { siteName } = await beginSite(db, { siteId: ids.next('site'), siteName: options.siteName, environment })
    return await run(siteName, await collationChange(db))
  } catch (error) {
    for (const undo of onFailure.reverse()) await undo()
    await sending.close()
    await db.close()
    throw error
  }

  async function run(name: string, warning: string | null): Promise<Site> {
    if (warning !== null) log.warn('collation changed')
    const clock = databaseClock(sending, options.clock)
    const metrics = createSiteMetrics(db)
    const onFault = (error: unknown) => {
      metrics.faults.inc()
      logFault(log, error)
    }
    const backgroundWork = createBackgroundWork(onFault)
    const background = backgroundWork.run
    const closing = new AbortController()
    const rateLimit = createRateLimit({ clock })
    const fencingTokens = createFencingTokens({
      ...(options.guardMs !== undefined && { guardMs: options.guardMs }),
      ...(options.sinceBootMs && { nowMs: options.sinceBootMs }),
    })
    let serviceWait: SiteWait | null = null
    let trouble: StationErrorData | null = null
    const heard = (failure: FreightError | null) => {
      serviceWait = waitOf(failure)
      trouble = serviceWait === null ? null : (failure?.toData() ?? null)
      for (const { family, remaining } of rateLimit.view()) {
        if (remaining !== null) metrics.budget.set({ family }, remaining)
      }
    }
    const client = createFreightClient(fencedAccess(options.access, fencingTokens), {
      clock,
      rateLimit,
      closing: closing.signal,
      ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
      onAttempt: heard,
    })
    const lease = createLeaderLease(sending, ids.next('snd'), openHeartbeatWatermark(join(folder, 'beats-seen')))
    const bookings = siteBookings(sending, {
      lease,
      fencingTokens,
      kept: openPendingResults(join(folder, 'unsettled-results')),
      now: () => clock.now(),
    })
    const feed = siteFeed(db)
    const notifier = createFeedNotifier(db, feed, onFault)
    const labelRows = siteLabels(db)
    const link = fencedLink(environment, client)
    const labels = createLabelService({
      labels: labelRows,
      link: () => ({ key: environment, client }),
      onStored: notifier.kick,
      clock,
    })
    const cache = await openSiteCache(folder, clock)
    onFailure.push(
      async () => cache.close(),
      backgroundWork.settled,
      async () => closing.abort(),
    )
    const poller = await createPoller({
      ...{ cache, clock, ids, onFault },
      link: { key: environment, client },
      mayTurn: () => lease.epoch() !== null,
      trouble: () => trouble,
      onSynced: () => webhooks?.serviceAnswers(),
    })
    const webhooks =
      options.webhooks &&
      (await openSiteWebhooks(options.webhooks, {
        ...{ client, inbox: poller.inbox, clock, metrics, inBackground: background },
        refresh: poller.sync.refreshSoon,
      }))
    if (webhooks) onFailure.push(webhooks.close)
    const outbox = createOutbox({
      bookings,
      changes: siteChanges(sending, lease),
      link: () => link,
      // The poller's clock is the database's only to some milliseconds: what it sees in the moment of its send must not count
      // as seen before.
      guard: { isClaimed: bookings.isClaimed, wasSeenBefore: async () => false },
      clock,
      ids,
      onChange: notifier.kick,
      onBooked: ({ shipmentId, labelFormat }) => {
        metrics.sends.inc({ state: 'BOOKED' })
        if (shipmentId === null) return
        background(labels.ensure(shipmentId, labelFormat))
        background(poller.sync.refreshSoon([shipmentId]))
      },
      callsLeft: () => callsLeftIn(rateLimit.view()),
      priceTolerance: async () => options.priceTolerance,
      pickups: async () => pickupTermsOf({ pickupDays: (await siteSettingsForAll(db))?.pickupDays ?? undefined }),
      quoteAgain: (by, origin) => askedQuote(by, origin, clock, ids),
      restoredFrom: async () => null,
      // A station knows what it asks a change of; the service refuses what it does not have.
      knowsShipment: async () => true,
      priceOf: poller.priceOf,
      onShipmentChange: (change) => {
        notifier.kick()
        if (isDone(change) && change.shipmentId !== null) background(poller.sync.refreshSoon([change.shipmentId]))
      },
      onFault,
    })
    const forgetting = await createSiteForgetting({ db, cache, isSender: () => lease.epoch() !== null, onFault })
    onFailure.push(forgetting.close)
    const retention = createSiteRetention({
      rows: siteRetentionRows(db),
      cache: cacheRetention(cache.db),
      rules: async () => (await siteSettingsForAll(db))?.keep ?? STARTING_RETENTION,
      clock,
      mayContinue: () => lease.epoch() !== null && !closing.signal.aborted,
    })
    const backups =
      options.backupTo === undefined
        ? null
        : createSiteBackups({ db, folder: options.backupTo, clock, mayBegin: () => lease.epoch() !== null, onFault })
    const sender = createSender({ lease, outbox, onBeat: clock.set, onFault })
    const stations = siteStations(db)
    const controller = createSiteController({
      db,
      lease,
      noticeBehind: sender.noticeBehind,
      stations,
      feed,
      notifier,
      uploads: createUploadService({ db, outbox, onFault }),
      acts: createActionService({ db, outbox, bookings }),
      prints: sitePrints(db),
      manifests: siteManifests(db),
      shared: siteSharedRecords(db),
      labels: labelRows,
      approvals: siteApprovals(db),
      forgetting,
      metrics,
      poller,
      relay: createRelay({ access: options.access, rateLimit, clock }),
      serviceWait: () => serviceWait,
      version: packageVersion(),
      onFault,
    })
    const certificate = options.tls === 'plain' ? null : siteCertificate(folder, options.clock, options.tls)
    const app = siteApp({
      controller,
      apiKey: async () => (await options.access()).apiKey,
      mayReadMetrics: (token) =>
        token !== null && options.metricsToken !== undefined && hashToken(token) === hashToken(options.metricsToken),
    })
    const server = await serveSite(app, { host: options.host, port: options.port, certificate })
    // Last, when nothing can fail any more: both run until they are closed.
    notifier.start()
    await sender.start()
    poller.sync.start()
    forgetting.kick()
    const labelTimer = every(
      MISSING_LABELS_EVERY_MS,
      () => lease.epoch() !== null && background(labels.fetchMissing()),
      {
        isBackground: true,
      },
    )
    const retentionTimer = every(RETENTION_EVERY_MS, () => background(retention.tick()), { isBackground: true })
    const backUp = () => backups && background(backups.tick())
    const backupTimer = every(BACKUP_EVERY_MS, backUp, { isBackground: true })
    backUp()
    log.info('site opened')
    return {
      name,
      warning,
      port: server.port,
      scheme: certificate === null ? 'http' : 'https',
      webhookPort: webhooks?.port ?? null,
      certificate,
      enrolCode: async (urls) => {
        const { secret } = await makeCode(stations, null)
        return enrolCodeText({ urls: [...urls], fingerprint: certificate?.fingerprint ?? null, secret })
      },
      takeOver: sender.takeOver,
      isSender: () => lease.epoch() !== null,
      close: async () => {
        labelTimer.cancel()
        retentionTimer.cancel()
        backupTimer.cancel()
        const served = server.close()
        await sender.close()
        closing.abort()
        await webhooks?.close()
        await poller.sync.close()
        await forgetting.close()
        await notifier.close()
        await served
        await backgroundWork.settled()
        cache.close()
        await sending.close()
        await db.close()
        log.info('site closed')
      },
    }
  }
}

/** Over a connection that may take its time: an index of years is made in one statement. */
async function migrated(databaseUrl: string): Promise<void> {
  const db = openSiteDatabase(databaseUrl, { connections: 1, queryTimeoutMs: MIGRATES_WITHIN_MS })
  try {
    await migrateSite(db)
  } finally {
    await db.close()
  }
}

function waitOf(failure: FreightError | null): SiteWait | null {
  if (failure === null || failure.delivery === 'refused')
    return failure?.code === 'AUTHENTICATION_ERROR' ? 'no-api-key' : null
  if (failure.code === 'NO_API_KEY') return 'no-api-key'
  return failure.code === 'INTERRUPTED' ? null : 'service-unreachable'
}
