import { isDone } from '../../../../src-shared/machine/change.ts'
import type { Station } from '../../../station.ts'
import type { Outcome } from './banner.ts'

type OutcomeOf<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>

/** A cancellation's current state; null when nothing has moved. @throws StationError */
export async function followedVoid(station: Station, shown: OutcomeOf<'void'>): Promise<Outcome | null> {
  const { shipment, change } = shown
  const changes = await station.invoke('bookings.changes', { shipmentId: shipment.shipmentId, limit: 20 })
  const now = changes.find(({ changeId }) => changeId === change.changeId)
  if (!now || now.state === change.state) return null
  return { ...shown, change: now, shipment: isDone(now) ? { ...shipment, status: 'CANCELLED' } : shipment }
}

/** The current state of a hold tag's booking; null when nothing has moved. @throws StationError */
export async function followedBooking(station: Station, shown: OutcomeOf<'not-booked'>): Promise<Outcome | null> {
  const { bookingId, updatedAt, hasLabel } = shown.booking
  const booking = await station.invoke('bookings.get', { bookingId })
  return booking.updatedAt === updatedAt && booking.hasLabel === hasLabel ? null : { ...shown, booking }
}
