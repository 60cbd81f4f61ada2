import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../freight/shipment.ts'
import type { ShipmentAttention, ShipmentNote } from './attention.ts'
import type { BookingState } from '../../machine/booking.ts'
import type { Booking } from '../booking/booking.ts'
import { instantSchema, searchSchema } from '../limits.ts'
import type { Money } from '../money.ts'
import type { PrintJob } from '../printing/printing.ts'

const text = z.string().nullable()

/** An address as the screens show it. */
export const shipmentAddressSchema = z.object({
  companyName: text,
  contactName: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
})
export type ShipmentAddress = z.infer<typeof shipmentAddressSchema>

/** A shipment in the cache, one row of the Track grid. */
export interface Shipment {
  shipmentId: string
  trackingNumber: string | null
  proNumber: string | null
  /** The service's confirmation number of the pickup; null or absent: it gives none. */
  pickupNumber?: string | null | undefined
  reference: string | null
  /** A shipment status of the interface; an unknown word is kept as received. */
  status: string
  provider: string | null
  service: string | null
  total: Money | null
  origin: ShipmentAddress | null
  destination: ShipmentAddress | null
  pieces: number | null
  weightLb: number | null
  instructions: string | null
  createdAt: string | null
  estimatedPickup: string | null
  estimatedDelivery: string | null
  actualPickup: string | null
  actualDelivery: string | null
  lastEvent: TrackingEvent | null
  /** When this row was last confirmed by the service. */
  seenAt: string
}

export interface TrackingEvent {
  eventId: string
  shipmentId: string
  timestamp: string
  status: string
  eventType: string | null
  description: string | null
  city: string | null
  state: string | null
  country: string | null
  facilityType: string | null
  recipient: string | null
  exceptionCode: string | null
  exceptionReason: string | null
}

/**
 * The orders of the Track grid. `lastEvent` is the time of the last event. `delay` has shipments under way first, the
 * most overdue on top, then delivered ones, the latest first.
 */
export const SHIPMENT_SORTS = [
  'created',
  'delivery',
  'status',
  'carrier',
  'reference',
  'pro',
  'tracking',
  'price',
  'pieces',
  'weight',
  'consignee',
  'lane',
  'lastEvent',
  'delay',
] as const
export type ShipmentSort = (typeof SHIPMENT_SORTS)[number]

const FALLING_SORTS: readonly ShipmentSort[] = ['created', 'delivery', 'lastEvent', 'delay']
/** Does it begin with the newest, or the most? All others begin with the least, or by the alphabet. */
export const isFallingSort = (sort: ShipmentSort): boolean => FALLING_SORTS.includes(sort)

/** Which shipments are meant; every filter that is set must fit. */
export const shipmentFilterSchema = z.object({
  /** Words that must all start a word of reference, tracking, PRO, carrier, city or company. */
  text: searchSchema().default(''),
  status: z.enum(SHIPMENT_STATUSES).optional(),
  /** Of the shipment's current exception. */
  exceptionCode: z.string().trim().min(1).max(20).optional(),
  /** The carrier's name exactly as the service writes it. */
  provider: z.string().trim().min(1).max(120).optional(),
  /** Expected before now and not ended. */
  late: z.literal(true).optional(),
  /** Expected today or tomorrow, and neither out for delivery nor in an exception. */
  atRisk: z.literal(true).optional(),
  /** Under way and not heard of for longer than Settings.thresholds.staleHours. */
  stale: z.literal(true).optional(),
  /** Booked, and the carrier does not have it yet. */
  notPickedUp: z.literal(true).optional(),
  /** Exception, late, at risk or stale, and neither acknowledged nor snoozed. */
  attention: z.literal(true).optional(),
  /** Created at or after it; ISO 8601. */
  since: instantSchema.optional(),
})
export type ShipmentFilter = z.output<typeof shipmentFilterSchema>

/** Input of `shipments.search`. */
export const shipmentSearchSchema = shipmentFilterSchema.extend({
  sort: z.enum(SHIPMENT_SORTS).default('created'),
  /** The other way round. */
  isReversed: z.boolean().default(false),
  page: z.int().min(1).max(10_000, 'page must be at most 10000; continue from `next` instead').default(1),
  /** `next` of the page before; `page` is then not looked at. */
  after: z.string().max(500).optional(),
  limit: z.int().min(1).max(200).default(50),
})

export interface ShipmentPage {
  rows: Shipment[]
  total: number
  /** False: there are more than `total`, which stops counting where it would be felt. Absent means true. */
  isTotalExact?: boolean
  /** What `after` needs for the next page; null when this is the last. */
  next?: string | null
  /** How many shipments there are in each status, over everything cached. */
  counts: Record<string, number>
  /** When the cache last heard from the service; null: never. */
  updatedAt: string | null
}

/** How many shipments need a look and why, for the tiles over the grid. Counting stops at TILE_CAP. */
export interface ShipmentTiles {
  /** All shipments in each status, by carrier, and those in an exception by its code: exact. */
  statuses: Record<string, number>
  providers: Record<string, number>
  exceptionCodes: Record<string, number>
  late: number
  atRisk: number
  stale: number
  exceptions: number
}
export const TILE_CAP = 10_000

/** Shipments of which a label is kept here that never came out of a printer, newest first, and at most MOST_UNPRINTED. */
export interface UnprintedLabels {
  shipmentIds: string[]
  /** False: there are more. */
  isComplete: boolean
}
export const MOST_UNPRINTED = 500

/** A booking that brings a shipment back. */
export interface ShipmentReturn {
  bookingId: string
  reference: string
  state: BookingState
  /** Null while it is not known to be booked. */
  shipmentId: string | null
}

export interface ShipmentDetail {
  /** What brings it back, newest first; absent: nothing. */
  returns?: ShipmentReturn[]
  /** What people wrote, oldest first. */
  notes?: ShipmentNote[]
  /** A person's handling of it; null: none. */
  attention?: ShipmentAttention | null
  /** It is in an exception, late, at risk or not heard of, acknowledged or not; absent: it was not looked at. */
  needsLook?: boolean
  shipment: Shipment
  /** Newest first. */
  events: TrackingEvent[]
  booking: Booking | null
  jobs: PrintJob[]
  hasLabel: boolean
}

/** Input of `shipments.stats`; `until` is left out. */
export const statsInputSchema = z
  .object({ from: instantSchema, until: instantSchema })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: 'until must be after from',
  })

export interface ShipmentStats {
  carriers: {
    provider: string | null
    delivered: number
    /** Of those delivered, how many had a promised day. */
    promised: number
    onTime: number
    /** 0 to 1 of the promised; null when none was. */
    onTimeShare: number | null
    /** Days from pickup (booking, where no pickup was reported) to delivery; null when unknown. */
    averageTransitDays: number | null
  }[]
  /** By day (YYYY-MM-DD, UTC) and exception code. */
  exceptions: { day: string; code: string; count: number }[]
}
