import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({
  environment: z.string(),
  events_until: z.string().nullable(),
  filled_until: z.string().nullable(),
  updated_at: z.string().nullable(),
  shipments_before: z.string().nullable(),
  shipments_page: z.int(),
  shipments_total: z.int().nullable(),
  has_shipments: z.int(),
  events_before: z.string().nullable(),
  events_page: z.int(),
  has_events: z.int(),
  created_filter: z.enum(['day', 'time', 'none']),
})

/**
 * How the service takes `createdAfter` and `createdBefore`: as a day, as the interface shows them; as a time; or not at all.
 */
export type CreatedFilter = z.infer<typeof rowSchema>['created_filter']

/** The sums of deleted rows are deleted with them, whole: no trigger counts each row down. */
const NO_ON_TIME = 'DELETE FROM on_time_sum; UPDATE on_time_backfill SET done_to = 0, until = 0;'

/** How far back one list has been read, page by page from the newest. */
export interface FillCursor {
  /** Everything from here on is known; null before the first page. Service time. */
  before: string | null
  /** The next page before that time. */
  page: number
  isDone: boolean
}

/** How far the cache has followed the service. Every time is the service's own, none is read from our clock, but updatedAt. */
export interface SyncCursor {
  /** Timestamp of the newest event taken in; null before the first. */
  eventsUntil: string | null
  /** Creation time of the newest shipment taken in; null before the first. */
  filledUntil: string | null
  /** When the service last answered a sync. */
  updatedAt: string | null
  shipmentsFill: FillCursor
  eventsFill: FillCursor
  /** How many shipments the service reported when the fill began. */
  shipmentsTotal: number | null
  createdFilter: CreatedFilter
}

/** How far a station has read its site's cache. */
export interface NewsCursor {
  /** The cache that the numbers count in; null: none was read yet. */
  cacheId: string | null
  shipments: number
  events: number
}

const newsCursorSchema = z.object({ cacheId: z.string().nullable(), shipments: z.int(), events: z.int() })

const isSame = (a: SyncCursor, b: SyncCursor): boolean => JSON.stringify(a) === JSON.stringify(b)

export type SyncCursorStore = ReturnType<typeof syncCursorStore>

/** Which environment the cache belongs to. It holds one at a time: the copies of another can be fetched again. */
export function syncCursorStore(db: SqliteDatabase) {
  const read = (): SyncCursor => {
    const row = rowSchema.parse(statement(db, 'SELECT * FROM source').get())
    return {
      eventsUntil: row.events_until,
      filledUntil: row.filled_until,
      updatedAt: row.updated_at,
      shipmentsFill: { before: row.shipments_before, page: row.shipments_page, isDone: row.has_shipments === 1 },
      eventsFill: { before: row.events_before, page: row.events_page, isDone: row.has_events === 1 },
      shipmentsTotal: row.shipments_total,
      createdFilter: row.created_filter,
    }
  }

  /** The facts learned of the service's filter before another one was in use are still valid. */
  const begin = (environment: string) =>
    statement(
      db,
      `INSERT INTO source (id, environment, created_filter) VALUES (1, @environment, coalesce(
         (SELECT value FROM service_fact WHERE service = @environment AND fact = 'created-filter'), 'day'))`,
    ).run({ environment })

  return {
    /** Makes the cache this environment's; empties it when it was another's. */
    use: (environment: string): Promise<void> =>
      inTransaction(db, () => {
        const current = statement(db, 'SELECT environment FROM source').pluck().get()
        if (current === environment) return
        db.exec(
          `DELETE FROM quote; DELETE FROM shipment; DELETE FROM shipment_count; DELETE FROM tracking_event;
           ${NO_ON_TIME}
           INSERT INTO shipment_text (shipment_text) VALUES ('delete-all'); DELETE FROM shipment_word;
           DELETE FROM webhook_inbox; DELETE FROM shipment_news; DELETE FROM news_source; DELETE FROM source;`,
        )
        begin(environment)
      }),

    /** Forgets every copy of shipments and events; the next sync fetches them again. Open quotes stay. */
    forget: (): Promise<void> =>
      inTransaction(db, () => {
        const environment = statement(db, 'SELECT environment FROM source').pluck().get()
        db.exec(
          `DELETE FROM shipment; DELETE FROM shipment_count; DELETE FROM tracking_event; ${NO_ON_TIME}
           INSERT INTO shipment_text (shipment_text) VALUES ('delete-all'); DELETE FROM shipment_word;
           DELETE FROM shipment_news; DELETE FROM news_source; DELETE FROM source;`,
        )
        begin(z.string().parse(environment))
      }),

    cursor: async (): Promise<SyncCursor> => read(),

    newsCursor: async (): Promise<NewsCursor> =>
      newsCursorSchema.parse(
        statement(
          db,
          'SELECT site_cache AS cacheId, site_shipments AS shipments, site_events AS events FROM source',
        ).get(),
      ),

    advanceNews: ({ cacheId, shipments, events }: NewsCursor): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE source SET site_cache = ?, site_shipments = ?, site_events = ?').run(
          cacheId,
          shipments,
          events,
        )
      }),

    /** Moves the named fields; the rest stays. */
    advance: async (change: Partial<SyncCursor>): Promise<void> => {
      const before: SyncCursor = read()
      if (isSame(before, { ...before, ...change })) return
      await inTransaction(db, () => {
        const next = { ...read(), ...change }
        statement(
          db,
          `UPDATE source SET events_until = ?, filled_until = ?, updated_at = ?, shipments_before = ?, shipments_page = ?,
             shipments_total = ?, has_shipments = ?, events_before = ?, events_page = ?, has_events = ?, created_filter = ?`,
        ).run(
          next.eventsUntil,
          next.filledUntil,
          next.updatedAt,
          next.shipmentsFill.before,
          next.shipmentsFill.page,
          next.shipmentsTotal,
          next.shipmentsFill.isDone ? 1 : 0,
          next.eventsFill.before,
          next.eventsFill.page,
          next.eventsFill.isDone ? 1 : 0,
          next.createdFilter,
        )
      })
    },
  }
}
