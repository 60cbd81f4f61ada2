import { z } from 'zod'
import type { SiteChangeBody } from '../../../src-shared/site/record.ts'
import type { SiteQueries } from '../site-database.ts'

const heldSchema = z
  .object({ change_id: z.string(), station_id: z.string().nullable(), content_hash: z.string().nullable() })
  .optional()

/** The change that the site has under this id, or of this submission; null: none. */
export async function heldChange(
  db: SiteQueries,
  { changeId, submissionId }: Pick<SiteChangeBody, 'changeId' | 'submissionId'>,
): Promise<{ changeId: string; stationId: string | null; contentHash: string | null } | null> {
  const row = heldSchema.parse(
    await db.one(
      `SELECT change_id, station_id, content_hash FROM shipment_change
       WHERE change_id = $1 OR submission_id = $2 ORDER BY (change_id = $1) DESC LIMIT 1`,
      changeId,
      submissionId,
    ),
  )
  return row === undefined
    ? null
    : { changeId: row.change_id, stationId: row.station_id, contentHash: row.content_hash }
}

const bookedSchema = z.object({ shipment_id: z.string().nullable() }).optional()

/**
 * Is it of a shipment that its station booked without the site, which has no booking of that id (from long before the station
 * joined), or one with another shipment?
 */
export async function isOfAnotherShipment(
  db: SiteQueries,
  { bookingId, shipmentId }: Pick<SiteChangeBody, 'bookingId' | 'shipmentId'>,
): Promise<boolean> {
  if (bookingId === null || shipmentId === null) return false
  const row = bookedSchema.parse(await db.one('SELECT shipment_id FROM booking WHERE booking_id = $1', bookingId))
  if (row === undefined) return true
  const { shipment_id: has } = row
  return has !== null && has !== shipmentId
}

/** It may have been carried out under another timeline: it is looked for before it is sent, once there is a shipment to look at. */
export async function markDoubted(db: SiteQueries, changeId: string): Promise<void> {
  await db.run(
    `UPDATE shipment_change SET state = 'UNKNOWN', updated_at = site_now()
     WHERE change_id = $1 AND state = 'QUEUED' AND shipment_id IS NOT NULL`,
    changeId,
  )
}
