import { z } from 'zod'
import { ENDED_STATUSES, WANTING_DETAIL } from '../../src-shared/machine/shipment.ts'
import type { ShipmentReport } from '../../src-shared/site/tracking.ts'
import type { Shipment, TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn, isNotIn } from '../kernel/sqlite/is-in.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { applyEvents, insertNewEvents } from './event-write.rows.ts'
import { eventsOf, shipmentOf, shipmentsAlike, shipmentsByCode, toShipment } from './shipment-read.rows.ts'
import { readCursor, writeCursor } from './shipment-cursor.ts'
import { filterSql, type StoreFilter } from './shipment-filter.rows.ts'
import { placeFrom } from './place.ts'
import { endOf, pageOf, searchShipments, type ShipmentQuery } from './shipment-search.rows.ts'
import { shipmentStats } from './shipment-stats.rows.ts'
import { hasMissingWords, indexMissingWords, instantMs, upsertOne } from './shipment-write.rows.ts'
import { tilesOf } from './tiles.rows.ts'
import { NEEDS_LOOK_SQL, type WatchTimes } from './watch.rows.ts'
import { whereabouts } from './whereabouts.rows.ts'

/** What may only look. */
export type ShipmentReader = Pick<
  ShipmentStore,
  | 'get'
  | 'events'
  | 'findByCode'
  | 'wasSeenBefore'
  | 'search'
  | 'needingLook'
  | 'needsLook'
  | 'tiles'
  | 'whereabouts'
  | 'stats'
  | 'each'
  | 'these'
>
export type ShipmentStore = ReturnType<typeof shipmentStore>

/** Some of the shipments that match, and what leads on behind them; null: these were the last. */
export interface ShipmentBatch {
  shipments: Shipment[]
  next: string | null
}

const NEWEST_FIRST = { sort: 'created', isReversed: false } as const

/** A shipment and the number that its record is asked for by. */
export interface TrackedName {
  shipmentId: string
  trackingNumber: string
}

const idsSchema = z.array(z.string())
const namesSchema = z.array(z.object({ shipmentId: z.string(), trackingNumber: z.string() }))
const statusesSchema = z.array(
  z.object({
    shipment_id: z.string(),
    status: z.string(),
    exception_code: z.string().nullable(),
    pieces: z.int().nullable(),
  }),
)
interface KnownStatus {
  status: string
  exceptionCode: string | null
  pieces: number | null
}
const referencesSchema = z.array(z.object({ shipmentId: z.string(), reference: z.string() }))
const countSchema = z.int()
const MOST_COUNTED = 10_000
/** Not quarantined. */
const DETAIL_IS_READABLE = `NOT EXISTS (
  SELECT 1 FROM set_aside a WHERE a.shipment_id = shipment.shipment_id AND a.kind = 'detail')`
/** How many rows an export reads in one go. */
/** Not ended. The condition of the indexes on shipments under way. */
const IS_OPEN = isNotIn('status', ENDED_STATUSES)
const EXPORT_ROWS = 500

