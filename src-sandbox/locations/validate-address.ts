import type { Country } from '../../src-shared/freight/address.ts'
import type { ValidatedAddress, VALIDATION_STATUSES } from '../../src-shared/freight/address-validation.ts'
import { SeededRandom } from '../random.ts'
import { SAME_CITY_MILES } from './check-address.ts'
import { cityKey, milesBetween, type Location } from './location.ts'
import { canonicalPostalCode, type Locations } from './locations.ts'
import { knownPlace } from './search.ts'
import { standardStreet, standardUnit, tidyLine } from './street.ts'

export interface Validation {
  status: (typeof VALIDATION_STATUSES)[number]
  /** As it should be written; as far as that is known when it was not found. */
  address: ValidatedAddress
  /** City, state or postal code were wrong or missing, and not merely written in another way. */
  requiresCorrection: boolean
}

/** An address whose country is known. */
export type SubmittedAddress = ValidatedAddress & { country: Country }

/**
 * Corrects an address: its place by postal code, city and state, each filled in or set right by the others, and the form
 * of its lines. There is no table of streets, so any street is taken to exist.
 */
export function validateAddress(locations: Locations, submitted: SubmittedAddress): Validation {
  const { country } = submitted
  const lines = {
    street1: country === 'US' ? standardStreet(submitted.street1) : tidyLine(submitted.street1),
    street2: country === 'US' ? standardUnit(submitted.street2) : tidyLine(submitted.street2),
  }
  const given = {
    city: tidyLine(submitted.city),
    state: locations.stateCode(country, submitted.state) ?? tidyLine(submitted.state),
    postalCode: canonicalPostalCode(country, submitted.zip),
  }
  const place = placeOf(locations, country, given, lines.street1)
  if (!place) {
    const { city, state } = given
    const address = { ...lines, city, state, zip: tidyLine(submitted.zip), country }
    return { status: 'NOT_FOUND', address, requiresCorrection: true }
  }
  const address = {
    ...lines,
    city: place.city,
    state: place.state,
    zip: writtenCode(place, submitted.zip, lines),
    country,
  }
  return {
    status: isAlike(address, submitted) ? 'VALIDATED' : 'VALIDATED_CHANGED',
    address,
    requiresCorrection:
      place.postalCode !== given.postalCode ||
      place.state !== given.state ||
      cityKey(place.city) !== cityKey(given.city),
  }
}

interface GivenPlace {
  city: string
  state: string
  postalCode: string | null
}

/** The place that the given parts agree on. City and state that do so outvote a postal code of another place. */
function placeOf(locations: Locations, country: Country, given: GivenPlace, street: string): Location | null {
  const { city, state, postalCode } = given
  const known = postalCode === null ? null : knownPlace(locations, country, postalCode)
  const named = placesNamed(locations, country, city, state || known?.state)
  if (known && (named.length === 0 || named.some((place) => isSameCity(place, known)))) return known
  if (!known && postalCode !== null && city !== '') {
    // The table of Mexican and Canadian codes is not complete; the state implied by its numbering can be checked.
    const neighbour = locations.byPostalCode(country, postalCode)
    if (neighbour?.location.state === state) return { ...neighbour.location, city: named[0]?.city ?? city }
  }
  const [first, ...rest] = named
  return first ? new SeededRandom(street).pick([first, ...rest]) : null
}

/** The places of a city's name in a state; without a state, in the only one that has such a city. */
function placesNamed(locations: Locations, country: Country, city: string, state: string | undefined): Location[] {
  if (state) return locations.inCity(country, state, city)
  const [only, another] = locations.named(country, city, 2)
  return only && !another ? locations.inCity(country, only.state, city) : []
}

function isSameCity(a: Location, b: Location): boolean {
  return a.state === b.state && milesBetween(a, b) <= SAME_CITY_MILES
}

/** A code as the country's post writes it. A US one gets four more digits, always the same ones for the same lines. */
function writtenCode(place: Location, submitted: string, lines: { street1: string; street2: string }): string {
  const { country, postalCode } = place
  if (country === 'CA') return `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`
  if (country === 'MX') return postalCode
  const [, samePlus4] = new RegExp(`^${postalCode}-?(\\d{4})$`).exec(submitted.trim()) ?? []
  const random = new SeededRandom(`${postalCode} ${lines.street1} ${lines.street2}`)
  return `${postalCode}-${samePlus4 ?? Math.floor(random.between(1000, 9999))}`
}

function isAlike(address: ValidatedAddress, submitted: ValidatedAddress): boolean {
  return PARTS.every((part) => address[part] === submitted[part])
}

const PARTS = ['street1', 'street2', 'city', 'state', 'zip', 'country'] as const
