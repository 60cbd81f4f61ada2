import { z } from 'zod'
import { amountSchema, dayOrTimestampSchema, openEnum, timestampSchema } from './scalar.ts'

/** Status values of tracking records and events (section Tracking record). */
export const TRACKING_STATUSES = [
  'LABEL_CREATED',
  'PICKUP_SCHEDULED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'EXCEPTION',
  'RETURNED',
] as const
export type TrackingStatus = (typeof TRACKING_STATUSES)[number]

export const EVENT_TYPES = [
  'PICKUP',
  'TRANSIT',
  'DELIVERY_ATTEMPT',
  'DELIVERY',
  'EXCEPTION',
  'CUSTOMS',
  'RETURN',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Exception codes and reasons (section Tracking record). */
export const EXCEPTION_REASONS = {
  '001': 'RECIPIENT_NOT_AVAILABLE',
  '002': 'INCORRECT_ADDRESS',
  '003': 'BUSINESS_CLOSED',
  '004': 'WEATHER_DELAY',
  '005': 'MECHANICAL_DELAY',
  '006': 'CUSTOMS_HOLD',
  '007': 'REFUSED_BY_RECIPIENT',
  '008': 'DAMAGED_PACKAGE',
} as const
export type ExceptionCode = keyof typeof EXCEPTION_REASONS

export const FACILITY_TYPES = ['DELIVERY_VEHICLE', 'DELIVERY_FACILITY', 'PICKUP_LOCATION'] as const

/** A place an event happened at. */
export const eventLocationSchema = z.object({
  address: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  postalCode: z.string().nullish(),
  country: z.string().nullish(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
})
export type EventLocation = z.infer<typeof eventLocationSchema>

/** A tracking event; the event list adds shipmentId, trackingNumber and eventType. */
export const trackingEventSchema = z.object({
  eventId: z.string().min(1),
  timestamp: timestampSchema,
  status: openEnum(TRACKING_STATUSES),
  eventType: openEnum(EVENT_TYPES).nullish(),
  description: z.string().nullish(),
  location: eventLocationSchema.nullish(),
  facilityType: openEnum(FACILITY_TYPES).nullish(),
  shipmentId: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  recipient: z.string().nullish(),
  signature: z.string().nullish(),
  exceptionCode: z.string().nullish(),
  exceptionReason: z.string().nullish(),
})
export type WireTrackingEvent = z.infer<typeof trackingEventSchema>

const endpointSchema = z.object({
  city: z.string().nullish(),
  state: z.string().nullish(),
  country: z.string().nullish(),
})

/** `data` of POST /track/shipment; GET /shipments/{id}/track adds reference and shipmentInfo. Events newest first. */
export const trackingRecordSchema = z.object({
  shipmentId: z.string().min(1),
  trackingNumber: z.string().nullish(),
  proNumber: z.string().nullish(),
  provider: z.string().nullish(),
  service: z.string().nullish(),
  status: openEnum(TRACKING_STATUSES),
  statusDescription: z.string().nullish(),
  estimatedDelivery: timestampSchema.nullish(),
  actualDelivery: timestampSchema.nullish(),
  weight: z.number().nullish(),
  origin: endpointSchema.nullish(),
  destination: endpointSchema.nullish(),
  events: z.array(trackingEventSchema).nullish(),
  lastUpdated: timestampSchema.nullish(),
  reference: z.string().nullish(),
  shipmentInfo: z
    .object({
      totalCost: amountSchema.nullish(),
      currency: z.string().nullish(),
      createdAt: timestampSchema.nullish(),
      estimatedDelivery: timestampSchema.nullish(),
    })
    .nullish(),
})
export type TrackingRecord = z.infer<typeof trackingRecordSchema>

/** Body of POST /track/shipment. */
export const trackShipmentSchema = z.object({
  trackingNumber: z.string().trim().min(1, 'trackingNumber is required').max(64),
})

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** Query of GET /tracking/events. */
export const trackingEventsQuerySchema = z.object({
  shipmentIds: list.optional(),
  trackingNumbers: list.optional(),
  status: z.enum(TRACKING_STATUSES).optional(),
  eventType: z.enum(EVENT_TYPES).optional(),
  after: dayOrTimestampSchema.optional(),
  before: dayOrTimestampSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
