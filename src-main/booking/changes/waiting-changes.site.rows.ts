import { whenBookingEnds } from '../../../src-shared/machine/change.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import { toChange } from './change-row.ts'
import type { SiteQueries } from '../../site-server/site-database.ts'
import { moveSiteChange } from './change-write.site.rows.ts'

/** As in a ledger: changes that waited for the outcome of a booking get its shipment, or end. */
export async function settleWaitingChanges(tx: SiteQueries, now: Date, booking: LedgerBooking): Promise<void> {
  const { bookingId, state, shipmentId } = booking
  const waiting = await tx.all(
    `SELECT * FROM shipment_change WHERE booking_id = $1 AND state = 'QUEUED' AND shipment_id IS NULL
     ORDER BY seq FOR UPDATE`,
    bookingId,
  )
  for (const change of waiting.map(toChange)) {
    const move = whenBookingEnds({ kind: change.change.kind, restoredFrom: change.restoredFrom }, booking, now)
    if (move === null) continue
    const detail = { bookingId, booking: state, ...(state === 'BOOKED' && { shipmentId }) }
    await moveSiteChange(tx, now, change, { ...move, detail })
  }
}
