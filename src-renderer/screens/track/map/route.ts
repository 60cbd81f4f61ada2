import { isEnded, isReturned } from '../../../../src-shared/machine/shipment.ts'
import type { Place } from '../../../../src-shared/station/tracking/place.ts'
import type { ShipmentAddress, TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'
import { countryOf, plainName } from '../../../../src-shared/station/place-zone.ts'

/** Longitude and latitude, in degrees. */
export type LngLat = readonly [number, number]

/** Towns by their state, each as longitude and latitude; `at` is the state's middle. */
export type Places = Readonly<
  Record<string, { at: readonly number[]; towns: Readonly<Record<string, readonly number[]>> }>
>

/** A file's numbers as points. */
export function pointsOf(numbers: readonly number[]): [number, number][] {
  const points: [number, number][] = []
  for (let index = 0; index + 1 < numbers.length; index += 2)
    points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0])
  return points
}

/** A place on the way. */
export interface Stop {
  kind: 'origin' | 'passed' | 'now' | 'destination'
  /** "Laredo, TX" */
  name: string
  at: LngLat
  /** False: only its state is known, and the mark is in the middle of that. */
  isExact: boolean
}

/** Where a place is; null where it is not known here. */
export function locate(places: Places, { city, state, country }: Place): { at: LngLat; isExact: boolean } | null {
  const land = countryOf(country)
  const town = plainName(city ?? '')
  const here = places[`${land} ${plainName(state ?? '')}`]
  const exact = here?.towns[town]
  if (exact) return found(exact, true)
  // A state written differently than here: the town alone decides, when only one has that name.
  const alike = here
    ? []
    : Object.entries(places).flatMap(([name, { towns }]) => (name.startsWith(land) ? (towns[town] ?? []) : []))
  if (alike.length === 2) return found(alike, true)
  return here ? found(here.at, false) : null
}

function found(numbers: readonly number[], isExact: boolean): { at: LngLat; isExact: boolean } | null {
  const [at] = pointsOf(numbers)
  return at ? { at, isExact } : null
}

/** "Laredo, TX" */
export const nameOf = ({ city, state }: Pick<Place, 'city' | 'state'>): string =>
  [city, state].filter(Boolean).join(', ')

/**
 * The way of a shipment: from its pickup through the places of its events to its destination. Places that are not
 * known are left out; repeats in a row are one.
 * @param events newest first
 */
export function stopsOf(
  places: Places,
  shipment: { origin: ShipmentAddress | null; destination: ShipmentAddress | null; status: string },
  events: readonly TrackingEvent[],
): Stop[] {
  const stops: Stop[] = []
  const add = (kind: Stop['kind'], place: Place | null) => {
    const found = place && locate(places, place)
    if (!place || !found) return
    const last = stops.at(-1)
    if (last && last.at[0] === found.at[0] && last.at[1] === found.at[1]) {
      if (kind === 'destination') stops[stops.length - 1] = { ...last, kind }
      return
    }
    stops.push({ kind, name: nameOf(place), ...found })
  }
  add('origin', shipment.origin)
  for (const event of [...events].reverse()) add(stops.length === 0 ? 'origin' : 'passed', event)
  const newest = stops.at(-1)
  if (!isEnded(shipment) && newest && newest.kind === 'passed') stops[stops.length - 1] = { ...newest, kind: 'now' }
  if (!isReturned(shipment)) add('destination', shipment.destination)
  return stops
}
