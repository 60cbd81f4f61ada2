import type { Country } from '../../src-shared/freight/address.ts'

/** A postal code and the place it belongs to (interface section "Location"). */
export interface Location {
  country: Country
  postalCode: string
  /** Upper case. */
  city: string
  state: string
  fullState: string
  county: string
  lat: number
  lng: number
}

const SHORT_FORMS = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['FT', 'FORT'],
  ['MT', 'MOUNT'],
  ['CD', 'CIUDAD'],
  ['N', 'NORTH'],
  ['S', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
])

/** A city's name as names are compared: letters and digits only, no accents, "St." and "Saint" alike. */
export function cityKey(city: string): string {
  return keyWords(city)
    .map((word) => SHORT_FORMS.get(word) ?? word)
    .join(' ')
}

/** The beginning of a city's name as cityKey has it; its last word may continue, and is no short form. */
export function cityKeyBeginning(text: string): string {
  const words = keyWords(text)
  return [cityKey(words.slice(0, -1).join(' ')), ...words.slice(-1)].filter(Boolean).join(' ')
}

function keyWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
}

const EARTH_RADIUS_MILES = 3958.8

/** Great-circle distance in statute miles. */
export function milesBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)))
}
