import type { BorderCrossing } from '../../../../../src-shared/freight/crossborder-quote.ts'

/** A point on the map. */
export interface Point {
  latitude: number
  longitude: number
}

/** The bridges, in the interface's order. */
export const CROSSINGS = {
  LLB: { latitude: 27.597, longitude: -99.536, US: 'Laredo, TX', MX: 'Nuevo Laredo, TAM' },
  PDN: { latitude: 31.748, longitude: -106.487, US: 'El Paso, TX', MX: 'Ciudad Juárez, CHH' },
} as const satisfies Record<BorderCrossing, Point & Record<'US' | 'MX', string>>

/** Which crossing makes the way shorter, and the distance by either, in miles as the crow flies. */
export interface CrossingAdvice {
  crossing: BorderCrossing
  miles: Record<BorderCrossing, number>
}

const EARTH_MILES = 3_958.8
export const KM_PER_MILE = 1.609344
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in miles. */
function milesBetween(a: Point, b: Point): number {
  const [lat1, lat2] = [radians(a.latitude), radians(b.latitude)]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(half))
}

/** The crossing that the way is shorter by. */
export function adviseCrossing(from: Point, to: Point): CrossingAdvice {
  const by = (bridge: Point) => milesBetween(from, bridge) + milesBetween(bridge, to)
  const miles = { LLB: by(CROSSINGS.LLB), PDN: by(CROSSINGS.PDN) }
  return { crossing: miles.PDN < miles.LLB ? 'PDN' : 'LLB', miles }
}

/** How much longer the way is by this crossing than by the other; negative: shorter. */
export function detourMiles({ miles }: CrossingAdvice, crossing: BorderCrossing): number {
  return crossing === 'LLB' ? miles.LLB - miles.PDN : miles.PDN - miles.LLB
}
