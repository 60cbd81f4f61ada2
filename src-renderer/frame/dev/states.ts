import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { PRINT_JOB_STATES } from '../../../src-shared/station/printing/printing.ts'

/** Every state that a chip shows, kind by kind. */
export const STATES = [
  { kind: 'booking', states: BOOKING_STATES },
  { kind: 'job', states: PRINT_JOB_STATES },
  { kind: 'shipment', states: SHIPMENT_STATUSES },
] as const
