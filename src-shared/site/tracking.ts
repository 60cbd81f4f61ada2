import { z } from 'zod'
import { MOST_TRACKED_AT_ONCE } from '../freight/tracking-request.ts'
import { trackShipmentSchema } from '../freight/tracking.ts'
import { stationErrorSchema } from '../station/error.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { QUARANTINE_KINDS, type QuarantineEntry } from '../station/tracking/quarantine.ts'
import { shipmentAddressSchema, type Shipment, type TrackingEvent } from '../station/tracking/shipment.ts'
import { feedSeqSchema } from './identity.ts'

/** At most this many shipments, and this many events, per page. */
export const MOST_NEWS_SHIPMENTS = 200
export const MOST_NEWS_EVENTS = 500

/** A report of a shipment: a list's summary (`hasDetail` false) knows fewer fields than a detail. */
export type ShipmentReport = Omit<Shipment, 'lastEvent' | 'seenAt'> & { hasDetail: boolean }

const text = z.string().nullable()

const shipmentReportSchema = z.object({
  shipmentId: z.string().min(1),
  ...{ trackingNumber: text, proNumber: text, reference: text, status: z.string(), provider: text, service: text },
  pickupNumber: text.optional(),
  total: z.object({ minor: z.int(), currency: z.string() }).nullable(),
  origin: shipmentAddressSchema.nullable(),
  destination: shipmentAddressSchema.nullable(),
  ...{ pieces: z.int().nullable(), weightLb: z.number().nullable(), instructions: text, createdAt: text },
  ...{ estimatedPickup: text, estimatedDelivery: text, actualPickup: text, actualDelivery: text },
  hasDetail: z.boolean(),
}) satisfies z.ZodType<ShipmentReport>

const trackingEventSchema = z.object({
  ...{ eventId: z.string().min(1), shipmentId: z.string().min(1), timestamp: z.string().min(1), status: z.string() },
  ...{ eventType: text, description: text, city: text, state: text, country: text, facilityType: text },
  ...{ recipient: text, exceptionCode: text, exceptionReason: text },
}) satisfies z.ZodType<TrackingEvent>

const cacheIdSchema = idSchema('cacheId')

/** Query of `GET /tracking`: the cache that was read last, and how far. */
export const newsQuerySchema = z.object({
  cacheId: cacheIdSchema.optional(),
  shipments: z.coerce.number().pipe(feedSeqSchema),
  events: z.coerce.number().pipe(feedSeqSchema),
})
export type NewsQuery = z.output<typeof newsQuerySchema>

/** Shipments and events of the site's cache, in the order in which they changed there. */
const newsPageSchema = z.object({
  /** Another one than that of the query: this page begins again. Reports from the former cache are still valid. */
  cacheId: cacheIdSchema,
  shipments: z.array(shipmentReportSchema).max(MOST_NEWS_SHIPMENTS),
  events: z.array(trackingEventSchema).max(MOST_NEWS_EVENTS),
  next: z.object({ shipments: feedSeqSchema, events: feedSeqSchema }),
  hasMore: z.boolean(),
})
export type NewsPage = z.infer<typeof newsPageSchema>

/** How the site follows the freight service. */
const followingSchema = z.object({
  /** When the service last answered a turn of the poller; null: never. */
  updatedAt: instantSchema.nullable(),
  /** Shipments or events of the past are still coming. */
  isFilling: z.boolean(),
  /** Shipments the service reported when that began; null before the first answer. */
  total: z.int().nonnegative().nullable(),
  /** Why the service cannot be asked; null: it answers. */
  trouble: stationErrorSchema.nullable(),
})
export type Following = z.infer<typeof followingSchema>

export const trackingAnswerSchema = newsPageSchema.extend({ following: followingSchema })
export type TrackingAnswer = z.infer<typeof trackingAnswerSchema>

const priority = z.enum(['tracking', 'background'])

/**
 * Body of `POST /tracking/questions`: the shipments that a person of a station wants updated now, not at the poller's
 * next turn.
 */
export const questionSchema = z.discriminatedUnion('ask', [
  /** A whole turn of the poller. */
  z.object({ ask: z.literal('news') }),
  /** One shipment and its events. */
  z.object({ ask: z.literal('shipment'), shipmentId: idSchema('shipmentId'), priority }),
  z.object({
    ask: z.literal('numbers'),
    trackingNumbers: z.array(trackShipmentSchema.shape.trackingNumber).min(1).max(MOST_TRACKED_AT_ONCE),
    priority,
  }),
])
export type Question = z.infer<typeof questionSchema>

/** The service's report, for the station that asked at once; every other station reads it as news. */
export const questionAnswerSchema = z.object({
  shipments: z.array(shipmentReportSchema).max(MOST_TRACKED_AT_ONCE * 2),
  events: z.array(trackingEventSchema).max(20_000),
})
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>

const quarantineEntrySchema = z.object({
  asideId: z.string().max(64),
  kind: z.enum(QUARANTINE_KINDS),
  shipmentId: z.string().max(200).nullable(),
  raw: z.string().max(8_000),
  issues: z.array(z.object({ path: z.string().max(1_000), message: z.string().max(2_000) })).max(1_000),
  firstAt: instantSchema,
  tries: z.int().nonnegative(),
  nextAt: instantSchema,
}) satisfies z.ZodType<QuarantineEntry>

/** Answer of `GET /tracking/set-aside`: service rows that the site could not read, as `tracking.quarantine` has it. */
export const quarantineListSchema = z.object({
  rows: z.array(quarantineEntrySchema).max(100),
  total: z.int().nonnegative(),
})
