import { COUNTRIES, type Address } from '../../freight/address.ts'
import type { Stop } from '../../freight/crossborder-quote.ts'
import { dayAt } from '../day.ts'
import type { DirectBooking } from '../../freight/booking.ts'
import { pickupCalendar, type PickupPlace } from './pickup-day.ts'

type Place = Pick<Address, 'country' | 'city' | 'state' | 'postalCode'>
type StopPlace = Pick<Stop, 'country' | 'city' | 'stateOrProvince' | 'zipCode'>

/** The quote request, of either kind, with its pickup place if known. */
export type PickedUp =
  | { kind: 'domestic'; request: { originAddress: Place } }
  | { kind: 'crossborder'; request: { shipperLocation: StopPlace } }

/** Where a stop of a cross-border quote is. */
export const placeOfStop = ({ country, city, stateOrProvince, zipCode }: StopPlace): PickupPlace => ({
  country,
  city,
  state: stateOrProvince,
  postalCode: zipCode,
})

/** Where quoted freight is picked up. */
export const pickupPlaceOf = (quoted: PickedUp): PickupPlace =>
  quoted.kind === 'domestic' ? quoted.request.originAddress : placeOfStop(quoted.request.shipperLocation)

/** A booking, with its pickup place if known. */
export type PickedUpBooking =
  | { kind: 'direct'; request: Pick<DirectBooking, 'originAddress'> }
  | { kind: 'quote' | 'load'; origin: PickedUp | null }

/** Where a booking is picked up; null: an old one without that. */
export const pickupPlaceOfBooking = (booking: PickedUpBooking): PickupPlace | null =>
  booking.kind === 'direct' ? booking.request.originAddress : booking.origin && pickupPlaceOf(booking.origin)

/** The pickup place of a booking: an old one without a place is assumed in the US. */
export const pickupFrom = (booking: PickedUpBooking): PickupPlace =>
  pickupPlaceOfBooking(booking) ?? { country: COUNTRIES[0] }

/** The day it is where a booking is picked up; on this machine's calendar where the place is not known. */
export function dayAtPickup(booking: PickedUpBooking, moment: Date): string {
  const from = pickupPlaceOfBooking(booking)
  return from === null ? dayAt(moment) : pickupCalendar(from, moment).day
}
