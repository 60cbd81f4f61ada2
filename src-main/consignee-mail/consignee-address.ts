import type { BookingWire } from '../../src-shared/station/booking/record.ts'
import type { LedgerChange } from '../booking/changes/change-row.ts'

/** The e-mail address that a booking names for its consignee; null: none. */
export function consigneeAddress({ kind, request }: Pick<BookingWire, 'kind' | 'request'>): string | null {
  const ofAddress = kind === 'direct' && 'destinationAddress' in request ? request.destinationAddress.email : undefined
  return request.consigneeInfo?.email?.trim() || ofAddress?.trim() || null
}

/** The one that the newest change to the shipment has given; null: none has. @param changes newest first */
export function changedAddress(changes: readonly LedgerChange[]): string | null {
  for (const { state, change } of changes) {
    if (state !== 'DONE' || change.kind !== 'update') continue
    const email = change.consigneeInfo?.email?.trim()
    if (email) return email
  }
  return null
}
