import { z } from 'zod'
import * as field from './field.ts'
import { needed } from './field.ts'
import { rowsOf } from './envelope.ts'
import { readCountry, readText } from './read-scalar.ts'

/** A place is worth something with a code, a town and a country. */
const locationAnswer = z.object({
  zip: needed(readText, 'a text'),
  city: needed(readText, 'a text'),
  state: field.text.transform((reported) => reported ?? ''),
  full_state: field.text,
  country: needed(readCountry, 'a country'),
  county: field.text,
  lat: field.number,
  lng: field.number,
})

/** The counters of the answer are not needed: a list counts itself. */
export const locationsAnswer = z
  .object({ success: z.literal(true).nullish(), data: rowsOf(locationAnswer), search_type: field.text })
  .transform(({ data, search_type }) => ({ data: data.rows, search_type }))
export type LocationAnswer = z.output<typeof locationsAnswer>

/** A part that is left out is empty. */
const part = field.text.transform((reported) => reported ?? '')
const addressAnswer = z.object({
  street1: part,
  street2: part,
  city: part,
  state: part,
  zip: part,
  country: field.country.transform((reported) => reported ?? ''),
})
export type CheckedAddressAnswer = z.output<typeof addressAnswer>

/**
 * The answer of POST /address/validate is at the top or in `data`. One of the addresses is enough: nothing was
 * changed.
 */
const checkAnswer = z
  .object({
    validation_status: field.text.transform((reported) => reported ?? 'NOT_SAID'),
    original_address: field.part(addressAnswer),
    validated_address: field.part(addressAnswer),
    requires_correction: field.flag,
  })
  .transform(({ validated_address, ...reported }, context) => {
    const validated = validated_address ?? reported.original_address
    if (validated) return { ...reported, validated_address: validated }
    context.addIssue({ code: 'custom', path: ['validated_address'], message: 'is missing' })
    return z.NEVER
  })
export const addressCheckAnswer = z.object({ data: checkAnswer }).transform(({ data }) => data)
export type AddressCheckAnswer = z.output<typeof checkAnswer>

/** Either variant of a SAT code, as the longer one; which one a service sends is not shown. */
const satCodeAnswer = z
  .object({
    sat_code: field.text,
    code: field.text,
    description_es: field.text,
    description_en: field.text,
    category: field.text,
    subcategory: field.text,
  })
  .transform(({ code, ...reported }, context) => {
    const sat_code = reported.sat_code ?? code
    if (sat_code !== undefined) {
      // In one language at least; the other is shown as that one.
      const description_es = reported.description_es ?? reported.description_en ?? sat_code
      return { ...reported, sat_code, description_es, description_en: reported.description_en ?? description_es }
    }
    context.addIssue({ code: 'custom', path: ['sat_code'], message: 'is missing' })
    return z.NEVER
  })
export const satCodesAnswer = z.object({ data: rowsOf(satCodeAnswer) }).transform(({ data }) => data.rows)
export type SatCodeAnswer = z.output<typeof satCodeAnswer>
