import { z } from 'zod'
import type { BookingState } from '../../machine/booking.ts'
import { daySchema } from '../../freight/scalar.ts'

/** How many days are on the calendar of pickups. */
export const PICKUP_DAYS = 7

/** The pickups of one carrier on one day: as many as `pickups.list` lists. */
export interface PickupCount {
  /** YYYY-MM-DD */
  day: string
  carrier: string
  count: number
  /** Of `count`, those that the service has not confirmed. */
  unbooked: number
  /** Of `count`, those that the carrier has. */
  taken: number
}

/** The pickups of PICKUP_DAYS days. */
export interface PickupWeek {
  /** YYYY-MM-DD, its first day. */
  from: string
  /** By day, then by carrier. */
  counts: PickupCount[]
  /** False: there are so many that those of the last days are not counted. */
  isComplete: boolean
}

/** One pickup. */
export interface Pickup {
  bookingId: string
  reference: string
  state: BookingState
  /** Null: it is not known to be booked. */
  shipmentId: string | null
  /** As the carrier last reported; null: not reported. */
  status: string | null
  carrier: string
  consigneeName: string
  destination: string
  /** YYYY-MM-DD */
  pickupDate: string
}

export interface PickupList {
  /** In the order they were booked; at most MOST_PICKUPS_LISTED. */
  pickups: Pickup[]
  /** How many there are. */
  count: number
}
export const MOST_PICKUPS_LISTED = 500

export const pickupWeekSchema = z.object({ from: daySchema })
/** Input of `pickups.list`; without a carrier those of all. */
export const pickupListSchema = z.object({ day: daySchema, carrier: z.string().min(1).max(200).optional() })
