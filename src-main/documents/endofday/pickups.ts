import { isBooked } from '../../../src-shared/machine/booking.ts'
import { isCancelled, isOnTheDock } from '../../../src-shared/machine/shipment.ts'
import {
  MOST_PICKUPS_LISTED,
  PICKUP_DAYS,
  type Pickup,
  type PickupCount,
  type PickupList,
  type PickupWeek,
} from '../../../src-shared/station/booking/pickups.ts'
import { addDays } from '../../../src-shared/station/day.ts'
import type { ShipmentStore } from '../../shipments/shipments.rows.ts'
import type { PickupRows } from './pickup.rows.ts'

export interface PickupsOptions {
  own: PickupRows
  /** The bookings of other stations of the site; null: the station is alone. */
  others: PickupRows | null
  shipments: Pick<ShipmentStore, 'statuses'>
  environment: () => string
}

/** At most this many of the requested days are read, of this station and of the others. */
const MOST = 10_000

export type PickupService = ReturnType<typeof createPickups>

/** Which pickups are on which day: a number and the list behind it are counted of the same rows. */
export function createPickups({ own, others, shipments, environment }: PickupsOptions) {
  async function between(from: string, until: string): Promise<{ pickups: Pickup[]; isComplete: boolean }> {
    const query = { environment: environment(), from, until, limit: MOST }
    const parts = [await own.pickups(query), (await others?.pickups(query)) ?? []]
    const booked = parts.flat()
    const known = await shipments.statuses(booked.flatMap(({ shipmentId }) => shipmentId ?? []))
    const pickups = booked
      .map((pickup) => ({ ...pickup, status: known.get(pickup.shipmentId ?? '')?.status ?? null }))
      .filter(({ status }) => status === null || !isCancelled({ status }))
    return { pickups, isComplete: parts.every(({ length }) => length < MOST) }
  }

  return {
    /** Of the PICKUP_DAYS days from this one on. */
    week: async (from: string): Promise<PickupWeek> => {
      const { pickups, isComplete } = await between(from, addDays(from, PICKUP_DAYS - 1))
      return { from, counts: counted(pickups), isComplete }
    },

    /** Of one day; without a carrier, of all. */
    list: async (day: string, carrier?: string): Promise<PickupList> => {
      const { pickups } = await between(day, day)
      const found = pickups.filter((pickup) => carrier === undefined || pickup.carrier === carrier)
      return { pickups: found.slice(0, MOST_PICKUPS_LISTED), count: found.length }
    },
  }
}

function counted(pickups: readonly Pickup[]): PickupCount[] {
  const counts = new Map<string, PickupCount>()
  for (const { pickupDate: day, carrier, state, status } of pickups) {
    const key = JSON.stringify([day, carrier])
    const count = counts.get(key) ?? { day, carrier, count: 0, unbooked: 0, taken: 0 }
    counts.set(key, count)
    count.count += 1
    if (!isBooked({ state })) count.unbooked += 1
    if (status !== null && !isOnTheDock({ status })) count.taken += 1
  }
  return [...counts.values()].sort((a, b) => a.day.localeCompare(b.day) || a.carrier.localeCompare(b.carrier))
}
