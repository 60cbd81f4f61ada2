import { SITE_GETS } from '../../src-shared/site/endpoints.ts'
import type { BeatRequest, SiteState } from '../../src-shared/site/state.ts'
import type { SiteStatus } from '../../src-shared/station/site/site.ts'
import { isRefusedOffline } from '../../src-shared/station/site/offline.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SiteToken } from '../kernel/secrets/site-token.ts'
import type { BookingStore } from '../booking/bookings.rows.ts'
import type { LabelStore, StoredLabel } from '../labels/labels.rows.ts'
import type { LedgerChange } from '../booking/changes/change-row.ts'
import type { ChangeStore } from '../booking/changes/shipment-changes.rows.ts'
import type { AppliedBooking } from './apply-site-update.rows.ts'
import type { UploadStore } from './uploads.rows.ts'
import type { PrintClaimStore } from './print-claims.rows.ts'
import type { SiteLinkStore } from './site-link.rows.ts'
import type { SharedEffect } from './merge-remote.ts'
import type { SharedRecordStore } from './shared-records.rows.ts'
import type { SiteMirror } from './site-mirror.rows.ts'
import type { RestoredFrom } from '../booking/submit/from-restore.ts'
import { createSiteApprovals, type SiteApprovalPorts } from './site-approvals.ts'
import type { SiteManifestStore } from './site-manifests.rows.ts'
import { createSiteClosings } from './closings.ts'
import { createSiteForgetting, type SiteForgettingPorts } from './site-forgetting.ts'
import { createStationsOverview } from './stations-overview.ts'
import type { SiteSettingsHere } from './site-settings.ts'
import { createFeedFollower } from './feed/feed.ts'
import { createLabelMirror } from './feed/label-mirror.ts'
import type { EmergencySendingPorts, EmergencySender } from './emergency-sending.ts'
import { createUpload } from './upload/upload.ts'
import { syncWithSite } from './upload/sync.ts'
import { createSiteClient } from './link/site-client.ts'
import { createSiteLink } from './link/site-link.ts'
import type { Membership } from './membership.ts'
import type { PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import { createPrintClaims, type PrintClaimPorts } from './print-claims.ts'
import { createSharedRecords } from './shared-records.ts'
import { createSiteOutbox } from './site-outbox.ts'

export interface StationOfSitePorts {
  membership: Membership
  token: SiteToken
  bookings: BookingStore
  changes: ChangeStore
  labels: LabelStore
  uploads: UploadStore
  followed: SiteLinkStore
  mirror: SiteMirror
  claims: PrintClaimStore
  manifests: SiteManifestStore
  settings: SiteSettingsHere
  sharedRecords: SharedRecordStore
  approvalRows: SiteApprovalPorts['store']
  forgotten: SiteForgettingPorts['store']
  /** Forgets whom the site names. */
  forget: SiteForgettingPorts['hear']
  clock: Clock
  ids: Ids
  closing: AbortSignal
  restoredFrom: RestoredFrom
  knowsShipment: (shipmentId: string) => Promise<boolean>
  pickups: () => Promise<PickupTermsOf>
  /** What may send directly while the site is offline; nothing else here has a way to. */
  emergency: (parts: Pick<EmergencySendingPorts, 'link' | 'upload'>) => EmergencySender
  /** The station's status, sent with each heartbeat. */
  status: () => Promise<Pick<BeatRequest, 'printers' | 'person'>>
  version: string
  onBooking: (bookingId: string) => void
  onShipments: (shipmentIds: string[]) => void
  onChange: (change: LedgerChange) => void
  /** A shipment is canceled, or is to be, from another station. */
  onCanceled: (shipmentId: string) => void
  onLabels: (shipmentId: string, formats: StoredLabel['format'][]) => void
  /** What all stations share is another here, or in question. */
  onShared: (effects: SharedEffect[]) => void
  /** The status of questions to supervisors at the site. */
  onApprovals: SiteApprovalPorts['onHeard']
  /** The site is called that now. */
  rename: (siteName: string) => Promise<void>
  /** What a person has to know, once. */
  raise: (notice: StationErrorData) => Promise<unknown>
  /** Reach or state of the site changed. */
  onSite: () => void
  onDoubled: PrintClaimPorts['onDoubled']
  inBackground: (work: Promise<unknown>) => void
  onFault: (error: unknown) => void
}

export type StationOfSite = ReturnType<typeof createStationOfSite>

/**
 * A station that belongs to a site: it always prints locally, and uploads what it books. It has no way to send:
 * nothing here is given a client of the freight service.
 */
export function createStationOfSite(ports: StationOfSitePorts) {
  const { membership, uploads, followed, mirror, clock, ids, inBackground, onFault } = ports
  const { stationId, environment } = membership

  const client = createSiteClient({
    door: membership,
    token: ports.token.get,
    closing: ports.closing,
    onOutcome: (failure) => link.note(failure),
  })
  const link = createSiteLink({
    client,
    store: followed,
    clock,
    status: async () => {
      const { feedTimeline, feedSeq } = await followed.read()
      return {
        version: ports.version,
        waiting: await uploads.waiting(),
        differs: ports.settings.differs(),
        ...(await ports.status()),
        ...(feedTimeline !== null && { told: { timeline: feedTimeline, seq: feedSeq } }),
      }
    },
    onFault,
  })
  const timeline = async () => (await followed.read()).timeline

  function onAdopted({ before, after, twice }: Pick<AppliedBooking, 'before' | 'after' | 'twice'>): void {
    if (twice) onFault(StationError.from(twice))
    ports.onBooking(after.bookingId)
    if (after.shipmentId === null) return
    if (after.cancellation !== null && before.cancellation === null) ports.onCanceled(after.shipmentId)
    if (before.state !== after.state) ports.onShipments([after.shipmentId])
  }

  function onChanged(change: LedgerChange): void {
    ports.onChange(change)
    if (change.bookingId !== null) ports.onBooking(change.bookingId)
  }

  const upload = createUpload({
    store: uploads,
    client,
    link,
    clock,
    timeline,
    onEffect: ({ bookings, changes }) => {
      bookings.forEach(onAdopted)
      changes.forEach(onChanged)
    },
    onRefused: (bookingIds) => bookingIds.forEach(ports.onBooking),
    onWaiting: () => {
      ports.onSite()
      // An upload under way was not to be looked up; when no byte of it left, it is.
      emergency.kick()
    },
    onFault,
  })
  const labelMirror = createLabelMirror({
    client,
    mirror,
    labels: ports.labels,
    clock,
    onStored: ports.onLabels,
    onFault,
  })
  const shared = createSharedRecords({
    client,
    store: ports.sharedRecords,
    followed,
    stationId,
    clock,
    ids,
    onChange: ports.onShared,
    onFault,
  })
  const approvals = createSiteApprovals({
    client,
    store: ports.approvalRows,
    isOffline: link.isOffline,
    onHeard: ports.onApprovals,
    onFault,
  })
  const forgetting = createSiteForgetting({
    ...{ client, store: ports.forgotten, isOffline: link.isOffline, hear: ports.forget, onFault },
    timeline: () => link.site()?.timeline ?? null,
  })
  const feed = createFeedFollower({
    client,
    mirror,
    followed,
    stationId,
    onEffect: ({ bookings, changes, others, hasLabels, hasManifests, hasUploads, ...more }) => {
      if (more.shared.length > 0) ports.onShared(more.shared)
      bookings.forEach(onAdopted)
      more.canceled.forEach(ports.onCanceled)
      for (const changeId of changes) {
        inBackground(ports.changes.get(changeId).then(onChanged))
      }
      const shipmentIds = others.flatMap(({ course }) => course.shipmentId ?? [])
      if (shipmentIds.length > 0 || hasManifests) ports.onShipments(shipmentIds)
      if (hasLabels) labelMirror.kick()
      if (hasUploads) upload.kick()
    },
    onOther: (what) => {
      if (what === 'approval') approvals.lookSoon()
      if (what === 'forgotten') link.beatNow()
    },
    onBreak: () => link.beatNow(),
    onFault,
  })
  const claims = createPrintClaims({
    client,
    store: ports.claims,
    mirror,
    reach: link.reach,
    isOwn: async (shipmentId) => (await ports.bookings.findByShipment(environment, shipmentId)) !== null,
    clock,
    ids,
    onDoubled: ports.onDoubled,
    inBackground,
  })

  const closings = createSiteClosings({ client, store: ports.manifests, clock, assertReached })
  const overview = createStationsOverview({ client, membership })

  const emergency = ports.emergency({ link, upload })

  let isClosed = false
  let syncing: Promise<unknown> | undefined
  async function followTimeline({ timeline: reported, mustSync }: SiteState): Promise<void> {
    if ((await timeline()) === reported && !mustSync) return
    if (syncing) return
    syncing = syncWithSite(reported, {
      ...{ store: uploads, followed, client, upload },
      ...{ reportPrints: claims.reportAgain, reportClosings: closings.reportAgain },
    })
      .then((isInStep) => {
        feed.hasten()
        if (isInStep) link.beatNow()
      })
      .catch((error: unknown) => {
        // The next heartbeat reports again that it is to be done.
        if (!(error instanceof StationError)) onFault(error)
      })
      .finally(() => {
        syncing = undefined
      })
  }

  link.onState(async (state) => {
    if (state.siteName !== membership.siteName) await ports.rename(state.siteName)
    ports.onSite()
    approvals.lookSoon()
    // What else the site notes is on the screen Site, and in `waybill site doctor`.
    for (const { error } of state.notices) if (error.code === 'BOOKED_TWICE') await ports.raise(error)
    // A single failed call is no outage, so that no reconnect follows it: its report is sent again now.
    claims.reportSoon()
    // It has just joined: earlier closings of this station are reported first.
    if ((await followed.read()).recordsTimeline === null) await closings.reportAgain()
    await shared.follow(state)
    forgetting.lookSoon(state.mustForget)
    return followTimeline(state)
  })
  link.onReach(async ({ kind }) => {
    ports.onSite()
    // What waits says why.
    if (kind === 'refused') upload.kick()
    if (kind !== 'online') return
    await upload.hasten()
    feed.hasten()
    labelMirror.kick()
    claims.reportSoon()
    shared.hasten()
    approvals.lookSoon()
  })

  /** @throws StationError SITE_NEEDED, STATION_REFUSED */
  function assertReached(): void {
    const reach = link.reach()
    if (reach.kind === 'refused') throw StationError.from(reach.error)
    if (reach.kind !== 'offline') return
    throw new StationError({
      code: 'SITE_NEEDED',
      message: `This needs the site ${membership.siteName}, which has been offline since ${reach.since}. It continues automatically when the site is back online.`,
      details: { since: reach.since },
    })
  }

  const outbox = createSiteOutbox({
    bookings: ports.bookings,
    changes: ports.changes,
    uploads,
    upload,
    client,
    clock,
    ids,
    environment,
    restoredFrom: ports.restoredFrom,
    knowsShipment: async (shipmentId) =>
      (await mirror.findByShipment(environment, shipmentId)) !== null || ports.knowsShipment(shipmentId),
    assertReached,
    pickups: ports.pickups,
    onChange: ports.onBooking,
    onShipmentChange: ports.onChange,
  })

  return {
    outbox,
    client,
    claims,
    closings,

    stationName: membership.stationName,

    /** What other stations booked for these days, and prints of theirs. */
    others: { ofDays: mirror.ofDays, pickups: mirror.pickups, printsOf: mirror.printsOf },
    shared,
    approvals,
    emergency,
    onReach: link.onReach,
    reach: link.reach,
    /** That the site does not let this station in; null: it does, or is offline. */
    refused: () => {
      const reach = link.reach()
      return reach.kind === 'refused' ? { siteName: membership.siteName, since: reach.since, error: reach.error } : null
    },
    /** Asks the site now whether it lets this station in. */
    lookNow: link.beatNow,

    /** What a scan finds: this station's own first, then the other stations'. */
    finder: {
      findByCode: async (key: string, code: string) => [
        ...(await ports.bookings.findByCode(key, code)),
        ...(await mirror.findByCode(key, code)),
      ],
      findAlike: async (key: string, code: string) => [
        ...(await ports.bookings.findAlike(key, code)),
        ...(await mirror.findAlike(key, code)),
      ],
      findByShipment: async (key: string, shipmentId: string) =>
        (await ports.bookings.findByShipment(key, shipmentId)) ?? (await mirror.findByShipment(key, shipmentId)),
    },

    /** Asks the site for what was not reported to this station. A site that cannot be asked is no failure. */
    lookUp: async (code: string, timeoutMs = 3_000): Promise<void> => {
      if (link.isOffline()) return
      try {
        const { booking, labels, others = [] } = await client.get(SITE_GETS.lookUp, { code }, { timeoutMs })
        for (const found of [{ booking, labels }, ...others]) {
          const isToFetch = await mirror.keep(found.booking, found.labels, stationId)
          if (isToFetch && found.labels) await labelMirror.fetchNow(found.labels)
        }
      } catch (error) {
        if (!(error instanceof StationError)) throw error
      }
    },

    /** Refuses a command that is the site's to decide while the site is offline. @throws StationError SITE_NEEDED */
    refuse: (command: string): void => {
      if (isRefusedOffline(command)) assertReached()
    },

    status: async (): Promise<SiteStatus> => {
      const site = link.site()
      return {
        siteName: membership.siteName,
        stationName: membership.stationName,
        reach: link.reach(),
        waiting: await uploads.waiting(),
        emergency: await emergency.status(),
        waitsFor: site?.waitsFor ?? null,
        isOutOfDate: site !== null && isOlder(ports.version, site.leastVersion),
        decides: ports.settings.decided(),
      }
    },

    forgetting: {
      get siteName() {
        return membership.siteName
      },
      isAway: link.isOffline,
      askNeeded: forgetting.askNeeded,
      report: forgetting.report,
    },
    stations: overview,
    settings: ports.settings,

    /** A job of this station moved. */
    jobMoved: (jobId: string): void => {
      // What moves while the station closes is looked at by the next start.
      if (isClosed) return
      inBackground(claims.moved(jobId))
    },

    start: async (): Promise<void> => {
      await emergency.start()
      await link.start()
      await outbox.start()
      await claims.start()
      feed.start()
      labelMirror.kick()
    },

    close: async (): Promise<void> => {
      isClosed = true
      await link.close()
      await Promise.all([outbox.close(), feed.close(), labelMirror.close(), shared.close(), emergency.end(), syncing])
      await claims.close()
      await approvals.close()
      await forgetting.close()
    },
  }
}

/** Compares versions number by number; a word behind them is left out. */
function isOlder(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('-')[0]?.split('.').map(Number) ?? []
  const [mine, wanted] = [numbers(version), numbers(least)]
  for (let at = 0; at < Math.max(mine.length, wanted.length); at++) {
    const difference = (mine[at] ?? 0) - (wanted[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
