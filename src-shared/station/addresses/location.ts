import { z } from 'zod'
import { cleanText } from '../../clean-text.ts'
import type { VALIDATION_STATUSES } from '../../freight/address-validation.ts'
import { COUNTRIES } from '../../freight/address.ts'
import { SAT_LANGUAGES, SHORTEST_SAT_TERM } from '../../freight/sat-code.ts'

/** A place of the location search. */
export interface Location {
  postalCode: string
  /** In capitals, as the service writes it. */
  city: string
  /** State or province code, and its name. */
  state: string
  stateName: string
  country: string
  county: string
  /** Both null: the service does not report the location. */
  latitude: number | null
  longitude: number | null
}

/** The results of a location search; an empty result is an answer, too. */
export interface LocationSearch {
  /** How the text was interpreted; an unknown word is kept as received. */
  kind: string
  locations: Location[]
}

const country = z.enum(COUNTRIES, { error: `must be one of ${COUNTRIES.join(', ')}` })

/** Input of `locations.search`: a ZIP or postal code, three digits of one at least, or the beginning of a city's name. */
export const locationSearchInputSchema = z.object({
  text: z
    .string({ error: 'text must be a ZIP or postal code or the beginning of a city name' })
    .overwrite(cleanText)
    .min(1, 'enter a ZIP or postal code or the beginning of a city name')
    .max(60, 'must be at most 60 characters'),
  country: country.optional(),
})

/** An address as the address check reads and writes it. */
export interface CheckedAddress {
  street1: string
  street2: string
  city: string
  state: string
  postalCode: string
  country: string
}

/** The service's check of an address. Where it cannot check, the command fails with SERVICE_UNAVAILABLE. */
export interface AddressCheck {
  /** One of VALIDATION_STATUSES; an unknown word is kept as received. */
  status: (typeof VALIDATION_STATUSES)[number] | (string & {})
  submitted: CheckedAddress
  corrected: CheckedAddress
  /** The parts in which the corrected address differs from the submitted one. */
  changed: (keyof CheckedAddress)[]
  /** Freight would go astray with the address as submitted. */
  requiresCorrection: boolean
}

const part = (what: string) =>
  z.string().overwrite(cleanText).max(120, `${what} must be at most 120 characters`).default('')

/** Input of `addresses.validate`. */
export const addressCheckInputSchema = z.object({
  street1: part('street').refine((text) => text !== '', 'enter the street address'),
  street2: part('suite'),
  city: part('city'),
  state: part('state'),
  postalCode: part('ZIP or postal code'),
  country,
})

/** A class of goods in the Mexican tax catalogue. */
export interface SatCode {
  /** Eight digits. */
  code: string
  descriptionEs: string
  descriptionEn: string
  /** Null where the service answers in its short form. */
  category: string | null
  subcategory: string | null
}

/** Input of `satCodes.search`. */
export const satSearchInputSchema = z.object({
  language: z.enum(SAT_LANGUAGES, { error: `must be one of ${SAT_LANGUAGES.join(', ')}` }),
  term: z
    .string({ error: 'term must be a text' })
    .trim()
    .min(SHORTEST_SAT_TERM, `enter at least ${SHORTEST_SAT_TERM} letters`)
    .max(100, 'must be at most 100 characters'),
})
