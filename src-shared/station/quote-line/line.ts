import { z } from 'zod'
import type { Accessorial } from '../../freight/accessorial.ts'
import type { Country } from '../../freight/address.ts'
import type { Cargo, FreightClass } from '../../freight/cargo.ts'
import type { PickupTerms } from '../booking/pickup-terms.ts'
import type { Packaging } from './words.ts'

/** A line as it is typed; the longest of the corpus has a third of that. */
export const lineSchema = z
  .string()
  .trim()
  .min(1, 'write what is to be quoted')
  .max(500, 'must be at most 500 characters')

/** An end of the way, as far as the line says it. */
export interface LinePlace {
  postalCode: string | null
  city: string | null
  /** The interface's code. */
  state: string | null
  country: Country | null
  address1?: string
  /** Of an entry of the address book. */
  companyName?: string
  addressId?: string
}

/** One cargo line: pounds and inches of one piece, as far as the line says them. */
export interface LineCargo {
  quantity: number | null
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  description: string | null
  packaging: Packaging | null
  freightClass?: FreightClass
  hazmat?: true
}

/** Why a part of the line is not certain. */
const LINE_DOUBTS = [
  /** A weight beside more than one piece: each or all together. Taken as each. */
  'each-or-total',
  /** A number that says no unit. */
  'no-unit',
  /** A number like 1.200. */
  'thousands',
  /** A day like 11/12. */
  'day-or-month',
  /** Nobody picks up on that day. */
  'no-pickup',
  /** Several entries of the address book have that name. */
  'several-parties',
  /** Several cities have that name. */
  'several-cities',
  /** The postal code lies in another state than the one named. */
  'other-state',
  /** A service that is not done at that end. */
  'other-end',
  /** One letter off a word that is known; not taken. */
  'misspelt',
  /** Said twice; the second is not taken. */
  'twice',
  /** Not a word that is known: kept in the description where it stands among goods, and else not taken. */
  'unknown',
] as const
export type LineDoubtReason = (typeof LINE_DOUBTS)[number]

/** A part of the line that is not certain, or was not understood. Nothing of a line is left out in silence. */
export interface LineDoubt {
  /** As typed. */
  text: string
  why: LineDoubtReason
  /** What may stand in its place and is certain; the first is what was taken, where something was. */
  readings: string[]
  /** Where it stands in the line. */
  from: number
  to: number
}

/** What a line says. */
export interface ReadLine {
  origin: LinePlace
  destination: LinePlace
  cargo: LineCargo[]
  accessorials: Accessorial[]
  /** YYYY-MM-DD. */
  shipDate: string | null
  /** US dollars. */
  insuranceAmount?: number
  unclear: LineDoubt[]
}

/** An entry of the address book, as far as a line needs it. */
export interface LineParty {
  /** Freight begins there and does not go there. */
  isShipper: boolean
  addressId: string
  name: string
  address: {
    address1: string
    city: string
    state: string
    postalCode: string
    country: Country
    companyName?: string | undefined
  }
}

export interface LinePreset {
  name: string
  cargo: readonly Cargo[]
}

export interface City {
  city: string
  state: string
  country: Country
  /** How many postal codes it has: which of two is meant more often. */
  size: number
}

/** Places that are known without asking anybody. */
export interface PlaceBook {
  /** Where a postal code lies; null: not known. */
  placeOf(country: Country, postalCode: string): { city: string | null; state: string } | null
  /** Cities of that name, folded (tokens.ts), the largest first. */
  citiesNamed(name: string): readonly City[]
  /** States by code or name, folded. */
  statesNamed(name: string): readonly { state: string; country: Country }[]
}

export interface LineContext {
  /** YYYY-MM-DD at the station: what "tomorrow" and "Friday" are counted from. */
  today: string
  now: Date
  /** As a rule, whatever carrier. */
  pickups: PickupTerms
  parties: readonly LineParty[]
  presets: readonly LinePreset[]
  places: PlaceBook
}
