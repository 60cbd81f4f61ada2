import { z } from 'zod'
import { EXCEPTION_REASONS } from '../../src-shared/freight/tracking.ts'
import { addDays, dayOf, isBusinessDay } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure } from '../http/failure.ts'
import { advanceShipments } from '../lifecycle/advance.ts'
import { requireShipment } from '../shipments/store.ts'
import { statement } from '../statement.ts'
import { eventsOf } from '../tracking/store.ts'
import { reasonOf } from '../tracking/view.ts'

const DAY_MS = 86_400_000

export const exceptionSchema = z.object({
  code: z.literal(Object.keys(EXCEPTION_REASONS)),
  description: z.string().min(1).max(200).optional(),
})

/**
 * Lets an exception happen to a shipment that is under way, here and now. Later events are delayed by the fewest days
 * that let it be delivered on a business day.
 * @throws FreightFailure SHIPMENT_NOT_FOUND, SHIPMENT_IMMUTABLE.
 */
export function forceException(
  db: SandboxDatabase,
  shipmentId: string,
  { code, description }: z.output<typeof exceptionSchema>,
  now: number,
): void {
  db.transaction(() => {
    advanceShipments(db, now)
    const { status, actualPickup } = requireShipment(db, shipmentId)
    const [latest] = eventsOf(db, shipmentId, now)
    const end = endOf(db, shipmentId, now)
    if (actualPickup === null || !latest || end === null) {
      throw new FreightFailure(
        'SHIPMENT_IMMUTABLE',
        `${shipmentId} is ${status}; an exception happens between pickup and the end of the way.`,
        { status },
      )
    }
    const at = Math.max(now, latest.at + 1)
    const delayMs = delayTo(end) * DAY_MS
    statement(
      db,
      `UPDATE tracking_event SET at = at + @delayMs, estimated_delivery = estimated_delivery + @delayMs
       WHERE shipment_id = @shipmentId AND at > @now`,
    ).run({ delayMs, shipmentId, now })
    statement(
      db,
      `INSERT INTO tracking_event (event_id, shipment_id, at, status, event_type, description, location, facility_type,
         exception_code, estimated_delivery)
       SELECT @eventId, shipment_id, @at, 'EXCEPTION', 'EXCEPTION', @description, @location, @facilityType, @code,
         estimated_delivery + @delayMs
       FROM shipment WHERE shipment_id = @shipmentId`,
    ).run({
      eventId: `${shipmentId.replace('SHP', 'EVT')}-X${at}`,
      shipmentId,
      at,
      description: description ?? `Exception: ${reasonOf(code).toLowerCase().replaceAll('_', ' ')}`,
      location: JSON.stringify(latest.location),
      facilityType: latest.facilityType,
      code,
      delayMs,
    })
    statement(db, 'UPDATE shipment SET next_event_at = ? WHERE shipment_id = ?').run(at, shipmentId)
    advanceShipments(db, at)
  }).immediate()
}

/** When the last event still to come is due; null: none is. */
function endOf(db: SandboxDatabase, shipmentId: string, now: number): number | null {
  return z.object({ end: z.number().nullable() }).parse(
    statement(
      db,
      `SELECT max(e.at) AS end FROM tracking_event e JOIN shipment s ON s.shipment_id = e.shipment_id
         WHERE e.shipment_id = ? AND e.at > ? AND s.next_event_at IS NOT NULL`,
    ).get(shipmentId, now),
  ).end
}

function delayTo(end: number): number {
  let days = 1
  while (!isBusinessDay(addDays(dayOf(end), days))) days += 1
  return days
}
