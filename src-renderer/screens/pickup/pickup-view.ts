import { readDockTime } from '../../../src-shared/freight/dock-time.ts'
import { isLive, isQueued, needsPerson } from '../../../src-shared/machine/booking.ts'
import { isEnded } from '../../../src-shared/machine/shipment.ts'
import type { BookingContent } from '../../../src-shared/station/booking/booking-content.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import { cutoffOf, type Cutoff } from '../../../src-shared/station/booking/cutoff.ts'
import { timeOn } from '../../../src-shared/station/day.ts'
import { zoneOfAddress } from '../../../src-shared/station/place-zone.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import { humaniseCode } from '../../locale/format.ts'
import { momentOn } from '../quote/cross-border/stops/dock-zone.ts'

/** The known data of one: a booking, its shipment, or both. */
export interface PickupOf {
  booking: Booking | null
  shipment: Shipment | null
  /** Its request; null: not read yet, or booked elsewhere. */
  content: BookingContent | null
}

/** A pickup as a person who calls the carrier needs it. Moments are milliseconds since 1970. */
export interface PickupView {
  carrier: string
  /** YYYY-MM-DD; null: unknown. */
  day: string | null
  /** When the carrier took the freight; null: it has not yet. */
  pickedUpAt: string | null
  /** The service's number of the pickup; null: it gives none. */
  confirmation: string | null
  /** When freight and dock are ready, as requested; null: not requested. */
  window: { from: number | null; until: number | null } | null
  /** When its truck leaves on that day, on the clock of the origin. */
  cutoffAt: number | null
  place: string | null
  phone: string | null
  /** The time zone of the origin; undefined: not known, and times are this machine's. */
  zone: string | undefined
  /** `here`: another day can be had; `never`: the service has it and takes no other day; `over`: there is nothing to change. */
  dayChange: 'here' | 'never' | 'over'
}

export function pickupView({ booking, shipment, content }: PickupOf, cutoffs: readonly Cutoff[]): PickupView | null {
  const carrier = booking?.carrierName ?? humaniseCode(shipment?.provider ?? '')
  const truck = cutoffOf(cutoffs, carrier)
  const origin = originOf(content, shipment)
  const zone = (origin && zoneOfAddress(origin)) ?? undefined
  const reported = shipment?.estimatedPickup?.slice(0, 10) ?? null
  const day = (booking?.pickupDate ? booking.pickupDate : null) ?? reported
  const pickedUpAt = shipment?.actualPickup ?? null
  if (day === null && pickedUpAt === null) return null
  const cutoff = day !== null && truck?.time ? (zone ? momentOn(zone, day, truck.time) : timeOn(day, truck.time)) : null
  return {
    carrier,
    day,
    pickedUpAt,
    confirmation: shipment?.pickupNumber ?? null,
    window: windowOf(content),
    cutoffAt: cutoff?.getTime() ?? null,
    place: truck?.place ?? null,
    phone: truck?.phone ?? null,
    zone,
    dayChange: dayChangeOf(booking, shipment),
  }
}

/** Where it is picked up, as far as it was requested or reported. */
interface Origin {
  city: string | null
  state: string | null
  postalCode: string | null
  country: string | null
}

function originOf(content: BookingContent | null, shipment: Shipment | null): Origin | null {
  if (content?.direct) return content.direct.originAddress
  if (content?.quoted?.kind === 'domestic') return content.quoted.request.originAddress
  if (content?.quoted?.kind === 'crossborder') {
    const { city, stateOrProvince, zipCode, country } = content.quoted.request.shipperLocation
    return { city, state: stateOrProvince, postalCode: zipCode, country }
  }
  return shipment?.origin ?? null
}

/** A cross-border quote asks for one: ready, or open, until the dock closes. */
function windowOf(content: BookingContent | null): PickupView['window'] {
  if (content?.quoted?.kind !== 'crossborder') return null
  const { readyTime, openTime, closeTime } = content.quoted.request.shipperLocation
  const from = readDockTime(readyTime ?? openTime ?? '')?.at ?? null
  const until = readDockTime(closeTime ?? '')?.at ?? null
  return from === null && until === null ? null : { from, until }
}

function dayChangeOf(booking: Booking | null, shipment: Shipment | null): PickupView['dayChange'] {
  const isOver = shipment !== null && (shipment.actualPickup !== null || isEnded(shipment))
  if (booking === null || isOver) return 'over'
  if (isQueued(booking) || (needsPerson(booking) && booking.question?.kind === 'pickup-passed')) return 'here'
  return isLive(booking) ? 'never' : 'over'
}
