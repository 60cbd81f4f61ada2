import type { Clock } from '../kernel/clock.ts'
import { normaliseDetail, normaliseEvent, normaliseRecord, normaliseSummary } from '../freight/normalise/shipment.ts'
import type { QuarantinedRow } from '../freight/answer/envelope.ts'
import { readId } from '../freight/answer/read-scalar.ts'
import type { QuarantineStore, Unread } from './quarantine.rows.ts'
import type { ShipmentStore } from './shipments.rows.ts'
import type { ServiceFacts } from './service-facts.rows.ts'
import type { SyncCursorStore } from './sync-cursor.rows.ts'
import type { ShipmentQuery } from '../../src-shared/freight/shipment.ts'
import { createdTimes, isReadBackTo } from '../freight/created-day.ts'
import { listCreated, type CreatedBound } from './created-filter.ts'
import { clientFor, type TrackingLink, type TrackingPriority } from './client-for.ts'
import { fillAfter, isAhead, lookFrom, newestUntil, OVERLAP_MS } from './cursor.ts'

export interface ReaderOptions {
  shipments: ShipmentStore
  source: SyncCursorStore
  quarantine: QuarantineStore
  facts: ServiceFacts
  clock: Clock
  /** Shipments of which something new is known. */
  onChange: (shipmentIds: string[]) => void
  isClosed: () => boolean
}

/** The result of one reading. */
export interface Reading {
  /** Rows the service listed, known ones too. */
  listed: number
  /** Shipments with new facts. */
  changed: string[]
}

const PAGE = 100
/** Bounds one look at a service that never says "no more". */
const MAX_PAGES = 10_000

