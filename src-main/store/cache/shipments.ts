import { z } from 'zod'
import type { Shipment, TrackingEvent } from '../../../src-shared/station/shipment.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { addressSchema, eventSchema, SELECT_SHIPMENT, text, toShipment } from './shipment-row.ts'
import { searchShipments, type ShipmentQuery } from './shipment-search.ts'
import { mayReplaceStatus } from './status-order.ts'

/** What the service told of a shipment: a list's summary (detail false) knows fewer fields than a detail. */
export type ShipmentReport = Omit<Shipment, 'lastEvent' | 'seenAt'> & { hasDetail: boolean }

export type ShipmentStore = ReturnType<typeof shipmentStore>

/** Shipments and their events as last told by the service. */
export function shipmentStore(db: SqliteDatabase) {
  const get = (shipmentId: string): Shipment | null => {
    const row = statement(db, `${SELECT_SHIPMENT} WHERE s.shipment_id = ?`).get(shipmentId)
    return row === undefined ? null : toShipment(row)
  }

  return {
    /** Takes in what the service told. A summary never wipes what a detail knew; a late answer never moves a state back. */
    upsert: (reports: readonly ShipmentReport[], at: Date): Promise<void> =>
      inTransaction(db, () => {
        for (const report of reports) upsertOne(db, report, at)
      }),

    /** Takes in events; those known already (by eventId) are left alone. Returns the shipments that have new ones. */
    addEvents: (events: readonly TrackingEvent[]): Promise<string[]> =>
      inTransaction(db, () => {
        const touched = new Set<string>()
        for (const event of events) {
          const added = statement(
            db,
            'INSERT INTO tracking_event (event_id, shipment_id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ).run(event.eventId, event.shipmentId, instant(event.timestamp), JSON.stringify(event))
          if (added.changes > 0) touched.add(event.shipmentId)
        }
        for (const shipmentId of touched) noteLastEvent(db, shipmentId)
        return [...touched]
      }),

    get: async (shipmentId: string) => get(shipmentId),

    /** Newest first. */
    events: async (shipmentId: string): Promise<TrackingEvent[]> =>
      statement(db, 'SELECT body FROM tracking_event WHERE shipment_id = ? ORDER BY at DESC, event_id DESC')
        .pluck()
        .all(shipmentId)
        .map((body) => jsonColumn(eventSchema).parse(body)),

    /** Every shipment that carries exactly this code as id, tracking number, PRO or reference. */
    findByCode: async (code: string): Promise<Shipment[]> =>
      statement(
        db,
        `${SELECT_SHIPMENT} WHERE s.rowid IN (
           SELECT rowid FROM shipment WHERE shipment_id = @code
           UNION SELECT rowid FROM shipment WHERE tracking_number = @code
           UNION SELECT rowid FROM shipment WHERE pro_number = @code
           UNION SELECT rowid FROM shipment WHERE reference = @code) ORDER BY s.created_at DESC`,
      )
        .all({ code })
        .map(toShipment),

    /** Was this shipment known here before that moment? Then nothing sent after it can have made it. */
    wasSeenBefore: async (shipmentId: string, moment: Date): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM shipment WHERE shipment_id = ? AND first_seen_at < ?').get(
        shipmentId,
        moment.toISOString(),
      ) !== undefined,

    /** Shipments of which only the list's summary is known, newest first. */
    withoutDetail: async (limit: number): Promise<string[]> =>
      z
        .array(z.string())
        .parse(
          statement(db, 'SELECT shipment_id FROM shipment WHERE has_detail = 0 ORDER BY created_at DESC LIMIT ?')
            .pluck()
            .all(limit),
        ),

    search: async (query: ShipmentQuery) => searchShipments(db, query),
  }
}

