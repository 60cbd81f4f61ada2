import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import { classByDensity, densityPcf, type Cargo, type FreightClass } from '../../src-shared/freight/cargo.ts'
import { milesBetween, type Location } from '../locations/location.ts'

/** A cargo line with the class it is charged at. */
interface LoadLine extends Cargo {
  class: FreightClass
}

/** Everything a price depends on. */
export interface Load {
  origin: Location
  destination: Location
  /** Road miles. */
  miles: number
  lines: readonly LoadLine[]
  pieces: number
  weightLb: number
  accessorials: readonly Accessorial[]
  insuredUsd: number
  isHazmat: boolean
}

/** Roads are this much longer than the straight line, on average. */
const ROAD_FACTOR = 1.18
/** Even around the corner a truck drives this far. */
const LEAST_MILES = 10

export function loadOf(
  origin: Location,
  destination: Location,
  request: {
    cargo: readonly Cargo[]
    accessorials?: readonly Accessorial[] | undefined
    insuranceAmount?: number | undefined
  },
): Load {
  const lines = request.cargo.map((line) => ({ ...line, class: line.freightClass ?? classByDensity(densityPcf(line)) }))
  return {
    origin,
    destination,
    miles: Math.max(LEAST_MILES, Math.round(milesBetween(origin, destination) * ROAD_FACTOR)),
    lines,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    weightLb: lines.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0),
    accessorials: [...new Set(request.accessorials)],
    insuredUsd: request.insuranceAmount ?? 0,
    isHazmat: lines.some(({ hazmat }) => hazmat === true),
  }
}

/** One sentence for each line whose class was worked out from its density, for the shipper to check. */
export function classWarnings(load: Load): string[] {
  return load.lines
    .filter(({ freightClass }) => freightClass === undefined)
    .map(
      (line) =>
        `"${line.description}": freight class ${line.class} was worked out from its density of ${densityPcf(line).toFixed(1)} lb a cubic foot.`,
    )
}
