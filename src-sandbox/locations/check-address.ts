import type { Address } from '../../src-shared/freight/address.ts'
import { FreightFailure } from '../http/failure.ts'
import { cityKey, milesBetween, type Location } from './location.ts'
import { canonicalPostalCode, type Locations } from './locations.ts'

/** Which address of a request; it begins the field's name in an error. */
export type AddressField = 'originAddress' | 'destinationAddress'

/** A city this far from its postal code's place is another city, not another name for the same one. */
export const SAME_CITY_MILES = 75
const MOST_SUGGESTIONS = 5

const EXAMPLES = { US: '60601 or 60601-3201', MX: '09300', CA: 'H3A 1A1' } as const

/**
 * Finds the place of an address, by its postal code, and checks that state and city agree with it. Oddities that are no
 * errors come back as warnings.
 * @throws FreightFailure INVALID_ADDRESS with details.field and details.suggestions.
 */
export function checkAddress(
  locations: Locations,
  field: AddressField,
  address: Address,
): { location: Location; warnings: string[] } {
  const { country } = address
  const postalCode = canonicalPostalCode(country, address.postalCode)
  if (postalCode === null) {
    throw invalidAddress(
      `${field}.postalCode`,
      `"${address.postalCode}" is not a postal code of ${country}; one is written like ${EXAMPLES[country]}.`,
      locations.inCity(country, address.state.toUpperCase(), address.city),
    )
  }
  const found = locations.byPostalCode(country, postalCode)
  if (!found) {
    throw invalidAddress(
      `${field}.postalCode`,
      `The postal code ${address.postalCode} is not known.`,
      locations.inCity(country, address.state.toUpperCase(), address.city),
    )
  }
  const { location, isExact } = found
  if (!isStateOf(location, address.state)) {
    throw invalidAddress(
      `${field}.state`,
      `The postal code ${address.postalCode} is in ${location.state}, not in ${address.state}.`,
      [location, ...locations.inCity(country, address.state.toUpperCase(), address.city)],
    )
  }
  return { location, warnings: [...cityWarnings(locations, field, address, location, isExact)] }
}

function* cityWarnings(
  locations: Locations,
  field: AddressField,
  address: Address,
  location: Location,
  isExact: boolean,
): Generator<string> {
  const { city, postalCode, state, country } = location
  if (!isExact) {
    yield `${field}: ${address.postalCode} is not in the postal table; distances are taken from ${city}, ${state}.`
    return
  }
  if (address.city.toUpperCase() === city || cityKey(address.city) === cityKey(city)) return
  const namesakes = locations.inCity(country, state, address.city)
  const nearest = Math.min(...namesakes.map((place) => milesBetween(place, location)))
  // The table of Mexican and Canadian places is not complete, so a city that is not in it may well exist.
  const mayExist = country !== 'US' && namesakes.length === 0
  if (!mayExist && nearest > SAME_CITY_MILES) {
    const what =
      namesakes.length === 0
        ? `There is no ${address.city} in ${state}.`
        : `${address.city}, ${state} is not at ${postalCode}.`
    throw invalidAddress(`${field}.city`, what, [
      location,
      ...namesakes,
      ...locations.named(country, address.city, MOST_SUGGESTIONS),
    ])
  }
  yield `${field}: the post knows ${postalCode} as ${city}, ${state}; "${address.city}" was kept as entered.`
}

function isStateOf(location: Location, state: string): boolean {
  if (state === location.state) return true
  const key = cityKey(state)
  return key === location.state || key === cityKey(location.fullState)
}

function invalidAddress(field: string, message: string, places: readonly Location[]): FreightFailure {
  const suggestions = new Map(
    places.map(({ city, state, postalCode, country }) => [
      `${city}|${state}|${postalCode}`,
      { city, state, postalCode, country },
    ]),
  )
  return new FreightFailure('INVALID_ADDRESS', message, {
    field,
    suggestions: [...suggestions.values()].slice(0, MOST_SUGGESTIONS),
  })
}
