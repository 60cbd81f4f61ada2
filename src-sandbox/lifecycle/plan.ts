import type { Address } from '../../src-shared/freight/address.ts'
import {
  EXCEPTION_REASONS,
  type FACILITY_TYPES,
  type EventLocation,
  type EventType,
  type ExceptionCode,
  type TrackingStatus,
} from '../../src-shared/freight/tracking.ts'
import { addBusinessDays, instantOn, type Day } from '../calendar.ts'
import type { Location } from '../locations/location.ts'
import { SeededRandom } from '../random.ts'
import type { Outcome } from './outcome.ts'

/** One step of a shipment's life. */
export interface PlannedEvent {
  /** Milliseconds on the service's clock. */
  at: number
  status: TrackingStatus
  eventType: EventType
  description: string
  location: EventLocation
  facilityType: (typeof FACILITY_TYPES)[number]
  recipient?: string
  exceptionCode?: ExceptionCode
  /** The delivery that is expected from here on. */
  estimatedDelivery?: number
}

/** An event whose hour is not fixed yet. */
type Step = Omit<PlannedEvent, 'at'>

/** The input of a lifecycle plan. */
export interface Journey {
  shipmentId: string
  bookedAt: number
  pickupDay: Day
  deliveryDay: Day
  /** Business days of the way, for the way back. */
  transitDays: number
  origin: { address: Address; location: Location }
  destination: { address: Address; location: Location }
  /** Terminals on the way, in order; at least one. */
  hubs: readonly [Location, ...Location[]]
  /** A stop of customs between the terminals before it and those after it. */
  border?: BorderStop | undefined
  recipient: string
}

/** Where freight leaves one country and enters the other, and on which days; both places are among the hubs. */
export interface BorderStop {
  exit: Location
  entry: Location
  arrivalDay: Day
  releaseDay: Day
}

/**
 * Hours in UTC at which it is day in every state from Hawaii's morning to Newfoundland's evening, so that a timestamp
 * names the same calendar day here, there and in UTC.
 */
const HOURS = { pickupFrom: 19, pickupTo: 22, outFrom: 12, outTo: 14, doorFrom: 15, doorTo: 21, estimate: 22 }

/** The latest expected time given for a pickup or delivery on that day. */
export function estimateOn(day: Day): number {
  return instantOn(day, HOURS.estimate)
}

