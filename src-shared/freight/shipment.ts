import { z } from 'zod'
import { addressViewSchema, partySchema } from './address.ts'
import { cargoSchema } from './cargo.ts'
import { labelSchema } from './document.ts'
import { amountSchema, openEnum, timestampSchema } from './scalar.ts'

/** Shipment statuses (section States and transitions). */
export const SHIPMENT_STATUSES = [
  'PENDING',
  'PICKUP_SCHEDULED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'EXCEPTION',
  'CANCELLED',
  'RETURNED',
] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** `data` of POST /book-shipment. Only the id is indispensable: it proves the booking. */
export const bookedShipmentSchema = z.object({
  shipmentId: z.string().min(1),
  trackingNumber: z.string().nullish(),
  proNumber: z.string().nullish(),
  status: openEnum(SHIPMENT_STATUSES),
  provider: z.string().nullish(),
  service: z.string().nullish(),
  labels: z.array(labelSchema).nullish(),
  estimatedPickup: timestampSchema.nullish(),
  estimatedDelivery: timestampSchema.nullish(),
  totalCost: amountSchema.nullish(),
  currency: z.string().nullish(),
  createdAt: timestampSchema.nullish(),
})
export type BookedShipment = z.infer<typeof bookedShipmentSchema>

/** Element of GET /shipments. Note: a summary carries no reference. */
export const shipmentSummarySchema = z.object({
  shipmentId: z.string().min(1),
  trackingNumber: z.string().nullish(),
  status: openEnum(SHIPMENT_STATUSES),
  provider: z.string().nullish(),
  service: z.string().nullish(),
  totalCost: amountSchema.nullish(),
  currency: z.string().nullish(),
  estimatedDelivery: timestampSchema.nullish(),
  actualDelivery: timestampSchema.nullish(),
  createdAt: timestampSchema.nullish(),
})
export type ShipmentSummary = z.infer<typeof shipmentSummarySchema>

/** `data` of GET /tracking/lookup/{loadId}: the whole Shipment. */
export const shipmentDetailSchema = bookedShipmentSchema.extend({
  originAddress: addressViewSchema.nullish(),
  destinationAddress: addressViewSchema.nullish(),
  cargo: z.array(cargoSchema.partial()).nullish(),
  shipperInfo: partySchema.nullish(),
  consigneeInfo: partySchema.nullish(),
  reference: z.string().nullish(),
  instructions: z.string().nullish(),
  actualPickup: timestampSchema.nullish(),
  actualDelivery: timestampSchema.nullish(),
  updatedAt: timestampSchema.nullish(),
})
export type ShipmentDetail = z.infer<typeof shipmentDetailSchema>

const day = z.union([z.iso.date(), timestampSchema])

/** Query of GET /shipments. */
export const shipmentQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  status: z.enum(SHIPMENT_STATUSES).optional(),
  provider: z.string().optional(),
  trackingNumber: z.string().optional(),
  reference: z.string().optional(),
  createdAfter: day.optional(),
  createdBefore: day.optional(),
  sort: z.enum(['createdAt', 'totalCost', 'deliveryDate']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export type ShipmentQuery = Partial<z.output<typeof shipmentQuerySchema>>
