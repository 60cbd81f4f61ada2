import { join } from 'node:path'
import { logHere } from '../../src-node/runtime/runtime.ts'
import type { StationEvent, StationEventName, StationEvents } from '../../src-shared/station/app/events.ts'
import { createRequestLog } from '../data/audit/request-log.ts'
import { systemClock } from '../kernel/clock.ts'
import { randomIds } from '../kernel/ids.ts'
import { logEvent, logFault, type StationLog } from '../kernel/log/station-log.ts'
import { createBadgeHasher } from '../people/badge-hash.ts'
import { openPeople } from '../people/people.ts'
import { openApiKeys } from '../kernel/secrets/api-keys.ts'
import { secretSlot } from '../kernel/secrets/secret-slot.ts'
import type { OpenKeychain } from '../kernel/secrets/keychain.ts'
import type { SiteToken } from '../kernel/secrets/site-token.ts'
import { readMembership } from '../site/membership.ts'
import { createSiteSettings } from '../site/site-settings.ts'
import type { Cache } from '../data/cache/cache.ts'
import { serviceFacts } from '../shipments/service-facts.rows.ts'
import { quarantineStore } from '../shipments/quarantine.rows.ts'
import { shipmentStore } from '../shipments/shipments.rows.ts'
import { syncCursorStore } from '../shipments/sync-cursor.rows.ts'
import { systemFiles } from '../kernel/sqlite/files.ts'
import { blankOnWrite } from '../data/forget/on-write.ts'
import { requestStore } from '../data/audit/requests.rows.ts'
import { ledgerPlace } from '../data/backup/place.ts'
import { restorationStore } from '../data/backup/restorations.rows.ts'
import { bookingStore } from '../booking/bookings.rows.ts'
import { changeStore } from '../booking/changes/shipment-changes.rows.ts'
import { forgottenStore } from '../data/retention/forgotten.rows.ts'
import type { Ledger } from '../data/ledger/ledger.ts'
import { approvalStore } from '../people/approvals.rows.ts'
import { badgeTryStore } from '../people/badge-tries.rows.ts'
import { personStore } from '../people/people.rows.ts'
import { siteSettingStore } from '../site/site-settings.rows.ts'
import { draftStore } from '../settings/drafts.rows.ts'
import { settingStore } from '../settings/settings.rows.ts'
import { createSubscribers } from '../kernel/subscribers.ts'
import { createBackgroundWork } from './background-work.ts'
import { createConnectionMonitor } from './connection.ts'
import { startEmbedded } from './embedded.ts'
import { normaliseBaseUrl } from './base-url.ts'
import { firstBaseUrl, openEnvironments } from './environment.ts'
import { createNotices } from './notices.ts'
import { readPolicy } from './policy.ts'
import { createServiceProfiles } from './service-profile.ts'
import { createSettings, SETTING } from '../settings/settings.ts'
import type { StationOptions } from './station-options.ts'
import { packageVersion } from './version.ts'
import { handsOver, serviceBySite, sharesOf } from '../site/wire-site.ts'

export interface WireOptions extends StationOptions {
  siteToken: SiteToken
  /** The user's, for API keys. */
  userKeychain: OpenKeychain
  /** What of it is this station's own. */
  openKeychain: OpenKeychain
  /** The station opens again: it has joined a site, or left it. */
  reopen: () => void
}

export type Base = Awaited<ReturnType<typeof wireBase>>