/** The whole life of a shipment, each event later than the one before. The same journey and fate give the same life. */
export function planLifecycle(journey: Journey, outcome: Outcome): PlannedEvent[] {
  const random = new SeededRandom(`life ${journey.shipmentId}`)
  const minutes = (low: number, high: number) => Math.round(random.between(low, high) * 60_000)
  const hourOn = (day: Day, from: number, to: number) => instantOn(day, random.between(from, to))
  const stalls = outcome.kind === 'late' && isOnTheRoad(outcome.code)
  const firstAttemptDay = stalls ? addBusinessDays(journey.deliveryDay, outcome.days) : journey.deliveryDay

  const pickedUpAt = hourOn(journey.pickupDay, HOURS.pickupFrom, HOURS.pickupTo)
  const outAt = hourOn(firstAttemptDay, HOURS.outFrom, HOURS.outTo)
  const events: PlannedEvent[] = [
    {
      ...atOrigin(journey),
      at: journey.bookedAt,
      status: 'LABEL_CREATED',
      eventType: 'PICKUP',
      description: 'Label created',
    },
    {
      ...atOrigin(journey),
      at: journey.bookedAt + minutes(4, 12),
      status: 'PICKUP_SCHEDULED',
      eventType: 'PICKUP',
      description: `Pickup scheduled for ${journey.pickupDay}`,
    },
    { ...atOrigin(journey), at: pickedUpAt, status: 'PICKED_UP', eventType: 'PICKUP', description: 'Picked up' },
  ]

  if (journey.border) {
    const { border, hubs } = journey
    const held = stalls && outcome.code === '006'
    const arrivalAt = hourOn(border.arrivalDay, HOURS.doorFrom, HOURS.doorFrom + 3)
    const releaseDay = held ? addBusinessDays(border.releaseDay, outcome.days) : border.releaseDay
    const releaseAt = hourOn(releaseDay, HOURS.doorFrom, HOURS.doorTo)
    const before = hubs.slice(0, hubs.indexOf(border.exit)).map(arrival)
    const after = hubs.slice(hubs.indexOf(border.entry) + 1).map(arrival)
    const stalled = hubs.at(-1) ?? border.entry
    events.push(
      ...spread(before, pickedUpAt, arrivalAt, random),
      { ...atBorder(border.exit), at: arrivalAt, description: `Arrived at the border in ${nameOf(border.exit)}` },
      {
        ...atBorder(border.exit),
        at: arrivalAt + minutes(30, 90),
        eventType: 'CUSTOMS',
        description: `Presented to customs in ${nameOf(border.exit)}`,
      },
      ...(held
        ? [{ ...exception('006', atHub(border.entry), firstAttemptDay), at: arrivalAt + minutes(120, 240) }]
        : []),
      {
        ...atBorder(border.entry),
        at: releaseAt,
        eventType: 'CUSTOMS',
        description: `Released by customs in ${nameOf(border.entry)}`,
      },
      ...spread(
        stalls && !held ? [...after, ...delay(outcome.code, stalled, firstAttemptDay)] : after,
        releaseAt,
        outAt,
        random,
      ),
    )
  } else {
    const stops = journey.hubs.map(arrival)
    if (stalls) {
      const index = Math.floor(journey.hubs.length / 2)
      stops.splice(index + 1, 0, ...delay(outcome.code, journey.hubs[index] ?? journey.hubs[0], firstAttemptDay))
    }
    events.push(...spread(stops, pickedUpAt, outAt, random))
  }

  if (outcome.kind === 'smooth' || stalls) return [...events, ...delivery(journey, outAt, firstAttemptDay, hourOn)]
  const attemptAt = hourOn(firstAttemptDay, HOURS.doorFrom, HOURS.doorTo)
  if (outcome.kind === 'late') {
    const nextDay = addBusinessDays(firstAttemptDay, outcome.days)
    return [
      ...events,
      outForDelivery(journey, outAt),
      { ...exception(outcome.code, atFaultApi(journey), nextDay), at: attemptAt },
      ...delivery(journey, hourOn(nextDay, HOURS.outFrom, HOURS.outTo), nextDay, hourOn),
    ]
  }
  const homeDay = addBusinessDays(firstAttemptDay, journey.transitDays + 1)
  const backAt = hourOn(homeDay, HOURS.doorFrom, HOURS.doorTo)
  const wayBack: Step[] = journey.hubs.toReversed().map((hub) => ({
    ...atHub(hub),
    status: 'IN_TRANSIT',
    eventType: 'RETURN',
    description: `On the way back: arrived at the terminal in ${hub.city}, ${hub.state}`,
  }))
  return [
    ...events,
    outForDelivery(journey, outAt),
    { ...exception(outcome.code, atFaultApi(journey)), at: attemptAt },
    ...spread(wayBack, attemptAt, backAt, random),
    {
      ...atOrigin(journey),
      at: backAt,
      status: 'RETURNED',
      eventType: 'RETURN',
      description: 'Returned to the shipper',
    },
  ]
}

function nameOf({ city, state }: Location): string {
  return `${city}, ${state}`
}

function arrival(hub: Location): Step {
  return {
    ...atHub(hub),
    status: 'IN_TRANSIT',
    eventType: 'TRANSIT',
    description: `Arrived at the terminal in ${nameOf(hub)}`,
  }
}

function atBorder(place: Location): Omit<Step, 'description'> {
  return { ...atHub(place), status: 'IN_TRANSIT', eventType: 'TRANSIT' }
}

/** Stopped at a terminal, and off again. */
function delay(code: ExceptionCode, hub: Location, nextDay: Day): Step[] {
  return [
    exception(code, atHub(hub), nextDay),
    {
      ...atHub(hub),
      status: 'IN_TRANSIT',
      eventType: code === '006' ? 'CUSTOMS' : 'TRANSIT',
      description: code === '006' ? 'Released by customs' : `Departed the terminal in ${nameOf(hub)}`,
    },
  ]
}

