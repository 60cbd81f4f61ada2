import type { ShipmentChange } from '../../../src-shared/station/booking/change.ts'
import type { LedgerChange } from './change-row.ts'

/** What a screen sees of a change: without the outbox's own bookkeeping. */
export function changeView({ environment: _environment, attempts: _attempts, ...view }: LedgerChange): ShipmentChange {
  return view
}
