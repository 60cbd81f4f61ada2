import { z } from 'zod'
import { COUNTRIES, type Country } from '../../src-shared/freight/address.ts'
import { readTable } from '../csv.ts'
import type { Location } from './location.ts'
import { canonicalPostalCode } from './locations.ts'

const COLUMNS = ['country', 'postal_code', 'city', 'state', 'lat', 'lng']

const text = (what: string) => z.string(`${what} is missing`).trim().min(1, `${what} is missing`)
const degrees = (what: string, most: number) =>
  text(what)
    .transform(Number)
    .pipe(
      z
        .number(`${what} must be a number of degrees`)
        .min(-most, `${what} must be at least -${most}`)
        .max(most, `${what} must be at most ${most}`),
    )

const rowSchema = z.object({
  country: text('country')
    .toUpperCase()
    .pipe(z.enum(COUNTRIES, `country must be one of ${COUNTRIES.join(', ')}`)),
  postal_code: text('postal_code'),
  city: text('city').toUpperCase(),
  state: text('state'),
  county: z.string().trim().default(''),
  lat: degrees('lat', 90),
  lng: degrees('lng', 180),
})

/** A state by its code or its name. */
export type StateNamed = (country: Country, text: string) => Pick<Location, 'state' | 'fullState'> | null

/**
 * Places of a CSV text whose first line names its columns: country, postal_code, city, state, lat, lng and perhaps county.
 * States are named by code or by name, and are those that `stateNamed` knows.
 * @throws WrongTable, SyntaxError.
 */
export function readPlaces(csv: string, stateNamed: StateNamed): Location[] {
  const placeSchema = rowSchema.transform(({ country, postal_code, state, ...place }, context): Location => {
    const postalCode = canonicalPostalCode(country, postal_code)
    const known = stateNamed(country, state)
    if (postalCode !== null && known) return { ...place, ...known, country, postalCode }
    const message =
      postalCode === null
        ? `"${postal_code}" is not a postal code of ${country}`
        : `"${state}" is no state of ${country}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  return readTable(csv, COLUMNS, placeSchema)
}
