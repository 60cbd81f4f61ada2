import { z } from 'zod'
import { partySchema } from './address.ts'
import { quoteBookingSchema } from './booking.ts'
import { SHIPMENT_STATUSES } from './shipment.ts'
import { amountSchema, openEnum, timestampSchema } from './scalar.ts'

/** Body of `POST /update-shipment/{loadId}` that updates: any of these fields, one at least. */
export const shipmentUpdateSchema = z.object({
  reference: quoteBookingSchema.shape.reference,
  instructions: quoteBookingSchema.shape.instructions,
  consigneeInfo: partySchema.optional(),
})
export type ShipmentUpdate = z.infer<typeof shipmentUpdateSchema>

/** Body of `POST /update-shipment/{loadId}` that cancels. */
export const shipmentCancelSchema = z.object({
  reason: z.string().trim().min(1, 'a reason is required to cancel').max(300),
  refundRequested: z.boolean().optional(),
})
export type ShipmentCancel = z.infer<typeof shipmentCancelSchema>

/** Either body; the interface does not show how to distinguish them, and no field is in both. */
export const shipmentChangeSchema = z.union([shipmentUpdateSchema, shipmentCancelSchema])

/** `data` of an update. */
export const updatedShipmentSchema = z.object({
  shipmentId: z.string().min(1),
  status: openEnum(SHIPMENT_STATUSES),
  reference: z.string().nullish(),
  instructions: z.string().nullish(),
  updatedAt: timestampSchema,
})
export type UpdatedShipment = z.infer<typeof updatedShipmentSchema>

/** `refundStatus`; the interface shows PROCESSING alone. */
const REFUND_STATUSES = ['PROCESSING', 'COMPLETED', 'NOT_REQUESTED'] as const

/** `data` of a cancellation. */
export const cancelledShipmentSchema = z.object({
  shipmentId: z.string().min(1),
  status: openEnum(SHIPMENT_STATUSES),
  cancellationReason: z.string().nullish(),
  refundAmount: amountSchema.nullish(),
  refundStatus: openEnum(REFUND_STATUSES).nullish(),
  cancelledAt: timestampSchema.nullish(),
})
export type CancelledShipment = z.infer<typeof cancelledShipmentSchema>