/** Single steps of the sync, each from the service into the cache, each leaving the cursor where it can continue. */
export function createReader({ shipments, source, quarantine, facts, clock, onChange, isClosed }: ReaderOptions) {
  /** Rows that cannot be read stop nothing: they are kept as they came, and the cursor continues. */
  function keepUnread(kind: 'shipment' | 'event', quarantined: readonly QuarantinedRow[]): Promise<void> {
    const unread = quarantined.map(({ raw, issues }): Unread => ({ kind, shipmentId: shipmentIdOf(raw), raw, issues }))
    return quarantine.keep(unread, clock.now())
  }

  /** A service that does not send its time: ours, generously, only excludes surely wrong years. */
  const limitOf = (asOf: string | null) => asOf ?? new Date(clock.now().getTime() + DAY_MS).toISOString()

  /**
   * New shipments, newest first, back to those that are known. Only a look that ran to its end moves the cursor: a broken
   * one starts again and loses nothing.
   */
  async function newShipments(link: TrackingLink): Promise<Reading> {
    const { filledUntil, shipmentsFill } = await source.cursor()
    const reading: Reading = { listed: 0, changed: [] }
    // The first page of the fill sets the cursor; before it there is nothing to follow. A service that had no shipment
    // then is listed from its beginning.
    if (filledUntil === null && !shipmentsFill.isDone) return reading
    const since = lookFrom(filledUntil, OVERLAP_MS)
    const sinceMs = since === undefined ? null : Date.parse(since)
    let newest = filledUntil
    for (let page = 1; page <= MAX_PAGES && !isClosed(); page++) {
      const bound = sinceMs === null ? null : { after: sinceMs }
      const { answer } = await readShipments(link, 'tracking', page, bound, reading)
      const times = createdTimes(answer.shipments)
      newest = newestUntil(newest, times, limitOf(answer.asOf))
      if (answer.hasNext && (sinceMs === null || !isReadBackTo(times, sinceMs))) continue
      // Without a cursor the next look lists all: since when rows are hidden is unknown.
      await source.advance({ filledUntil: isAhead(newest, answer.asOf) ? null : newest })
      break
    }
    return reading
  }

  /** One page of the past, newest first. Returns false when there is no more. */
  async function fillShipments(link: TrackingLink, reading: Reading): Promise<boolean> {
    const { shipmentsFill: fill, filledUntil, shipmentsTotal } = await source.cursor()
    if (fill.isDone || isClosed()) return false
    const bound = fill.before === null ? null : { before: Date.parse(fill.before) }
    const { answer, filter } = await readShipments(link, 'background', fill.page, bound, reading)
    const times = createdTimes(answer.shipments)
    // Without the filter it is another list: that one is read from its beginning.
    const isOtherList = bound !== null && filter === 'none'
    const next = isOtherList ? FILL_ANEW : fillAfter(fill, times.at(-1) ?? null, answer.hasNext, filter)
    await source.advance({
      filledUntil: newestUntil(filledUntil, times, limitOf(answer.asOf)),
      shipmentsFill: next,
      shipmentsTotal: fill.before === null && fill.page === 1 ? answer.total : shipmentsTotal,
    })
    return !next.isDone
  }

  async function readShipments(
    link: TrackingLink,
    priority: TrackingPriority,
    page: number,
    bound: CreatedBound,
    reading: Reading,
  ) {
    const { createdFilter } = await source.cursor()
    const query = { sort: 'createdAt', order: 'desc', page, limit: PAGE } as const
    const list = (asked: ShipmentQuery) => clientFor(link, priority).listShipments(asked)
    const { page: answer, filter } = await listCreated(list, query, bound, createdFilter)
    if (filter !== createdFilter) {
      await source.advance({ createdFilter: filter })
      await facts.learn(link.key, 'created-filter', filter)
    }
    await keepUnread('shipment', answer.quarantined)
    const changed = await shipments.upsert(answer.shipments.map(normaliseSummary), clock.now())
    onChange(changed)
    reading.listed += answer.shipments.length
    reading.changed.push(...changed)
    return { answer, filter }
  }

  /** New events. Only a look that ran to its end moves the cursor: a broken one starts again and loses nothing. */
  async function newEvents(link: TrackingLink, overlapMs: number): Promise<Reading> {
    const { eventsUntil } = await source.cursor()
    const reading: Reading = { listed: 0, changed: [] }
    if (eventsUntil === null) return reading
    const after = lookFrom(eventsUntil, overlapMs)
    let newest: string | null = eventsUntil
    for (let page = 1; page <= MAX_PAGES && !isClosed(); page++) {
      const answer = await readEvents(link, 'tracking', { after, page }, reading)
      newest = newestUntil(newest, answer.times, limitOf(answer.asOf))
      if (!answer.hasNext) {
        // What is hidden meanwhile the deep look finds.
        await source.advance({ eventsUntil: isAhead(newest, answer.asOf) ? answer.asOf : newest })
        break
      }
    }
    return reading
  }

  /** One page of past events. Returns false when there is no more. */
  async function fillEvents(link: TrackingLink, reading: Reading): Promise<boolean> {
    const { eventsFill: fill, eventsUntil } = await source.cursor()
    if (fill.isDone || isClosed()) return false
    const query = { before: fill.before ?? undefined, page: fill.page }
    const answer = await readEvents(link, 'background', query, reading)
    const next = fillAfter(fill, answer.times.at(-1) ?? null, answer.hasNext, 'time')
    // A service without any event has sent its time all the same: news is asked for from there on.
    const limit = limitOf(answer.asOf)
    const first = eventsUntil ?? (answer.times.length === 0 ? limit : null)
    await source.advance({ eventsUntil: newestUntil(first, answer.times, limit), eventsFill: next })
    return !next.isDone
  }

  async function readEvents(
    link: TrackingLink,
    priority: TrackingPriority,
    query: { after?: string | undefined; before?: string | undefined; page: number },
    reading: Reading,
  ) {
    const page = await clientFor(link, priority).listTrackingEvents({ ...query, limit: PAGE })
    const { events, quarantined, hasNext, asOf } = page
    await keepUnread('event', quarantined)
    const known = events.flatMap((event) => (event.shipmentId ? [normaliseEvent(event, event.shipmentId)] : []))
    const changed = await shipments.addEvents(known, clock.now())
    onChange(changed)
    reading.listed += known.length
    reading.changed.push(...changed)
    return { times: events.map(({ timestamp }) => timestamp), hasNext, asOf }
  }

  /** Fields that only a detail has: reference, PRO, addresses. */
  async function detail(link: TrackingLink, shipmentId: string, priority: TrackingPriority): Promise<void> {
    const reported = await clientFor(link, priority).lookUpShipment(shipmentId)
    onChange(await shipments.upsert([normaliseDetail(reported)], clock.now()))
  }

  /** One shipment whole: its detail and its timeline. */
  async function whole(link: TrackingLink, shipmentId: string, priority: TrackingPriority): Promise<void> {
    await detail(link, shipmentId, priority)
    const record = await clientFor(link, priority).trackShipment(shipmentId)
    await shipments.addEvents(
      (record.events ?? []).map((event) => normaliseEvent(event, shipmentId)),
      clock.now(),
    )
    await shipments.noteChecked(shipmentId, clock.now())
    onChange([shipmentId])
  }

  /**
   * The service's records of these tracking numbers, 100 at most, in one call. Returns for how many it had
   * anything.
   */
  async function byNumbers(
    link: TrackingLink,
    trackingNumbers: readonly string[],
    priority: TrackingPriority,
  ): Promise<number> {
    const { records, errors } = await clientFor(link, priority).trackShipments(trackingNumbers)
    const changed = await shipments.upsert(records.map(normaliseRecord), clock.now())
    await shipments.addEvents(
      records.flatMap(({ shipmentId, events }) => (events ?? []).map((event) => normaliseEvent(event, shipmentId))),
      clock.now(),
    )
    onChange(changed)
    return records.length + errors.length
  }

  return { newShipments, fillShipments, newEvents, fillEvents, detail, whole, byNumbers }
}

function shipmentIdOf(raw: unknown): string | null {
  return typeof raw === 'object' && raw !== null && 'shipmentId' in raw ? (readId(raw.shipmentId) ?? null) : null
}

const FILL_ANEW = { before: null, page: 1, isDone: false } as const
const DAY_MS = 24 * 60 * 60 * 1000
