import { z } from 'zod'
import type { ChangeState } from '../../machine/change.ts'
import { shipmentCancelSchema, shipmentUpdateSchema } from '../../freight/shipment-change.ts'
import { approvedBySchema, clerkReferenceSchema, type Cancellation } from './booking.ts'
import type { StationErrorData } from '../error.ts'
import { daySchema } from '../../freight/scalar.ts'
import { idSchema } from '../limits.ts'

const updateSchema = shipmentUpdateSchema.extend({
  kind: z.literal('update'),
  reference: clerkReferenceSchema.min(1, 'reference must not be empty').optional(),
  /** Of unsent bookings only: the service takes no other day once it has the booking. */
  pickupDate: daySchema.optional(),
})

/** The requested change of a shipment. */
export const wantedChangeSchema = z.discriminatedUnion(
  'kind',
  [
    updateSchema.refine(
      ({ reference, instructions, consigneeInfo, pickupDate }) =>
        reference !== undefined ||
        instructions !== undefined ||
        pickupDate !== undefined ||
        Object.values(consigneeInfo ?? {}).some((value) => value !== undefined),
      { error: 'give at least one of reference, instructions, consigneeInfo, and pickupDate' },
    ),
    shipmentCancelSchema.extend({ kind: z.literal('cancel') }),
  ],
  { error: 'kind must be update or cancel' },
)
export type WantedChange = z.output<typeof wantedChangeSchema>

/** As a person asks for it: a cancellation asks for the refund by default. */
const askedChangeSchema = wantedChangeSchema.transform((change): WantedChange =>
  change.kind === 'cancel' ? { ...change, refundRequested: change.refundRequested ?? true } : change,
)

/** Input of `bookings.requestChange`: of a booking, or of any shipment known here. */
export const changeInputSchema = z
  .object({
    /** A key of the form being submitted: the same key twice is one change. */
    submissionId: z.string().min(8).max(64),
    bookingId: idSchema('bookingId').optional(),
    shipmentId: z.string().min(1).max(120).optional(),
    change: askedChangeSchema,
    /** Whose approval a rule needs for another consignee. */
    approvedBy: approvedBySchema,
  })
  .refine(({ bookingId, shipmentId }) => (bookingId === undefined) !== (shipmentId === undefined), {
    error: 'give either a bookingId or a shipmentId',
  })
export type ChangeInput = z.output<typeof changeInputSchema>

/** A change as the screens see it. */
export interface ShipmentChange {
  changeId: string
  bookingId: string | null
  /** Null while the booking is not known to be booked. */
  shipmentId: string | null
  change: WantedChange
  state: ChangeState
  error: StationErrorData | null
  /** Of a cancellation that is DONE; null when nothing had to be sent for it. */
  cancellation: Cancellation | null
  /** When the next try or the next look is due. */
  nextAt: string | null
  createdAt: string
  updatedAt: string
}