function upsertOne(db: SqliteDatabase, report: ShipmentReport, at: Date): void {
  const before = z
    .object({ rowid: z.int(), status: z.string() })
    .optional()
    .parse(statement(db, 'SELECT rowid, status FROM shipment WHERE shipment_id = ?').get(report.shipmentId))
  const status = before && !mayReplaceStatus(before.status, report.status) ? before.status : report.status
  const row = statement(
    db,
    `INSERT INTO shipment (shipment_id, tracking_number, pro_number, reference, status, provider, service, total_minor,
       currency, origin, destination, pieces, weight_lb, instructions, created_at, estimated_pickup, estimated_delivery,
       actual_pickup, actual_delivery, has_detail, first_seen_at, seen_at)
     VALUES (@shipmentId, @trackingNumber, @proNumber, @reference, @status, @provider, @service, @minor, @currency, @origin,
       @destination, @pieces, @weightLb, @instructions, @createdAt, @estimatedPickup, @estimatedDelivery, @actualPickup,
       @actualDelivery, @hasDetail, @seenAt, @seenAt)
     ON CONFLICT (shipment_id) DO UPDATE SET
       tracking_number = coalesce(excluded.tracking_number, tracking_number),
       pro_number = coalesce(excluded.pro_number, pro_number),
       reference = coalesce(excluded.reference, reference),
       status = excluded.status,
       provider = coalesce(excluded.provider, provider),
       service = coalesce(excluded.service, service),
       total_minor = coalesce(excluded.total_minor, total_minor),
       currency = coalesce(excluded.currency, currency),
       origin = coalesce(excluded.origin, origin),
       destination = coalesce(excluded.destination, destination),
       pieces = coalesce(excluded.pieces, pieces),
       weight_lb = coalesce(excluded.weight_lb, weight_lb),
       instructions = coalesce(excluded.instructions, instructions),
       created_at = coalesce(excluded.created_at, created_at),
       estimated_pickup = coalesce(excluded.estimated_pickup, estimated_pickup),
       estimated_delivery = coalesce(excluded.estimated_delivery, estimated_delivery),
       actual_pickup = coalesce(excluded.actual_pickup, actual_pickup),
       actual_delivery = coalesce(excluded.actual_delivery, actual_delivery),
       has_detail = max(has_detail, excluded.has_detail),
       seen_at = excluded.seen_at
     RETURNING rowid, tracking_number, pro_number, reference, provider, origin, destination`,
  ).get({
    ...report,
    status,
    minor: report.total?.minor ?? null,
    currency: report.total?.currency ?? null,
    origin: report.origin && JSON.stringify(report.origin),
    destination: report.destination && JSON.stringify(report.destination),
    createdAt: report.createdAt && instant(report.createdAt),
    hasDetail: report.hasDetail ? 1 : 0,
    seenAt: at.toISOString(),
    total: null,
  })
  indexWords(db, z.object({ rowid: z.int() }).loose().parse(row), before !== undefined)
  // Its events may have come first.
  if (!before) noteLastEvent(db, report.shipmentId)
}

const wordsSchema = z.object({
  tracking_number: text,
  pro_number: text,
  reference: text,
  provider: text,
  origin: jsonColumn(addressSchema).nullable(),
  destination: jsonColumn(addressSchema).nullable(),
})

function indexWords(db: SqliteDatabase, row: { rowid: number }, isKnown: boolean): void {
  const { origin, destination, ...plain } = wordsSchema.parse(row)
  const places = [origin, destination].flatMap((place) => [place?.companyName, place?.city, place?.state])
  const words = [...Object.values(plain), ...places].filter((word) => word !== null && word !== undefined)
  if (isKnown) statement(db, 'DELETE FROM shipment_text WHERE rowid = ?').run(row.rowid)
  statement(db, 'INSERT INTO shipment_text (rowid, words) VALUES (?, ?)').run(row.rowid, words.join(' '))
}

/** The newest event by its own time moves the shipment, if its state may be moved; a late one only joins the timeline. */
function noteLastEvent(db: SqliteDatabase, shipmentId: string): void {
  const newest = z
    .object({ event_id: z.string(), at: z.string(), body: jsonColumn(eventSchema).nullable() })
    .optional()
    .parse(
      statement(
        db,
        'SELECT event_id, at, body FROM tracking_event WHERE shipment_id = ? ORDER BY at DESC, event_id DESC LIMIT 1',
      ).get(shipmentId),
    )
  if (!newest) return
  const current = statement(db, 'SELECT status FROM shipment WHERE shipment_id = ?').pluck().get(shipmentId)
  if (typeof current !== 'string') return
  const told = newest.body ? shipmentStatus(newest.body.status) : current
  statement(db, 'UPDATE shipment SET last_event_id = ?, last_event_at = ?, status = ? WHERE shipment_id = ?').run(
    newest.event_id,
    newest.at,
    mayReplaceStatus(current, told) ? told : current,
    shipmentId,
  )
}

/** A tracking status as a shipment status: LABEL_CREATED is a shipment that is PENDING, the other words are the same. */
function shipmentStatus(trackingStatus: string): string {
  return trackingStatus === 'LABEL_CREATED' ? 'PENDING' : trackingStatus
}

/** A timestamp in one form, UTC with milliseconds, so that text order is time order. */
function instant(timestamp: string): string {
  return new Date(timestamp).toISOString()
}
