import type { CloseRequest, SiteManifest, VoidRequest } from '../../src-shared/site/closing.ts'
import type { EnrolAnswer, EnrolRequest } from '../../src-shared/site/enrol.ts'
import type { ActAnswer, ActRequest } from '../../src-shared/site/act.ts'
import type { z } from 'zod'
import type { codeAnswerSchema } from '../../src-shared/site/enrol.ts'
import type { SitePerson } from '../../src-shared/site/identity.ts'
import type { UnderWay } from '../../src-shared/site/under-way.ts'
import type { FeedPage, LookUpAnswer } from '../../src-shared/site/feed.ts'
import type { UploadAnswers, UploadItem, SyncAnswer, SyncRequest } from '../../src-shared/site/upload.ts'
import type { ForgottenPage, ForgottenReport, NeededAnswer } from '../../src-shared/site/forgotten.ts'
import type { ClaimAnswer, ClaimRequest, FactAnswer, FactRequest } from '../../src-shared/site/print-claim.ts'
import type { SiteBooking } from '../../src-shared/site/record.ts'
import type { EditAnswer, RecordPage, SharedEdit } from '../../src-shared/site/shared-record.ts'
import type { ApprovalDecision, SiteApproval, ReportedApproval } from '../../src-shared/site/approval.ts'
import {
  MOST_NOTICES,
  type BeatRequest,
  type Readiness,
  type StationList,
  type SiteState,
  type SiteWait,
} from '../../src-shared/site/state.ts'
import { notFound, StationError } from '../../src-shared/station/error.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { monotonic } from '../../src-node/runtime/wait.ts'
import { actRequestSchema } from '../../src-shared/site/act.ts'
import type { SiteApprovals } from './approvals.rows.ts'
import { siteBookingsByCode } from '../booking/by-code.site.rows.ts'
import { bookingsUnderWay } from '../booking/under-way.site.rows.ts'
import type { SiteFeed } from './feed.rows.ts'
import { listedLabels, type SiteLabelStore } from '../labels/labels.site.rows.ts'
import type { SiteManifests } from './manifests.rows.ts'
import { openNotices } from './notices.rows.ts'
import type { SitePrints } from './prints.rows.ts'
import { missingHere } from './receive/compare.rows.ts'
import { unsyncedStations, type LeaderLease } from './sender/leader-lease.rows.ts'
import type { SiteSharedRecords } from './shared-records.rows.ts'
import type { ForgottenKey } from '../data/forget/blank.ts'
import type { SiteDatabase } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'
import type { SiteCaller, SiteStations } from './stations.rows.ts'
import { currentTimeline } from './timeline.rows.ts'
import { makeCode } from './enrol-code.ts'
import type { ActionService } from './action-service.ts'
import type { FeedListener, FeedNotifier } from './feed-notifier.ts'
import type { UploadService } from './upload-service.ts'
import type { SiteForgetting } from './forgetting.ts'
import type { SiteMetrics } from './metrics.ts'
import type { Poller } from './poller.ts'
import type { Relay } from './relay.ts'
import { asStation } from './upload-service.ts'

/** Stations below it are asked to update. */
export const LEAST_VERSION = '0.1.0'
const REVOKED_LOOK_MS = 5_000

export interface ControllerParts {
  db: SiteDatabase
  lease: LeaderLease
  /** Of this timeline a station knows more than the database does. */
  noticeBehind: (timeline: string) => Promise<void>
  stations: SiteStations
  feed: SiteFeed
  notifier: FeedNotifier
  uploads: UploadService
  acts: ActionService
  prints: SitePrints
  manifests: SiteManifests
  shared: SiteSharedRecords
  labels: SiteLabelStore
  approvals: SiteApprovals
  forgetting: SiteForgetting
  metrics: SiteMetrics
  relay: Relay
  poller: Poller
  /** Null: calls to the freight service go through. */
  serviceWait: () => SiteWait | null
  version: string
  onFault: (error: unknown) => void
}

export type SiteController = ReturnType<typeof createSiteController>