/** Exceptions of the road stop a shipment between terminals; the others happen at the consignee's door. */
function isOnTheRoad(code: ExceptionCode): boolean {
  return code === '004' || code === '005' || code === '006'
}

const EXCEPTION_TEXTS: Record<ExceptionCode, string> = {
  '001': 'Delivery attempted: no one was there to receive',
  '002': 'Delivery attempted: the address is not right',
  '003': 'Delivery attempted: the business was closed',
  '004': 'Delayed by weather',
  '005': 'Delayed by a mechanical fault of the vehicle',
  '006': 'Held by customs',
  '007': 'Delivery attempted: the recipient refused the freight',
  '008': `Damage found (${EXCEPTION_REASONS['008'].toLowerCase().replace('_', ' ')})`,
}

const TYPE_OF_EXCEPTION: Record<ExceptionCode, EventType> = {
  '001': 'DELIVERY_ATTEMPT',
  '002': 'DELIVERY_ATTEMPT',
  '003': 'DELIVERY_ATTEMPT',
  '004': 'EXCEPTION',
  '005': 'EXCEPTION',
  '006': 'CUSTOMS',
  '007': 'DELIVERY_ATTEMPT',
  '008': 'EXCEPTION',
}

type Place = Pick<PlannedEvent, 'location' | 'facilityType'>

function exception(code: ExceptionCode, place: Place, nextDay?: Day): Step {
  return {
    ...place,
    status: 'EXCEPTION',
    eventType: TYPE_OF_EXCEPTION[code],
    description: EXCEPTION_TEXTS[code],
    exceptionCode: code,
    ...(nextDay === undefined ? {} : { estimatedDelivery: estimateOn(nextDay) }),
  }
}

function outForDelivery(journey: Journey, at: number): PlannedEvent {
  return {
    location: atFaultApi(journey).location,
    facilityType: 'DELIVERY_VEHICLE',
    at,
    status: 'OUT_FOR_DELIVERY',
    eventType: 'TRANSIT',
    description: 'Out for delivery',
  }
}

function delivery(
  journey: Journey,
  outAt: number,
  day: Day,
  hourOn: (day: Day, from: number, to: number) => number,
): PlannedEvent[] {
  return [
    outForDelivery(journey, outAt),
    {
      ...atFaultApi(journey),
      at: hourOn(day, HOURS.doorFrom, HOURS.doorTo),
      status: 'DELIVERED',
      eventType: 'DELIVERY',
      description: `Delivered, signed for by ${journey.recipient}`,
      recipient: journey.recipient,
    },
  ]
}

/** Puts steps into the time between two instants, each in its own slice of it, so that they stay in order. */
function spread(steps: Step[], from: number, to: number, random: SeededRandom): PlannedEvent[] {
  const slice = (to - from) / (steps.length + 1)
  return steps.map((step, index) => ({ ...step, at: Math.round(from + slice * (index + random.between(0.55, 1))) }))
}

function atOrigin({ origin }: Journey): Place {
  return { location: placeOf(origin.address, origin.location), facilityType: 'PICKUP_LOCATION' }
}

function atFaultApi({ destination }: Journey): Place {
  return { location: placeOf(destination.address, destination.location), facilityType: 'DELIVERY_VEHICLE' }
}

function atHub(hub: Location): Place {
  return {
    location: {
      address: terminalOf(hub),
      city: hub.city,
      state: hub.state,
      postalCode: hub.postalCode,
      country: hub.country,
      coordinates: { latitude: hub.lat, longitude: hub.lng },
    },
    facilityType: 'DELIVERY_FACILITY',
  }
}

/** Where a terminal is: by the numbers of its postal code, the same each time. */
function terminalOf({ postalCode }: Location): string {
  return `${100 + (Number(postalCode.replaceAll(/\D/g, '')) % 9_900)} Terminal Drive`
}

function placeOf(address: Address, { lat, lng }: Location): EventLocation {
  return {
    address: address.address1,
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    country: address.country,
    coordinates: { latitude: lat, longitude: lng },
  }
}
