import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import type { Following, Question, QuestionAnswer } from '../../src-shared/site/tracking.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { FreightError, isOfOneAlone } from '../freight/http/failure.ts'
import type { QuarantineStore } from '../shipments/quarantine.rows.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { SyncCursorStore } from '../shipments/sync-cursor.rows.ts'
import { paceAfterFailure } from '../shipments/pace.ts'
import { createExclusiveSection } from '../shipments/exclusive-section.ts'
import type { Sync } from '../shipments/sync.ts'
import { syncStateOf, type SyncStatePorts } from '../shipments/sync-state.ts'
import { isAway, QUESTION_MS, type SiteClient } from './link/site-client.ts'

export interface SiteSyncOptions extends SyncStatePorts {
  client: Pick<SiteClient, 'get' | 'post'>
  shipments: ShipmentStore
  source: SyncCursorStore
  quarantine: QuarantineStore
  /** How the freight service is, as the site finds it; null: it answers. */
  onReached: (failure: FreightError | null) => void
  onChange: (shipmentIds: string[]) => void
  onState: () => void
  onSynced: () => void
  onFault: (error: unknown) => void
}

/** The site is asked so often; it has asked the service already. */
const POLL_MS = 10_000
const MOST_QUARANTINED = 100

/**
 * Keeps the cache in step with the site's, which one poller keeps in step with the service: changes are read page by
 * page, from where the last run stopped. What a person wants to know now the site asks the service at once. While the
 * site is offline the cache stays as it is.
 */
export function createSiteSync(options: SiteSyncOptions): Sync {
  const { client, shipments, source, quarantine, clock, onChange, onFault } = options
  const { run, exclusively, settled } = createExclusiveSection()
  let timer: Timer | undefined
  let current: Promise<{ shipments: number; events: number }> | undefined
  let following: Following | null = null
  let nextSyncAt: string | null = null
  let failures = 0
  let isBehind = true
  let isStarted = false
  let isClosed = false
  const wanted = new Set<string>()

  async function take({ shipments: reports, events }: QuestionAnswer): Promise<void> {
    const reported = await shipments.upsert(reports, clock.now())
    const moved = await shipments.addEvents(events, clock.now())
    const changed = [...new Set([...reported, ...moved])]
    if (changed.length > 0) onChange(changed)
  }

  async function readNews(): Promise<{ shipments: number; events: number }> {
    const reported = { shipments: 0, events: 0 }
    while (!isClosed) {
      const { cacheId, shipments: shipmentsRead, events: eventsRead } = await source.newsCursor()
      const page = await client.get(SITE_GETS.tracking, {
        ...(cacheId === null ? {} : { cacheId }),
        shipments: String(shipmentsRead),
        events: String(eventsRead),
      })
      // A repeated report is harmless: a page that was taken and not noted is read again.
      await take(page)
      await source.advanceNews({ cacheId: page.cacheId, ...page.next })
      reported.shipments += page.shipments.length
      reported.events += page.events.length
      following = page.following
      isBehind = page.hasMore
      if (!page.hasMore) break
    }
    await drain()
    if (following === null) return reported
    const { updatedAt, trouble } = following
    if (updatedAt !== null) await source.advance({ updatedAt })
    options.onReached(trouble && FreightError.fromData('refused', trouble))
    if (trouble === null) options.onSynced()
    return reported
  }

  async function ask(question: Question): Promise<void> {
    await take(await client.post(SITE_POSTS.askTracking, question, { timeoutMs: QUESTION_MS }))
  }

  /** As callers know it of a sync that asks the service. */
  async function asFreight<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw asFreightError(error)
    })
  }

  function joinTurn(): Promise<{ shipments: number; events: number }> {
    current ??= asFreight(run(readNews)).finally(() => {
      current = undefined
    })
    return current
  }

  async function poll(): Promise<void> {
    if (isClosed) return
    const delay = await joinTurn().then(
      () => {
        failures = 0
        return POLL_MS
      },
      (error: unknown) => {
        if (error instanceof FreightError) options.onReached(error)
        else onFault(error)
        failures += 1
        return paceAfterFailure(failures, null)
      },
    )
    schedule(delay)
  }

  function schedule(delay: number): void {
    timer?.cancel()
    if (isClosed) return
    nextSyncAt = new Date(clock.now().getTime() + delay).toISOString()
    timer = after(delay, pollNow, { isBackground: true })
    options.onState()
  }

  function pollNow(): void {
    timer?.cancel()
    nextSyncAt = null
    void poll()
  }

  /** What could not be asked when it was wanted; it stays wanted until the site can ask. */
  async function drain(): Promise<void> {
    for (const shipmentId of wanted) {
      try {
        await ask({ ask: 'shipment', shipmentId, priority: 'tracking' })
      } catch (error) {
        const failure = asFreightError(error)
        if (!(failure instanceof FreightError)) throw failure
        if (!isOfOneAlone(failure)) return
      }
      wanted.delete(shipmentId)
    }
  }

  return {
    syncNow: async () => {
      await asFreight(run(() => ask({ ask: 'news' })))
      await current?.catch(() => undefined)
      return joinTurn()
    },

    refresh: (shipmentId) => asFreight(run(() => ask({ ask: 'shipment', shipmentId, priority: 'tracking' }))),
    refreshQuietly: (shipmentId) => asFreight(run(() => ask({ ask: 'shipment', shipmentId, priority: 'background' }))),
    fetchByNumbers: (trackingNumbers) =>
      asFreight(run(() => ask({ ask: 'numbers', trackingNumbers: [...trackingNumbers], priority: 'background' }))),

    opened: async (shipmentId) => {
      if (await shipments.hasDetail(shipmentId)) return
      wanted.add(shipmentId)
      await run(drain)
    },

    refreshSoon: async (shipmentIds) => {
      for (const shipmentId of shipmentIds) wanted.add(shipmentId)
      await run(drain)
      return shipmentIds.filter((shipmentId) => wanted.has(shipmentId))
    },

    updatedAt: async () => (await source.cursor()).updatedAt,
    // The site reads the service; what this station could not read of the site is its own.
    quarantine: async () => {
      const mine = await quarantine.list()
      try {
        const { rows, total } = await client.get(SITE_GETS.quarantine)
        return { rows: [...mine.rows, ...rows].slice(0, MOST_QUARANTINED), total: mine.total + total }
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        return mine
      }
    },

    state: () => {
      const isPaused = failures > 0 || (following?.trouble ?? null) !== null
      const isFilling = isBehind || following?.isFilling !== false
      const phase = isPaused ? 'paused' : isFilling ? 'filling' : 'following'
      return syncStateOf(options, { phase, total: following?.total ?? null, nextSyncAt })
    },

    start: () => {
      isStarted = true
      pollNow()
    },

    hasten: () => {
      if (isStarted && !current && !isClosed) pollNow()
    },

    exclusively,

    close: async () => {
      isClosed = true
      timer?.cancel()
      await settled()
    },
  }
}

/** With the site offline the service is unreached; the site's refusals are those of the service. */
function asFreightError(error: unknown): unknown {
  if (!(error instanceof StationError) || error instanceof FreightError) return error
  const data = error.toData()
  return isAway(error)
    ? FreightError.fromData('unsent', { ...data, code: 'SERVICE_UNREACHABLE', retryable: true })
    : FreightError.fromData('refused', data)
}
