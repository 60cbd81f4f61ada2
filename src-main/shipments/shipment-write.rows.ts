import { z } from 'zod'
import { mayReplaceStatus } from '../../src-shared/machine/shipment.ts'
import type { ShipmentReport } from '../../src-shared/site/tracking.ts'
import type { ShipmentAddress } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { kept } from '../data/forget/on-write.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { applyEvents, eventKeysOf } from './event-write.rows.ts'
import { placeOf } from './place.ts'
import { rowOf } from './shipment-read.rows.ts'
import type { CachedShipment, ShipmentRow } from './shipment-row.rows.ts'
import { isLongName, wordsOf, type Wordy } from './words.ts'

/** A timestamp as milliseconds since 1970; null for none. */
export function instantMs(timestamp: string | null): number | null {
  if (timestamp === null) return null
  const ms = Date.parse(timestamp)
  return Number.isNaN(ms) ? null : ms
}

/** Takes in one report. True when it had something new. */
export function upsertOne(db: SqliteDatabase, reported: ShipmentReport, at: Date): boolean {
  const before = rowOf(db, reported.shipmentId)
  const report = withoutForgotten(db, reported, before?.shipment.createdAt ?? utc(reported.createdAt))
  if (!before) {
    insert(db, report, at)
    return true
  }
  const merged = merge(before.shipment, report, at)
  const hasDetail = before.hasDetail || report.hasDetail
  if (isSame(before, merged) && hasDetail === before.hasDetail && before.isIndexed) {
    statement(db, 'UPDATE shipment SET seen_at = ? WHERE place = ?').run(merged.seenAt, before.place)
    return false
  }
  update(db, before, merged, hasDetail)
  return true
}

/** A person who was forgotten since the shipment was made does not come back with a service report of it. */
function withoutForgotten(db: SqliteDatabase, report: ShipmentReport, madeAt: string | null): ShipmentReport {
  const of = (address: ShipmentAddress | null): ShipmentAddress | null =>
    address && {
      ...address,
      companyName: kept(db, address.companyName, madeAt),
      contactName: kept(db, address.contactName, madeAt),
      address1: kept(db, address.address1, madeAt),
      address2: kept(db, address.address2, madeAt),
    }
  return {
    ...report,
    origin: of(report.origin),
    destination: of(report.destination),
    instructions: kept(db, report.instructions, madeAt),
  }
}

const BY_NAME = `tracking_number = @trackingNumber, pro_number = @proNumber, pickup_number = @pickupNumber, reference = @reference, status = @status,
  provider = @provider, service = @service, total_minor = @minor, currency = @currency, origin = @origin,
  destination = @destination, pieces = @pieces, weight_lb = @weightLb, instructions = @instructions,
  created_at = @createdAt, estimated_pickup = @estimatedPickup, estimated_delivery = @estimatedDelivery,
  actual_pickup = @actualPickup, actual_delivery = @actualDelivery, due_at = @dueAt, departed_at = @departedAt,
  delivered_at = @deliveredAt, is_on_time = @isOnTime, has_detail = @hasDetail, is_indexed = 1, seen_at = @seenAt`

function update(db: SqliteDatabase, before: ShipmentRow, merged: CachedShipment, hasDetail: boolean): void {
  const { place } = before
  const values = { ...columnsOf(merged, hasDetail), place }
  statement(db, `UPDATE shipment SET ${BY_NAME} WHERE place = @place`).run(values)
  if (merged.status !== before.shipment.status) noteExceptionOfStatus(db, place, merged)
  const words = wordsOf(merged)
  if (before.isIndexed && words === wordsOf(before.shipment)) return
  if (before.isIndexed) statement(db, 'DELETE FROM shipment_text WHERE rowid = ?').run(place)
  indexWords(db, place, words)
}

/** A report that leads into or out of an exception names no code: the newest exception event does. */
function noteExceptionOfStatus(db: SqliteDatabase, place: number, { status, shipmentId }: CachedShipment): void {
  statement(
    db,
    `UPDATE shipment SET exception_code = CASE WHEN @status = 'EXCEPTION' THEN (
       SELECT exception_code FROM tracking_event WHERE shipment_id = @shipmentId AND status = 'EXCEPTION'
       ORDER BY at DESC, event_id DESC LIMIT 1) END
     WHERE place = @place`,
  ).run({ status, shipmentId, place })
}

function insert(db: SqliteDatabase, { hasDetail, ...report }: ShipmentReport, at: Date): void {
  const shipment: CachedShipment = { ...report, createdAt: utc(report.createdAt), seenAt: at.toISOString() }
  const createdMs = instantMs(shipment.createdAt) ?? at.getTime()
  const isTaken = statement(db, 'SELECT 1 FROM shipment WHERE place = ?')
  const place = placeOf(createdMs, shipment.shipmentId, (candidate) => isTaken.get(candidate) !== undefined)
  statement(
    db,
    `INSERT INTO shipment (place, shipment_id, tracking_number, pro_number, pickup_number, reference, status, provider, service, total_minor,
       currency, origin, destination, pieces, weight_lb, instructions, created_at, estimated_pickup, estimated_delivery,
       actual_pickup, actual_delivery, due_at, heard_at, departed_at, delivered_at, is_on_time, has_detail, is_indexed,
       first_seen_at, seen_at, checked_at)
     VALUES (@place, @shipmentId, @trackingNumber, @proNumber, @pickupNumber, @reference, @status, @provider, @service, @minor, @currency,
       @origin, @destination, @pieces, @weightLb, @instructions, @createdAt, @estimatedPickup, @estimatedDelivery,
       @actualPickup, @actualDelivery, @dueAt, @heardAt, @departedAt, @deliveredAt, @isOnTime, @hasDetail, 1, @seenAt,
       @seenAt, 0)`,
  ).run({ ...columnsOf(shipment, hasDetail), place, heardAt: createdMs })
  indexWords(db, place, wordsOf(shipment))
  // Its events may have come first.
  applyEvents(db, shipment.shipmentId, eventKeysOf(db, shipment.shipmentId))
}

