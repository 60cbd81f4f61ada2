import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../freight/shipment.ts'
import type { Booking } from './booking.ts'
import type { Money } from './money.ts'
import type { PrintJob } from './printing.ts'

/** An address as the screens show it. */
export interface ShipmentAddress {
  companyName: string | null
  contactName: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  country: string | null
}

/** A shipment in the cache, one row of the Track grid. */
export interface Shipment {
  shipmentId: string
  trackingNumber: string | null
  proNumber: string | null
  reference: string | null
  /** A shipment status of the interface; an unknown word is kept as it came. */
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

/** Input of `shipments.search`. */
export const shipmentSearchSchema = z.object({
  /** Words that must all start a word of reference, tracking, PRO, carrier, city or company. */
  text: z.string().trim().max(120).default(''),
  status: z.enum(SHIPMENT_STATUSES).optional(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(200).default(50),
})

export interface ShipmentPage {
  rows: Shipment[]
  total: number
  /** How many shipments there are in each status, over everything cached. */
  counts: Record<string, number>
  /** When the cache last heard from the service; null: never. */
  updatedAt: string | null
}

export interface ShipmentDetail {
  shipment: Shipment
  /** Newest first. */
  events: TrackingEvent[]
  booking: Booking | null
  jobs: PrintJob[]
  hasLabel: boolean
}
