import { lateResultOf } from '../../src-shared/machine/upload.ts'
import type { BookingMove, BookingState } from '../../src-shared/machine/booking.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { LedgerBooking } from './booking-row.rows.ts'
import { note } from '../site-server/note.rows.ts'
import { addNotice } from '../site-server/notices.rows.ts'
import type { SiteQueries } from '../site-server/site-database.ts'
import type { PendingResults } from '../site-server/sender/pending-results.ts'
import { bookedTwice } from './booking-write.rows.ts'
import { moveSiteBooking } from './booking-write.site.rows.ts'

type Booked = Extract<BookingMove, { to: 'BOOKED' }>

/**
 * Settles the result of a send whose booking was moved by another meanwhile. A shipment that is the booking's is
 * taken over from any state; one too many at the service is reported, and never silent.
 * @returns the booking as it is now; null: another send of it is under way, and the result is reported again later
 */
export async function settleLate(
  tx: SiteQueries,
  now: Date,
  booking: LedgerBooking,
  move: Booked,
): Promise<LedgerBooking | null> {
  const { shipmentId } = move.shipment
  switch (lateResultOf(booking, shipmentId)) {
    case 'known':
      return booking
    case 'wait':
      return null
    case 'adopt': {
      const detail = { how: 'its own send answered late', ...move.detail }
      if (booking.state === 'UNKNOWN' || booking.state === 'NEEDS_DECISION') {
        return (await moveSiteBooking(tx, now, booking, { ...bare(move), detail })).booking
      }
      const doubted = await moveSiteBooking(tx, now, booking, { to: 'UNKNOWN', dueAt: now, detail })
      return (await moveSiteBooking(tx, now, doubted.booking, { ...bare(move), detail })).booking
    }
    case 'one-too-many':
      await reportOneTooMany(tx, booking, shipmentId)
      return booking
  }
}

/** Without the lease of the send that it was. */
function bare({ to, shipment, charged, pickupDate }: Booked): Booked {
  return { to, shipment, charged, ...(pickupDate !== undefined && { pickupDate }) }
}

async function reportOneTooMany(tx: SiteQueries, booking: LedgerBooking, shipmentId: string): Promise<void> {
  const { bookingId, state } = booking
  const shipmentIds = [shipmentId, ...(booking.shipmentId === null ? [] : [booking.shipmentId])]
  if (!(await addNotice(tx, `one-too-many:${shipmentId}`, bookedTwice(booking, shipmentIds)))) return
  await note(
    tx,
    {
      actor: 'station',
      subjectKind: 'booking',
      subjectId: bookingId,
      action: 'one-too-many',
      detail: { shipmentId, state, has: booking.shipmentId },
    },
    { kind: 'booking', key: bookingId },
  )
}

/** Does this send still hold the booking? */
export function isItsSend(row: { state: BookingState; permit: number }, permit: number | null): boolean {
  return row.state === 'SENDING' && permit !== null && row.permit === permit
}

/** What is to be done with a result that was kept in the sender's own file. */
export async function settlePendingResult(
  tx: SiteQueries,
  now: Date,
  row: { booking: LedgerBooking; permit: number },
  kept: ReturnType<PendingResults['all']>[number],
): Promise<'settled' | 'later'> {
  const { booking } = row
  if (isItsSend({ state: booking.state, permit: row.permit }, kept.permit)) {
    const { lease: _, ...move } = kept.move
    await moveSiteBooking(tx, now, booking, move)
    return 'settled'
  }
  if (kept.move.to !== 'BOOKED') return 'settled'
  return (await settleLate(tx, now, booking, kept.move)) === null ? 'later' : 'settled'
}

/** The database is gone: what came of the send is not lost for that. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof StationError && error.code === 'DATABASE_AWAY'
}