/** A site's answers, over any transport. */
export function createSiteController(parts: ControllerParts) {
  const {
    db,
    lease,
    stations,
    feed,
    notifier,
    uploads,
    acts,
    prints,
    manifests,
    shared,
    labels,
    approvals,
    forgetting,
    metrics,
    poller,
  } = parts
  const lookedAt = new Map<string, { at: number; isStill: boolean }>()

  async function waitsFor(): Promise<SiteWait | null> {
    const current = await currentTimeline(db)
    if (current.kept !== current.now) return 'timeline-changed'
    if (!current.hasSender) return 'no-sender'
    if (current.unsynced > 0) return 'stations-to-sync'
    return parts.serviceWait()
  }

  async function state(caller: SiteCaller): Promise<SiteState> {
    const [site, waits, last, notices, mustForget] = await Promise.all([
      mustReadSite(db),
      waitsFor(),
      feed.last(),
      openNotices(db, MOST_NOTICES),
      forgetting.list.mustForget(caller.forgottenTo),
    ])
    return {
      siteId: site.siteId,
      siteName: site.siteName,
      version: parts.version,
      leastVersion: LEAST_VERSION,
      environment: site.environment,
      timeline: site.timeline,
      feedSeq: last,
      waitsFor: waits,
      toSync: waits === 'stations-to-sync' ? await unsyncedStations(db, site.timeline) : [],
      mustSync: caller.syncedTo !== site.timeline,
      mustForget,
      notices,
      now: site.now,
    }
  }

  async function measureTracking(): Promise<void> {
    const { now } = await mustReadSite(db)
    const updatedAt = await poller.updatedAt()
    if (updatedAt !== null) metrics.trackingAge.set((Date.parse(now) - Date.parse(updatedAt)) / 1_000)
    metrics.quarantine.set((await poller.quarantine()).total)
  }

  /** A person's change here through a station: it is reported to all stations. */
  async function change<T>(
    { stationId }: SiteCaller,
    person: SitePerson,
    work: (by: string) => Promise<T>,
  ): Promise<T> {
    const done = await asStation(stationId, person, () => work(stationId))
    notifier.kick()
    return done
  }

  return {
    onFault: parts.onFault,
    callerOf: stations.ofToken,
    relay: parts.relay,
    /** What changed at the freight service, as the poller found it. */
    tracking: poller.page,
    askTracking: poller.ask,
    quarantine: poller.quarantine,
    state,
    feedPage: (after: number): Promise<FeedPage> => feed.page(after),
    subscribe: (listener: FeedListener) => notifier.subscribe(listener),
    refused: (code: string): void => metrics.refused.inc({ code: /^[A-Z_]{1,40}$/.test(code) ? code : 'OTHER' }),
    reportedAfter: (seconds: number): void => metrics.feedLatency.observe(seconds),

    /** A station that is revoked hears no more, also on a stream that is open. */
    isStill: async (stationId: string): Promise<boolean> => {
      const before = lookedAt.get(stationId)
      if (before && monotonic() - before.at < REVOKED_LOOK_MS) return before.isStill
      const isStill = await stations.isEnrolled(stationId)
      lookedAt.set(stationId, { at: monotonic(), isStill })
      return isStill
    },

    enrol: async (request: EnrolRequest): Promise<EnrolAnswer> => {
      await stations.enrol(request)
      const site = await mustReadSite(db)
      return {
        siteId: site.siteId,
        siteName: site.siteName,
        stationId: request.stationId,
        environment: site.environment,
        timeline: site.timeline,
        feedSeq: await feed.beginning(),
      }
    },

    beat: async (beat: BeatRequest, caller: SiteCaller): Promise<SiteState> => {
      await stations.beat(caller.stationId, beat)
      const { told: reported } = beat
      const before = await state(caller)
      if (!reported || reported.timeline !== before.timeline || reported.seq <= before.feedSeq) return before
      runtime().log.warn('a station knows more than the database')
      await parts.noticeBehind(reported.timeline)
      return state(caller)
    },

    upload: async ({ items }: { items: UploadItem[] }, { stationId }: SiteCaller): Promise<UploadAnswers> => {
      const { timeline } = await mustReadSite(db)
      const answers = await uploads.receive(stationId, items)
      notifier.kick()
      return { timeline, answers }
    },

    sync: async (request: SyncRequest, { stationId }: SiteCaller): Promise<SyncAnswer> => {
      const { timeline } = await mustReadSite(db)
      if (request.timeline !== timeline) {
        throw new StationError({
          code: 'WRONG_STATE',
          message: `The site is now on timeline ${timeline}. Start over.`,
          details: { timeline },
        })
      }
      const wanted = await missingHere(db, request)
      const isSynced = request.isLast && wanted.wantedBookings.length === 0 && wanted.wantedChanges.length === 0
      if (isSynced) await stations.markSynced(stationId, timeline)
      return { timeline, ...wanted, since: null, isSynced }
    },

    act: async (request: ActRequest, { stationId }: SiteCaller): Promise<ActAnswer> => {
      const answer = await acts.act(stationId, actRequestSchema.parse(request))
      notifier.kick()
      return answer
    },

    /** Edits of what all stations share, each for itself. */
    editRecords: async (
      { edits }: { edits: SharedEdit[] },
      { stationId }: SiteCaller,
    ): Promise<{ answers: EditAnswer[] }> => {
      const answers: EditAnswer[] = []
      for (const edit of edits) {
        answers.push(await asStation(stationId, edit.person, () => shared.edit(stationId, edit)))
      }
      notifier.kick()
      return { answers }
    },

    records: (after: number): Promise<RecordPage> => shared.page(after),

    reportApprovals: async (
      { asked }: { asked: ReportedApproval[] },
      caller: SiteCaller,
    ): Promise<{ heard: number }> => {
      await change(caller, null, (by) => approvals.reported(by, asked))
      return { heard: asked.length }
    },

    answerApproval: (decision: ApprovalDecision, caller: SiteCaller): Promise<SiteApproval> =>
      change(caller, decision.person, (by) => approvals.answer(by, decision)),

    approvals: approvals.page,

    claimPrint: (request: ClaimRequest, caller: SiteCaller): Promise<ClaimAnswer> =>
      change(caller, request.person, (by) => prints.claim(by, request)),

    reportPrints: async (request: FactRequest, caller: SiteCaller): Promise<FactAnswer> => ({
      doubled: await change(caller, request.facts[0]?.person ?? null, (by) => prints.report(by, request)),
    }),

    /** @throws StationError DAY_CLOSED, WRONG_STATE, SITE_NEEDED */
    closeDay: async (request: CloseRequest, caller: SiteCaller): Promise<{ manifests: SiteManifest[] }> => ({
      manifests: await change(caller, request.person, (by) => manifests.close(by, request)),
    }),

    /** @throws StationError NOT_FOUND */
    voidManifest: async (request: VoidRequest, caller: SiteCaller): Promise<{ manifests: SiteManifest[] }> => ({
      manifests: [await change(caller, request.person, () => manifests.void(request))],
    }),

    reportManifests: async (
      { manifests: reported }: { manifests: SiteManifest[] },
      caller: SiteCaller,
    ): Promise<{ manifests: SiteManifest[] }> => {
      await change(caller, null, (by) => manifests.report(by, reported))
      return { manifests: [] }
    },

    makeCode: (
      { person }: { person: SitePerson },
      { stationId }: SiteCaller,
    ): Promise<z.output<typeof codeAnswerSchema>> => asStation(stationId, person, () => makeCode(stations, stationId)),

    /** What of the site needs them yet, and who would forget them. Nothing is changed. */
    askNeeded: async ({ keys }: { keys: ForgottenKey[] }): Promise<NeededAnswer> => ({
      needed: await forgetting.needed(keys),
      stations: (await stations.list(LEAST_VERSION))
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ name }) => name),
    }),

    reportForgotten: async (reported: ForgottenReport, caller: SiteCaller): Promise<{ upTo: number }> => {
      const upTo = await change(caller, reported.person, () => forgetting.list.take(reported))
      forgetting.kick()
      return { upTo }
    },

    forgotten: (after: number): Promise<ForgottenPage> => forgetting.list.page(after),

    doneForgetting: async ({ upTo }: { upTo: number }, { stationId }: SiteCaller): Promise<{ upTo: number }> => {
      const last = await asStation(stationId, null, () => forgetting.list.done(stationId, upTo))
      forgetting.kick()
      return { upTo: last }
    },

    underWay: (): Promise<UnderWay> => bookingsUnderWay(db),

    /** Every station of the site, for its supervisors. */
    stations: async (): Promise<StationList> => ({
      stations: await stations.list(LEAST_VERSION),
      notices: await openNotices(db, MOST_NOTICES),
      now: (await mustReadSite(db)).now,
    }),

    lookUp: async (code: string): Promise<LookUpAnswer> => {
      const { environment } = await mustReadSite(db)
      const bookings = await siteBookingsByCode(db, environment, code)
      const labelsOf = async ({ course: { shipmentId } }: SiteBooking) =>
        shipmentId === null ? null : listedLabels(db, environment, shipmentId)
      const found = await Promise.all(bookings.map(async (booking) => ({ booking, labels: await labelsOf(booking) })))
      const [first, ...others] = found
      return {
        bookingId: first?.booking.bookingId ?? null,
        booking: first?.booking ?? null,
        labels: first?.labels ?? null,
        others,
      }
    },

    /** @throws StationError NOT_FOUND */
    document: async (sha256: string): Promise<Uint8Array> => {
      const bytes = await labels.bytes(sha256)
      if (bytes === null) throw notFound('document', { sha256 })
      return bytes
    },

    readiness: async (): Promise<Readiness> => {
      try {
        const waits = await waitsFor()
        const why = waits === null || waits === 'service-unreachable' ? [] : [waits]
        return { isReady: why.length === 0, why }
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        return { isReady: false, why: [error.code] }
      }
    },

    metrics: async () => {
      metrics.listeners.set(notifier.listeners())
      await measureTracking()
      metrics.isSender.set(lease.epoch() === null ? 0 : 1)
      return metrics.text(() => {
        const startedAt = monotonic()
        return () => (monotonic() - startedAt) / 1_000
      })
    },
  }
}
