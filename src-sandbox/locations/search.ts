import { COUNTRIES, type Country } from '../../src-shared/freight/address.ts'
import { MOST_ZIP_SUGGESTIONS, SHORTEST_ZIP_PREFIX } from '../../src-shared/freight/location.ts'
import type { Location } from './location.ts'
import { canonicalPostalCode, type Locations } from './locations.ts'

/** The results of a search, and how its term was interpreted. */
export interface Found {
  searchType: 'zip' | 'city'
  places: Location[]
}

const DIGITS = /^\d+(?:-\d*)?$/
const CANADIAN_BEGINNING = /^[A-Z]\d(?:[A-Z](?:[ -]?(?:\d(?:[A-Z]\d?)?)?)?)?$/

/**
 * Finds places by a postal code, the beginning of one, or the beginning of a city's name; in one country or in all
 * (interface section "Locations", rules 1 to 5).
 */
export function searchLocations(locations: Locations, term: string, country?: Country): Found {
  const text = term.trim().toUpperCase()
  const countries = country === undefined ? COUNTRIES : [country]
  if (!DIGITS.test(text) && !CANADIAN_BEGINNING.test(text)) {
    return { searchType: 'city', places: locations.citiesStartingWith(countries, text) }
  }
  const exact = countries.flatMap((of) => {
    const postalCode = canonicalPostalCode(of, text)
    return (postalCode !== null && knownPlace(locations, of, postalCode)) || []
  })
  return { searchType: 'zip', places: exact.length > 0 ? exact : suggestions(locations, countries, text) }
}

/** The place of a canonical code that is in the table; a Canadian one belongs to the place of its first three characters. */
export function knownPlace(locations: Locations, country: Country, postalCode: string): Location | null {
  const found = locations.byPostalCode(country, postalCode)
  if (found?.isExact) return found.location
  if (country !== 'CA') return null
  const [sameArea] = locations.startingWith(['CA'], postalCode.slice(0, 3), 1)
  return sameArea ? { ...sameArea, postalCode } : null
}

function suggestions(locations: Locations, countries: readonly Country[], text: string): Location[] {
  const prefix = text.replace(/[ -]/g, '')
  return prefix.length < SHORTEST_ZIP_PREFIX ? [] : locations.startingWith(countries, prefix, MOST_ZIP_SUGGESTIONS)
}
