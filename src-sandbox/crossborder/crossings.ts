import type { BorderCrossing } from '../../src-shared/freight/crossborder-quote.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'

/** Where freight changes countries, and who takes it over the bridge. Names are invented like those of all carriers. */
export interface Crossing {
  code: BorderCrossing
  US: Location
  MX: Location
  transfer: { name: string; scac: string; cents: number; centsPerCwt: number }
  /** Tolls and inspection, in cents. */
  feeCents: number
}

const CROSSINGS = {
  LLB: {
    US: { postalCode: '78045', city: 'Laredo' },
    MX: { postalCode: '88000', city: 'Nuevo Laredo' },
    transfer: { name: 'Transfer Garza Morena', scac: 'TGMO', cents: 19_500, centsPerCwt: 260 },
    feeCents: 8_500,
  },
  PDN: {
    US: { postalCode: '79901', city: 'El Paso' },
    MX: { postalCode: '32000', city: 'Ciudad Juárez' },
    transfer: { name: 'Transfer Cerro Pinto', scac: 'TCPI', cents: 18_200, centsPerCwt: 245 },
    feeCents: 7_800,
  },
} as const satisfies Record<BorderCrossing, unknown>

/** A border crossing with both of its places. */
export function crossingOf(locations: Locations, code: BorderCrossing): Crossing {
  const { US, MX, transfer, feeCents } = CROSSINGS[code]
  const placeOf = (country: 'US' | 'MX', { postalCode, city }: { postalCode: string; city: string }): Location => {
    const found = locations.byPostalCode(country, postalCode)
    if (!found) throw new Error(`the border crossing ${code} is not in the location table: ${country} ${postalCode}`)
    return { ...found.location, city }
  }
  return { code, US: placeOf('US', US), MX: placeOf('MX', MX), transfer, feeCents }
}
