import { join } from 'node:path'
import { monotonic } from '../../src-node/runtime/wait.ts'
import type { Following, NewsQuery, Question, QuestionAnswer, TrackingAnswer } from '../../src-shared/site/tracking.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { cacheNews } from '../shipments/news.rows.ts'
import { openCache, type Cache } from '../data/cache/cache.ts'
import { serviceFacts } from '../shipments/service-facts.rows.ts'
import { quarantineStore } from '../shipments/quarantine.rows.ts'
import { shipmentStore } from '../shipments/shipments.rows.ts'
import { webhookInbox } from '../shipments/webhook-inbox.rows.ts'
import { syncCursorStore } from '../shipments/sync-cursor.rows.ts'
import type { TrackingLink } from '../shipments/client-for.ts'
import { createSync } from '../shipments/sync.ts'

export interface PollerOptions {
  cache: Cache
  link: TrackingLink
  clock: Clock
  ids: Ids
  /** Is this the process of the site that follows the service? */
  mayTurn: () => boolean
  /** Why the service cannot be asked; null: it answers. */
  trouble: () => StationErrorData | null
  onSynced: () => void
  onFault: (error: unknown) => void
}

/** A process that is frozen keeps its file: who takes over from it on the same machine fills another. */
const CACHE_FOLDERS = ['tracking', 'tracking-2', 'tracking-3']

/** The site's own copy of what the service knows, in a folder below its own. @throws StationError DATA_IN_USE */
export async function openSiteCache(folder: string, clock: Clock): Promise<Cache> {
  for (const [at, name] of CACHE_FOLDERS.entries()) {
    try {
      return await openCache(join(folder, name), clock)
    } catch (error) {
      const isTaken = error instanceof StationError && error.code === 'DATA_IN_USE'
      if (!isTaken || at === CACHE_FOLDERS.length - 1) throw error
    }
  }
  throw new Error('no folder for the cache')
}

/**
 * What was requested this recently is not requested again: everyone who opens the same shipment sees the same answer.
 */
const STILL_FRESH_MS = 2_000

export type Poller = Awaited<ReturnType<typeof createPoller>>

/**
 * Follows the freight service once for all stations of a site: the sync of a station that is alone, on a cache of the site's
 * own, whose changes stations read in order.
 */
export async function createPoller({ cache, link, clock, ids, mayTurn, trouble, onSynced, onFault }: PollerOptions) {
  const { db } = cache
  const news = cacheNews(db, ids)
  const shipments = shipmentStore(db)
  const source = syncCursorStore(db)
  await source.use(link.key)
  const quarantine = quarantineStore(db)
  const sync = createSync({
    shipments,
    source,
    quarantine,
    facts: serviceFacts(db, clock),
    link: () => link,
    clock,
    mayTurn,
    // Stations ask for what changed.
    onChange: () => undefined,
    onSynced,
    onFault,
  })
  const asked = new Map<string, { at: number; answer: Promise<unknown> }>()

  /** One call for all who ask the same at the same time, or soon after; a failure reaches only them. */
  async function once(key: string, call: () => Promise<unknown>): Promise<void> {
    const now = monotonic()
    for (const [old, { at }] of asked) if (now - at > STILL_FRESH_MS) asked.delete(old)
    const known = asked.get(key)
    if (known) return void (await known.answer)
    const mine = { at: Infinity, answer: call() }
    asked.set(key, mine)
    try {
      await mine.answer
      mine.at = monotonic()
    } catch (error) {
      asked.delete(key)
      throw error
    }
  }

  async function following(): Promise<Following> {
    const { updatedAt, shipmentsFill, eventsFill, shipmentsTotal } = await source.cursor()
    const isFilling = !shipmentsFill.isDone || !eventsFill.isDone
    return { updatedAt, isFilling, total: shipmentsTotal, trouble: trouble() }
  }

  return {
    sync,
    /** Webhooks that reported a shipment. */
    inbox: webhookInbox(db),

    page: async (query: NewsQuery): Promise<TrackingAnswer> => ({
      ...(await news.page(query)),
      following: await following(),
    }),

    /** @throws FreightError */
    ask: async (question: Question): Promise<QuestionAnswer> => {
      switch (question.ask) {
        case 'news':
          // All who wait for the turn under way have the next one together.
          await sync.syncNow()
          return { shipments: [], events: [] }
        case 'shipment': {
          const { shipmentId, priority } = question
          const read = priority === 'tracking' ? sync.refresh : sync.refreshQuietly
          await once(`shipment ${shipmentId}`, () => read(shipmentId))
          return news.one(shipmentId)
        }
        case 'numbers': {
          const { trackingNumbers } = question
          await once(`numbers ${JSON.stringify(trackingNumbers)}`, () => sync.fetchByNumbers(trackingNumbers))
          return news.byNumbers(trackingNumbers)
        }
      }
    },

    /** Rows of the service that could not be read. */
    quarantine: quarantine.list,

    /** What a shipment costs according to the service; null: unknown. */
    priceOf: async (shipmentId: string) => (await shipments.get(shipmentId))?.total ?? null,

    /** When the service last answered a turn; null: never. */
    updatedAt: sync.updatedAt,
  }
}