/** A summary never clears the fields of a detail; a late answer never moves a state back. */
function merge(before: CachedShipment, report: ShipmentReport, at: Date): CachedShipment {
  return {
    shipmentId: before.shipmentId,
    trackingNumber: report.trackingNumber ?? before.trackingNumber,
    proNumber: report.proNumber ?? before.proNumber,
    pickupNumber: report.pickupNumber ?? before.pickupNumber ?? null,
    reference: report.reference ?? before.reference,
    status: mayReplaceStatus(before.status, report.status) ? report.status : before.status,
    provider: report.provider ?? before.provider,
    service: report.service ?? before.service,
    total: report.total ?? before.total,
    origin: report.origin ?? before.origin,
    destination: report.destination ?? before.destination,
    pieces: report.pieces ?? before.pieces,
    weightLb: report.weightLb ?? before.weightLb,
    instructions: report.instructions ?? before.instructions,
    // The first word stays: the place in the order follows from it.
    createdAt: before.createdAt ?? utc(report.createdAt),
    estimatedPickup: report.estimatedPickup ?? before.estimatedPickup,
    estimatedDelivery: report.estimatedDelivery ?? before.estimatedDelivery,
    actualPickup: report.actualPickup ?? before.actualPickup,
    actualDelivery: report.actualDelivery ?? before.actualDelivery,
    seenAt: at.toISOString(),
  }
}

function isSame(before: ShipmentRow, merged: CachedShipment): boolean {
  const { seenAt: _, ...rest } = merged
  const { seenAt: __, ...known } = before.shipment
  return JSON.stringify(known) === JSON.stringify({ ...known, ...rest })
}

function columnsOf(shipment: CachedShipment, hasDetail: boolean) {
  const { origin, destination, total, ...plain } = shipment
  const deliveredAt = instantMs(shipment.actualDelivery)
  const dueAt = instantMs(shipment.estimatedDelivery)
  return {
    ...plain,
    pickupNumber: shipment.pickupNumber ?? null,
    minor: total?.minor ?? null,
    currency: total?.currency ?? null,
    origin: origin && JSON.stringify(origin),
    destination: destination && JSON.stringify(destination),
    dueAt,
    departedAt: instantMs(shipment.actualPickup) ?? instantMs(shipment.createdAt),
    deliveredAt,
    isOnTime: deliveredAt === null || dueAt === null ? null : isOnTime(shipment) || deliveredAt <= dueAt ? 1 : 0,
    hasDetail: hasDetail ? 1 : 0,
  }
}

/** Carriers promise a day: both days as the service wrote them, no time zone applied. */
function isOnTime({ actualDelivery, estimatedDelivery }: CachedShipment): boolean {
  return (actualDelivery ?? '').slice(0, 10) <= (estimatedDelivery ?? '').slice(0, 10)
}

export function indexWords(db: SqliteDatabase, place: number, words: string): void {
  // The search index takes a whole number as a row number only when SQLite sees it as one.
  statement(db, 'INSERT INTO shipment_text (rowid, words) VALUES (CAST(? AS INTEGER), ?)').run(place, words)
  for (const word of words.split(' ')) {
    if (isLongName(word)) statement(db, 'INSERT INTO shipment_word VALUES (?) ON CONFLICT DO NOTHING').run(word)
  }
}

/** Are there rows that have no search words yet? */
export const hasMissingWords = (db: SqliteDatabase): boolean =>
  statement(db, 'SELECT 1 FROM shipment INDEXED BY shipment_not_indexed WHERE is_indexed = 0 LIMIT 1').get() !==
  undefined

/** Indexes rows that an earlier version of this file left without words, oldest first. How many it did. */
export function indexMissingWords(db: SqliteDatabase, limit: number): number {
  const rows = statement(
    db,
    'SELECT shipment_id FROM shipment INDEXED BY shipment_not_indexed WHERE is_indexed = 0 ORDER BY place LIMIT ?',
  )
    .pluck()
    .all(limit)
  for (const shipmentId of z.array(z.string()).parse(rows)) {
    const row = rowOf(db, shipmentId)
    if (!row) continue
    const wordy: Wordy = row.shipment
    indexWords(db, row.place, wordsOf(wordy))
    statement(db, 'UPDATE shipment SET is_indexed = 1 WHERE place = ?').run(row.place)
  }
  return rows.length
}

/** A timestamp in one form, UTC with milliseconds, so that text order is time order. */
function utc(timestamp: string | null): string | null {
  const ms = instantMs(timestamp)
  return ms === null ? null : new Date(ms).toISOString()
}
