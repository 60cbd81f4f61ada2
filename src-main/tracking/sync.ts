import type { Clock } from '../clock.ts'
import type { FreightLink } from '../environment.ts'
import { FreightError } from '../freight/failure.ts'
import { normaliseDetail, normaliseEvent, normaliseSummary } from '../freight/normalise-shipment.ts'
import type { ShipmentStore } from '../store/cache/shipments.ts'
import type { SourceStore } from '../store/cache/source.ts'

export interface SyncOptions {
  shipments: ShipmentStore
  source: SourceStore
  link: () => FreightLink
  clock: Clock
  onChange: (shipmentIds: string[]) => void
  /** After each sync that reached the service. */
  onSynced: () => void
  /** A failure that is no failed call. */
  onFault: (error: unknown) => void
}

/** How far back each look reaches behind the cursor: events and shipments may be told late. */
const OVERLAP_MS = 10 * 60 * 1000
const PAGE = 100
/** Bounds one sync of a service that never says "no more". */
const MAX_PAGES = 10_000
const DETAILS_A_SYNC = 40
const PACE_MS = 15_000
const PACE_AFTER_FAILURE_MS = 60_000

export type Sync = ReturnType<typeof createSync>

/** Keeps the cache true to the service: new shipments, new events, details that only a summary was known of. */
export function createSync(options: SyncOptions) {
  const { shipments, source, link, clock, onChange, onSynced, onFault } = options
  let timer: NodeJS.Timeout | undefined
  let current: Promise<{ shipments: number; events: number }> | undefined
  let isPolling = false
  let isClosed = false

  const behind = (timestamp: string | null) =>
    timestamp === null ? undefined : new Date(Date.parse(timestamp) - OVERLAP_MS).toISOString()

  async function readShipments({ client }: FreightLink): Promise<string[]> {
    const { filledUntil } = await source.cursor()
    const seen: string[] = []
    let newest: string | null = null
    for (let page = 1; page <= MAX_PAGES && !isClosed; page++) {
      const answer = await client.listShipments({
        createdAfter: behind(filledUntil),
        sort: 'createdAt',
        order: 'desc',
        page,
        limit: PAGE,
      })
      await shipments.upsert(answer.shipments.map(normaliseSummary), clock.now())
      const ids = answer.shipments.map(({ shipmentId }) => shipmentId)
      seen.push(...ids)
      newest ??= answer.shipments[0]?.createdAt ?? null
      onChange(ids)
      if (!answer.hasNext) break
    }
    // Only a fill that ran to its end moves the cursor: a broken one starts anew and loses nothing.
    await source.advance({ filledUntil: newest })
    return seen
  }

  async function readEvents({ client }: FreightLink): Promise<{ touched: string[]; count: number }> {
    const { eventsUntil } = await source.cursor()
    const touched = new Set<string>()
    let newest = eventsUntil
    let count = 0
    for (let page = 1; page <= MAX_PAGES && !isClosed; page++) {
      const { events, hasNext } = await client.listTrackingEvents({ after: behind(eventsUntil), page, limit: PAGE })
      const known = events.flatMap((event) => (event.shipmentId ? [normaliseEvent(event, event.shipmentId)] : []))
      for (const shipmentId of await shipments.addEvents(known)) touched.add(shipmentId)
      count += known.length
      for (const { timestamp } of known) {
        if (newest === null || Date.parse(timestamp) > Date.parse(newest)) newest = timestamp
      }
      if (!hasNext) break
    }
    await source.advance({ eventsUntil: newest })
    return { touched: [...touched], count }
  }

  async function readDetail({ client }: FreightLink, shipmentId: string): Promise<void> {
    const detail = await client.lookUpShipment(shipmentId)
    await shipments.upsert([normaliseDetail(detail)], clock.now())
    onChange([shipmentId])
  }

  async function once(): Promise<{ shipments: number; events: number }> {
    const now = link()
    const seen = await readShipments(now)
    const { touched, count } = await readEvents(now)
    onChange(touched)
    const unknown = await shipments.withoutDetail(DETAILS_A_SYNC)
    const changed = touched.filter((shipmentId) => !unknown.includes(shipmentId))
    for (const shipmentId of [...unknown, ...changed].slice(0, DETAILS_A_SYNC)) {
      if (isClosed) break
      await readDetail(now, shipmentId)
    }
    await source.advance({ updatedAt: clock.now().toISOString() })
    onSynced()
    return { shipments: seen.length, events: count }
  }

  /** One sync; a call while one runs joins it. */
  function syncNow(): Promise<{ shipments: number; events: number }> {
    current ??= once().finally(() => {
      current = undefined
    })
    return current
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (isPolling || isClosed) return
    isPolling = true
    const pace = await syncNow().then(
      () => PACE_MS,
      (error: unknown) => {
        // The connection monitor shows a failed call; anything else is a fault of ours and must surface.
        if (!(error instanceof FreightError)) onFault(error)
        const asked = error instanceof FreightError ? (error.retryAfterMs ?? 0) : 0
        return Math.max(PACE_AFTER_FAILURE_MS, asked)
      },
    )
    isPolling = false
    if (isClosed) return
    timer = setTimeout(() => void poll(), pace)
    timer.unref()
  }

  return {
    syncNow,

    /** Asks for one shipment and its events now. @throws FreightError */
    refresh: async (shipmentId: string): Promise<void> => {
      const now = link()
      await readDetail(now, shipmentId)
      const record = await now.client.trackShipment(shipmentId)
      await shipments.addEvents((record.events ?? []).map((event) => normaliseEvent(event, shipmentId)))
      onChange([shipmentId])
    },

    start: (): void => void poll(),

    /** The network is back, or another service is in use: do not wait for the next turn. */
    hasten: (): void => void poll(),

    /** Waits until no sync runs, so that what is fetched from one service never lands in another one's cache. */
    settled: async (): Promise<void> => {
      while (current) await current.catch(() => undefined)
    },

    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await current?.catch(() => undefined)
    },
  }
}
