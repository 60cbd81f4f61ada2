import { z } from 'zod'
import {
  MOST_NEWS_EVENTS,
  MOST_NEWS_SHIPMENTS,
  type NewsPage,
  type NewsQuery,
  type QuestionAnswer,
  type ShipmentReport,
} from '../../src-shared/site/tracking.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { eventsOf, rowOf } from './shipment-read.rows.ts'
import { SELECT_EVENT, SELECT_SHIPMENT, toEvent, toShipmentRow, type ShipmentRow } from './shipment-row.rows.ts'

/**
 * Of this connection alone, so that no station pays for it. Every write of a service report names `has_detail`; what
 * follows from events alone, each reader makes of the events.
 */
const TRIGGERS = `
CREATE TEMP TRIGGER shipment_told AFTER INSERT ON main.shipment BEGIN
  INSERT OR REPLACE INTO shipment_news (shipment_id) VALUES (new.shipment_id);
END;
CREATE TEMP TRIGGER shipment_retold AFTER UPDATE OF has_detail ON main.shipment BEGIN
  INSERT OR REPLACE INTO shipment_news (shipment_id) VALUES (new.shipment_id);
END;`

const newsRowSchema = z.looseObject({ seq: z.int() })
const eventNumberSchema = z.looseObject({ number: z.int() })

/**
 * What changes in this cache from now on is numbered, so that stations read it in order. How far they have read must not go
 * back with a power cut: each commit reaches the disk.
 */
export function cacheNews(db: SqliteDatabase, ids: Ids) {
  db.pragma('synchronous = FULL')
  db.exec(TRIGGERS)

  async function cacheId(): Promise<string> {
    const kept = () => z.string().optional().parse(statement(db, 'SELECT cache_id FROM news_source').pluck().get())
    return (
      kept() ??
      inTransaction(db, () => {
        statement(db, 'INSERT INTO news_source VALUES (1, ?) ON CONFLICT DO NOTHING').run(ids.next('cache'))
        return z.string().parse(kept())
      })
    )
  }

  return {
    /** What changed after these numbers; from the beginning when they count in another cache. */
    page: async (query: NewsQuery): Promise<NewsPage> => {
      const status = await cacheId()
      const after = query.cacheId === status ? query : { shipments: 0, events: 0 }
      const shipments = statement(
        db,
        `SELECT n.seq, s.* FROM shipment_news n JOIN shipment s USING (shipment_id)
         WHERE n.seq > ? ORDER BY n.seq LIMIT ${MOST_NEWS_SHIPMENTS}`,
      ).all(after.shipments)
      const events = statement(db, `${SELECT_EVENT} WHERE number > ? ORDER BY number LIMIT ${MOST_NEWS_EVENTS}`).all(
        after.events,
      )
      return {
        cacheId: status,
        shipments: shipments.map((row) => reportOf(toShipmentRow(row))),
        events: events.map(toEvent),
        next: {
          shipments: shipments.length === 0 ? after.shipments : newsRowSchema.parse(shipments.at(-1)).seq,
          events: events.length === 0 ? after.events : eventNumberSchema.parse(events.at(-1)).number,
        },
        hasMore: shipments.length === MOST_NEWS_SHIPMENTS || events.length === MOST_NEWS_EVENTS,
      }
    },

    /** One shipment and its events; nothing when it is not known. */
    one: async (shipmentId: string): Promise<QuestionAnswer> => {
      const row = rowOf(db, shipmentId)
      return row === null
        ? { shipments: [], events: [] }
        : { shipments: [reportOf(row)], events: eventsOf(db, shipmentId) }
    },

    /** Shipments that bear these tracking numbers, without their events: those come as news. */
    byNumbers: async (trackingNumbers: readonly string[]): Promise<QuestionAnswer> => ({
      shipments: statement(
        db,
        `${SELECT_SHIPMENT} WHERE s.tracking_number IN (SELECT value FROM json_each(?)) ORDER BY s.place DESC LIMIT 200`,
      )
        .all(JSON.stringify(trackingNumbers))
        .map((row) => reportOf(toShipmentRow(row))),
      events: [],
    }),
  }
}

function reportOf({ shipment, hasDetail }: ShipmentRow): ShipmentReport {
  const { seenAt: _, ...reported } = shipment
  return { ...reported, hasDetail }
}
