import type { BookingWire } from '../../src-shared/station/booking/record.ts'
import type { BookingReader, LedgerBooking } from '../booking/bookings.rows.ts'
import type { LedgerChange } from '../booking/changes/change-row.ts'
import type { ChangeReader } from '../booking/changes/shipment-changes.rows.ts'

export interface AddressPorts {
  bookings: Pick<BookingReader, 'findByShipment'>
  changes: Pick<ChangeReader, 'ofShipment'>
}

const MOST_CHANGES = 50

/** Where a shipment's consignee is written to; null: no address is known. @param booking found already */
export async function addressOfConsignee(
  { bookings, changes }: AddressPorts,
  environment: string,
  shipmentId: string,
  booking?: LedgerBooking,
): Promise<string | null> {
  const changed = changedAddress(await changes.ofShipment(environment, shipmentId, MOST_CHANGES))
  if (changed !== null) return changed
  const of = booking ?? (await bookings.findByShipment(environment, shipmentId))
  return of && consigneeAddress(of)
}

/** The e-mail address that a booking names for its consignee; null: none. */
export function consigneeAddress({ kind, request }: Pick<BookingWire, 'kind' | 'request'>): string | null {
  const ofAddress = kind === 'direct' && 'destinationAddress' in request ? request.destinationAddress.email : undefined
  return request.consigneeInfo?.email?.trim() || ofAddress?.trim() || null
}

/** The one that the newest change to the shipment has given; null: none has. @param changes newest first */
function changedAddress(changes: readonly LedgerChange[]): string | null {
  for (const { state, change } of changes) {
    if (state !== 'DONE' || change.kind !== 'update') continue
    const email = change.consigneeInfo?.email?.trim()
    if (email) return email
  }
  return null
}
