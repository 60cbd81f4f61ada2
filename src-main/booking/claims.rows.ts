import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const referenceSchema = z.string().optional()

/**
 * A shipment is one booking's: the reference of the one that has it, here or as the site reports; null when none does.
 * @param but the booking that asks, which is left out
 */
export function claimantOf(db: SqliteDatabase, environment: string, shipmentId: string, but = ''): string | null {
  // The plus keeps SQLite from an index of the service, which holds every booking ever made there.
  const of = (table: string) =>
    `SELECT reference FROM ${table} WHERE +environment = @environment AND shipment_id = @shipmentId AND booking_id <> @but`
  const sql = `${of('booking')} UNION ALL ${of('site_booking')} LIMIT 1`
  return referenceSchema.parse(statement(db, sql).pluck().get({ environment, shipmentId, but })) ?? null
}