/** What all services build on: the stores' own rows, who works here, what is reported, and the service in use. */
export async function wireBase(options: WireOptions, ledger: Ledger, cache: Cache, stationLog: StationLog) {
  const { dataDir, clock = systemClock, ids = randomIds, siteToken, openKeychain, userKeychain } = options
  const events = createSubscribers<StationEvent>()
  const emit = <N extends StationEventName>(name: N, payload: StationEvents[N]) => {
    const event = { name, payload } as StationEvent
    const log = logHere(stationLog.log)
    logEvent(log, event)
    void events.report(event).catch((error: unknown) => logFault(log, error))
  }
  const onStationChange = () => emit('station.changed', {})

  const drafts = draftStore(ledger.db, clock)
  const membership = await readMembership(settingStore(ledger.db, clock))
  const upload = membership && handsOver(ledger.db, clock)
  const settingRows = settingStore(ledger.db, clock, (name) => {
    if (name === SETTING) upload?.rules()
  })
  const sharing = membership && sharesOf(ledger.db, clock)
  const siteSettings =
    membership && sharing
      ? createSiteSettings(siteSettingStore(ledger.db, clock, sharing.of('setting')), membership)
      : null
  const bookings = bookingStore(ledger.db, clock, upload?.booking)
  const changes = changeStore(ledger.db, clock, upload?.change)
  const restorations = restorationStore(ledger.db, clock)
  const shipments = shipmentStore(cache.db)
  const syncCursor = syncCursorStore(cache.db)
  const quarantine = quarantineStore(cache.db)
  const facts = serviceFacts(cache.db, clock)

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
  const settings = createSettings(settingRows, { policy, bySite: siteSettings }, (saved) => {
    stationLog.use(saved.logLevel)
    onStationChange()
  })
  stationLog.use((await settings.read()).logLevel)
  const people = await openPeople({
    rows: personStore(ledger.db, clock, sharing?.of('person')),
    approvals: approvalStore(ledger.db, clock),
    badgeTries: badgeTryStore(ledger.db),
    badges: createBadgeHasher(secretSlot(openKeychain, 'badge key'), membership !== null),
    settings: settingRows,
    clock,
    ids,
    onChange: onStationChange,
    onFault,
  })
  const forgotten = forgottenStore(ledger.db, clock, { files: systemFiles, path: ledgerPlace(dataDir).forgotten })
  await forgotten.takeIn()
  const everybodyForgotten = forgotten.everybody()
  blankOnWrite(ledger.db, everybodyForgotten)
  blankOnWrite(cache.db, everybodyForgotten)
  const requests = requestStore(ledger.db)
  const requestLog = createRequestLog({ requests, onFault, log: stationLog.log })

  const connection = createConnectionMonitor(clock)
  connection.subscribe(onStationChange)
  const baseUrl = await firstBaseUrl(settingRows, policy?.serviceUrl ?? options.baseUrl)
  const { apiKey } = options
  // It is for the service that it was given with, also where an administrator names another one.
  const keyFor = apiKey !== undefined && options.baseUrl !== undefined ? normaliseBaseUrl(options.baseUrl) : baseUrl
  const keys = openApiKeys(userKeychain, apiKey === undefined || keyFor === null ? null : { apiKey, baseUrl: keyFor })
  const environments = openEnvironments({
    settings: settingRows,
    keys,
    clock,
    connection,
    closing: closing.signal,
    background: options.background ?? true,
    startEmbedded:
      options.startEmbedded ??
      ((signal) =>
        startEmbedded({ dataDir: join(dataDir, 'embedded'), samples: true, launcher: options.launcher, signal })),
    baseUrl,
    ...(membership && { bySite: serviceBySite(membership, siteToken) }),
    policy,
    deadlineMs: options.deadlineMs,
    onCall: requestLog.note,
    onAnswer: (service, answer, date) => profiles.heard(service, answer, date),
  })
  const profiles = createServiceProfiles(facts, environments.link, clock, inBackground)
  const { link } = environments
  await syncCursor.use(link().key)

  return {
    options,
    ledger,
    cache,
    dataDir,
    clock,
    ids,
    events,
    emit,
    onStationChange,
    drafts,
    settingRows,
    membership,
    siteSettings,
    upload,
    sharing,
    bookings,
    changes,
    restorations,
    shipments,
    syncCursor,
    quarantine,
    facts,
    notices,
    onFault,
    backgroundWork,
    inBackground,
    closing,
    policy,
    settings,
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
    /** The key of the service in use. */
    environment: () => link().key,
    language: async () => (await settings.read()).language,
    openKeychain,
    version: packageVersion(),
  }
}
