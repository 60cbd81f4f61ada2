import type { Stop } from '../../freight/crossborder-quote.ts'
import { readDockTime } from '../../freight/dock-time.ts'
import { addDays, daysBetween } from '../day.ts'
import { wallClock, zoneOfAddress } from '../place-zone.ts'

const HOUR_MS = 3_600_000

interface Ends {
  shipperLocation: Stop
  consigneeLocation: Stop
}

/** The day on which a shipper's dock hands over; null: the request names none. */
export function dayOfStop({ scheduledDate, readyTime, openTime }: Stop): string | null {
  return scheduledDate?.slice(0, 10) ?? readDockTime(readyTime ?? openTime ?? '')?.day ?? null
}

/**
 * The same request for another day of pickup, at the same hours on the wall. The hours of a delivery that would come
 * before it move by as many days.
 */
export function onPickupDay<T extends Ends>(request: T, pickupDay: string): T {
  const { shipperLocation, consigneeLocation } = request
  const quoted = dayOfStop(shipperLocation)
  if (quoted === null || quoted === pickupDay) return request
  const days = daysBetween(quoted, pickupDay)
  const delivery = readDockTime(consigneeLocation.openTime ?? consigneeLocation.closeTime ?? '')?.day ?? pickupDay
  return {
    ...request,
    shipperLocation: stopAfter(shipperLocation, days),
    consigneeLocation: delivery < pickupDay ? stopAfter(consigneeLocation, days) : consigneeLocation,
  }
}

function stopAfter(stop: Stop, days: number): Stop {
  const { scheduledDate, openTime, closeTime, readyTime, country, city, stateOrProvince, zipCode } = stop
  const zone = zoneOfAddress({ country, city, state: stateOrProvince, postalCode: zipCode })
  return {
    ...stop,
    ...(scheduledDate && { scheduledDate: addDays(scheduledDate.slice(0, 10), days) + scheduledDate.slice(10) }),
    ...(openTime && { openTime: timeAfter(openTime, days, zone) }),
    ...(closeTime && { closeTime: timeAfter(closeTime, days, zone) }),
    ...(readyTime && { readyTime: timeAfter(readyTime, days, zone) }),
  }
}

/** So many days later on the wall at the dock: behind a change of the clocks there it is another hour from UTC. */
function timeAfter(text: string, days: number, zone: string | null): string {
  const read = readDockTime(text)
  if (!read) return text
  const [, time = '', offset = ''] = text.split(' ')
  const day = addDays(read.day, days)
  const [year = '', month = '', date = ''] = day.split('-')
  const isOnWall = (at: number, on: string): boolean => {
    const wall = zone === null ? null : wallClock(zone, new Date(at))
    return wall?.day === on && wall.time === time.slice(0, 5)
  }
  const at = read.at + days * 24 * HOUR_MS
  const change = isOnWall(read.at, read.day) ? [0, 1, -1].find((hours) => isOnWall(at - hours * HOUR_MS, day)) : 0
  return `${month}/${date}/${year} ${time} ${change ? Number(offset) + change : offset}`
}
