import { z } from 'zod'
import { LABEL_FORMATS } from '../../src-shared/freight/document.ts'
import { siteBookingSchema, type SiteBooking } from '../../src-shared/site/record.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { carrierServiceOf, type LedgerBooking } from '../booking/booking-row.rows.ts'

const recordsSchema = z.array(jsonColumn(siteBookingSchema))

/** Bookings of the site's other stations on this condition on `site_booking`; none where the station is alone. */
export function bookingsOfOthers(db: SqliteDatabase, where: string, ...values: unknown[]): LedgerBooking[] {
  const records = statement(db, `SELECT record FROM site_booking WHERE ${where}`)
    .pluck()
    .all(...values)
  return recordsSchema.parse(records).map((booking) => asLedgerBooking(db, booking))
}

/** Another station's booking, as every screen reads one. */
function asLedgerBooking(db: SqliteDatabase, booking: SiteBooking): LedgerBooking {
  const { summary, wire, course, batch, hold } = booking
  const { provider = '', service = '' } = { ...summary, ...carrierServiceOf(wire) }
  const hasLabel =
    course.shipmentId !== null &&
    statement(db, 'SELECT 1 FROM label WHERE environment = ? AND shipment_id = ? LIMIT 1').get(
      booking.environment,
      course.shipmentId,
    ) !== undefined
  return {
    ...wire,
    ...course,
    ...{ bookingId: booking.bookingId, environment: booking.environment, reference: booking.reference },
    ...{ carrierName: summary.carrierName, total: summary.total, agreed: summary.agreed, charged: summary.charged },
    ...{ consigneeName: summary.consigneeName, destination: summary.destination, pickupDate: summary.pickupDate },
    ...{ provider, service, byRule: summary.byRule, origin: booking.origin },
    labelFormat: wire.request.labelFormat ?? LABEL_FORMATS[0],
    holdUntil: hold?.day ?? null,
    lease: null,
    batchId: batch?.batchId ?? null,
    batchRow: batch?.row ?? null,
    restoredFrom: null,
    createdAt: booking.createdAt,
    updatedAt: booking.updatedAt,
    hasLabel,
    hasWaitingCancel: false,
    hasOpenChange: false,
  }
}
