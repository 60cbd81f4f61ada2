import { z } from 'zod'
import type { Accessorial } from '../../freight/accessorial.ts'
import type { Country } from '../../freight/address.ts'
import type { Cargo, FreightClass } from '../../freight/cargo.ts'
import type { PickupTerms } from '../booking/pickup-terms.ts'
import type { Packaging } from './words.ts'

/** A line as it is typed; the longest of the corpus has a third of that. */
export const lineSchema = z.string().trim().min(1, 'enter what to quote').max(500, 'must be at most 500 characters')

/** An end of the way, with the fields that the line has. */
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

/** One cargo line: pounds and inches of one piece, with the values that the line has. */
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
  /** A number without a unit. */
  'no-unit',
  /** A number like 1.200. */
  'thousands',
  /** A day like 11/12. */
  'day-or-month',
  /** No pickup on that day. */
  'no-pickup',
  /** Several entries of the address book have that name. */
  'several-parties',
  /** Several cities have that name. */
  'several-cities',
  /** The postal code is in another state than the one named. */
  'other-state',
  /** A service not available at that end. */
  'other-end',
  /** One letter off a word that is known; not taken. */
  'misspelt',
  /** Given twice; the second is not taken. */
  'twice',
  /** Not a word that is known: kept in the description where it is among goods, and otherwise ignored. */
  'unknown',
] as const
export type LineDoubtReason = (typeof LINE_DOUBTS)[number]

/** A part of the line that is not certain, or was not understood. Nothing of a line is left out in silence. */
export interface LineDoubt {
  /** As typed. */
  text: string
  why: LineDoubtReason
  /** Certain replacements; the first is what was taken, where something was. */
  readings: string[]
  /** Its position in the line. */
  from: number
  to: number
}

/** The meaning of a line. */
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

/** Places that are known without a call. */
export interface PlaceBook {
  /** The place of a postal code; null: not known. */
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
  /** The pickup rule, for any carrier. */
  pickups: PickupTerms
  parties: readonly LineParty[]
  presets: readonly LinePreset[]
  places: PlaceBook
}