/** Shipments and their events as last reported by the service. */
export function shipmentStore(db: SqliteDatabase) {
  return {
    /**
     * Takes in a service report. A summary never clears the fields of a detail; a late answer never moves a state back.
     * Returns the shipments with new facts.
     */
    upsert: async (reports: readonly ShipmentReport[], at: Date): Promise<string[]> => {
      if (reports.length === 0) return []
      return inTransaction(db, () =>
        // Oldest first: the search index writes a segment of its own for each row that is older than the one before.
        [...reports]
          .sort((a, b) => (instantMs(a.createdAt) ?? 0) - (instantMs(b.createdAt) ?? 0))
          .filter((report) => upsertOne(db, report, at))
          .map(({ shipmentId }) => shipmentId),
      )
    },

    /**
     * Takes in events; those known already (by eventId) are left alone. Returns the shipments that have new ones.
     * @param now an event that is dated far beyond it is not believed; left out: every date is
     */
    addEvents: async (events: readonly TrackingEvent[], now?: Date): Promise<string[]> => {
      if (events.length === 0) return []
      return inTransaction(db, () => {
        const added = insertNewEvents(db, events, now)
        for (const [shipmentId, keys] of added) applyEvents(db, shipmentId, keys)
        return [...added.keys()]
      })
    },

    get: async (shipmentId: string) => shipmentOf(db, shipmentId),

    /** The status of each of these that is known here, and how many pieces it has. */
    statuses: async (shipmentIds: readonly string[]): Promise<Map<string, KnownStatus>> =>
      new Map(
        statusesSchema
          .parse(
            statement(
              db,
              `SELECT shipment_id, status, exception_code, pieces FROM shipment
               WHERE shipment_id IN (SELECT value FROM json_each(?))`,
            ).all(JSON.stringify(shipmentIds)),
          )
          .map((row) => [
            row.shipment_id,
            { status: row.status, exceptionCode: row.exception_code, pieces: row.pieces },
          ]),
      ),

    /** Was its detail fetched? For one that is not here nothing is missing. */
    hasDetail: async (shipmentId: string): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM shipment WHERE shipment_id = ? AND has_detail = 0').get(shipmentId) === undefined,

    /** Newest first. */
    events: async (shipmentId: string): Promise<TrackingEvent[]> => eventsOf(db, shipmentId),

    /** Every shipment that carries exactly this code as id, tracking number, PRO or reference. */
    findByCode: async (code: string) => shipmentsByCode(db, code),

    /** Every shipment whose reference differs from this code in dashes, blanks and small letters alone. */
    findAlike: async (code: string) => shipmentsAlike(db, code),

    /** Ids of those in an exception now. */
    inException: async (): Promise<string[]> =>
      idsSchema.parse(statement(db, "SELECT shipment_id FROM shipment WHERE status = 'EXCEPTION'").pluck().all()),

    /** Was this shipment known here before that moment? Then nothing sent after it can have made it. */
    wasSeenBefore: async (shipmentId: string, moment: Date): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM shipment WHERE shipment_id = ? AND first_seen_at < ?').get(
        shipmentId,
        moment.toISOString(),
      ) !== undefined,

    /**
     * Tracking numbers of shipments of which only the list's summary is known, and whose record was not asked for yet: those
     * still under way first, newest first.
     */
    untracked: async (limit: number): Promise<TrackedName[]> =>
      namesSchema.parse(
        statement(
          db,
          `SELECT shipment_id shipmentId, tracking_number trackingNumber FROM shipment
           WHERE has_detail = 0 AND was_tracked = 0 AND tracking_number IS NOT NULL
           ORDER BY ${IS_OPEN} DESC, place DESC LIMIT ?`,
        ).all(limit),
      ),

    /** Their records were requested, whatever the result. */
    noteTracked: (shipmentIds: readonly string[]): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE shipment SET was_tracked = 1 WHERE shipment_id IN (SELECT value FROM json_each(?))').run(
          JSON.stringify(shipmentIds),
        )
      }),

    /** Shipments without a detail that will be wanted: on the dock, or in an exception. Newest first. */
    wantingDetail: async (limit: number): Promise<string[]> =>
      idsSchema.parse(
        statement(
          db,
          `SELECT shipment_id FROM shipment
           WHERE has_detail = 0 AND ${isIn('status', WANTING_DETAIL)} AND ${DETAIL_IS_READABLE}
           ORDER BY place DESC LIMIT ?`,
        )
          .pluck()
          .all(limit),
      ),

    /**
     * Shipments of which only the list's summary is known, and that no record can be asked for with many others:
     * those still under way first, newest first. One whose detail could not be read is tried by its turn in the
     * quarantine.
     * @param ofAll at a service without bulk records, all of them
     */
    withoutRecord: async (limit: number, ofAll: boolean): Promise<string[]> =>
      idsSchema.parse(
        statement(
          db,
          `SELECT shipment_id FROM shipment
           WHERE has_detail = 0 AND was_tracked = 0 AND (? OR tracking_number IS NULL) AND ${DETAIL_IS_READABLE}
           ORDER BY ${IS_OPEN} DESC, place DESC LIMIT ?`,
        )
          .pluck()
          .all(ofAll ? 1 : 0, limit),
      ),

    /** Of how many shipments only the list's summary is known, and more is to be asked; counted up to 10,000. */
    countSummaries: async (): Promise<number> =>
      countSchema.parse(
        statement(
          db,
          `SELECT count(*) FROM (SELECT 1 FROM shipment WHERE has_detail = 0 AND was_tracked = 0 LIMIT ${MOST_COUNTED})`,
        )
          .pluck()
          .get(),
      ),

    /**
     * Shipments under way whose whole timeline was not compared with the service's since that moment, longest ago first.
     * A check that lies in the future was noted before our clock was set back, and counts for nothing.
     */
    unchecked: async (since: Date, now: Date, limit: number): Promise<string[]> =>
      idsSchema.parse(
        statement(
          db,
          `SELECT shipment_id FROM shipment
           WHERE ${IS_OPEN} AND (checked_at < @since OR checked_at > @now)
           ORDER BY checked_at LIMIT @limit`,
        )
          .pluck()
          .all({ since: since.getTime(), now: now.getTime(), limit }),
      ),

    noteChecked: (shipmentId: string, at: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE shipment SET checked_at = ? WHERE shipment_id = ?').run(at.getTime(), shipmentId)
      }),

    /** References of shipments under way that were made since then, newest first. */
    openReferences: async (since: Date, limit: number): Promise<{ shipmentId: string; reference: string }[]> =>
      referencesSchema.parse(
        statement(
          db,
          `SELECT shipment_id shipmentId, reference FROM shipment INDEXED BY shipment_open_reference
           WHERE ${IS_OPEN} AND reference IS NOT NULL AND -place <= -@since ORDER BY -place LIMIT @limit`,
        ).all({ since: placeFrom(since.getTime()), limit }),
      ),

    /** Is any shipment neither delivered, canceled nor returned? */
    hasOpen: async (): Promise<boolean> =>
      statement(db, `SELECT 1 FROM shipment WHERE ${IS_OPEN} LIMIT 1`).get() !== undefined,

    search: async (query: ShipmentQuery) => searchShipments(db, query),

    /** The newest of those in an exception now. */
    exceptions: async (limit: number): Promise<Shipment[]> =>
      pageOf(db, filterSql(db, { text: '', status: 'EXCEPTION' }), {
        ...NEWEST_FIRST,
        end: null,
        limit,
        offset: 0,
      }).map((row) => toShipment(db, row)),

    /** Is it under way and needs a person, acknowledged or not? */
    needsLook: async (shipmentId: string, times: WatchTimes): Promise<boolean> =>
      statement(db, `SELECT 1 FROM shipment s WHERE s.shipment_id = @shipmentId AND (${NEEDS_LOOK_SQL})`).get({
        ...times,
        shipmentId,
      }) !== undefined,

    /** All of those. */
    needingLook: async (times: WatchTimes): Promise<string[]> =>
      idsSchema.parse(
        statement(db, `SELECT s.shipment_id FROM shipment s WHERE ${NEEDS_LOOK_SQL}`)
          .pluck()
          .all({ ...times }),
      ),

    tiles: async (times: WatchTimes) => tilesOf(db, times),

    whereabouts: async (times: WatchTimes, before: number | null, limit: number) =>
      whereabouts(db, times, before, limit),

    stats: async (from: Date, until: Date) => shipmentStats(db, from, until),

    /** These, as far as they are known, in their order. */
    async *these(shipmentIds: readonly string[]): AsyncGenerator<ShipmentBatch> {
      yield { shipments: shipmentIds.flatMap((shipmentId) => shipmentOf(db, shipmentId) ?? []), next: null }
    },

    /**
     * Everything that matches, newest first, a few hundred rows at a time; changes meanwhile are included.
     * @param after `next` of an earlier batch, to continue behind it
     */
    async *each(filter: StoreFilter, after?: string): AsyncGenerator<ShipmentBatch> {
      let end = after === undefined ? null : readCursor(NEWEST_FIRST, after)
      for (;;) {
        const rows = pageOf(db, filterSql(db, filter), { ...NEWEST_FIRST, end, limit: EXPORT_ROWS + 1, offset: 0 })
        const reported = rows.slice(0, EXPORT_ROWS)
        const last = reported.at(-1)
        end = last && rows.length > EXPORT_ROWS ? endOf('created', last) : null
        yield { shipments: reported.map((row) => toShipment(db, row)), next: end && writeCursor(NEWEST_FIRST, end) }
        if (end === null) return
      }
    },

    /** Gives search words to rows that have none yet. Returns how many it did. */
    indexWords: async (limit: number): Promise<number> =>
      hasMissingWords(db) ? inTransaction(db, () => indexMissingWords(db, limit)) : 0,
  }
}
