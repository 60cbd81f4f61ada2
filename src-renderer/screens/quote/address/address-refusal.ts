import { z } from 'zod'
import { ADDRESS_SIDES, type AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import type { AddressForm } from './address-form.ts'
import { placeName } from './place-name.ts'

/** The service's answer about a refused address (interface: INVALID_ADDRESS, details). */
const detailsSchema = z.object({
  field: z.string(),
  suggestions: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).catch([]),
})

/** One alternative: the words to show, and the fields it would change. */
export interface AddressSuggestion {
  label: string
  change: Partial<AddressForm>
}

export interface AddressRefusal {
  side: AddressSide
  /** Dotted path of the refused field, as the form names it. */
  path: string
  suggestions: AddressSuggestion[]
}

const FIELDS = ['address1', 'address2', 'city', 'state', 'postalCode'] as const
type AddressField = (typeof FIELDS)[number]

function isAddressField(name: string): name is AddressField {
  return FIELDS.some((field) => field === name)
}

/** The interface shows no form for a suggestion: a text is the field's new value, an object is fields of an address. */
function readSuggestion(suggestion: string | Record<string, unknown>, field: AddressField): AddressSuggestion | null {
  if (typeof suggestion === 'string') return { label: suggestion, change: { [field]: suggestion } }
  const { city, postalCode = suggestion['zip'] } = suggestion
  const named = { ...suggestion, postalCode, city: typeof city === 'string' ? placeName(city) : undefined }
  const entries = Object.entries(named).flatMap(([name, value]) =>
    isAddressField(name) && typeof value === 'string' && value ? [[name, value] as const] : [],
  )
  if (entries.length === 0) return null
  const change: Partial<AddressForm> = Object.fromEntries(entries)
  return { label: FIELDS.flatMap((name) => change[name] ?? []).join(', '), change }
}

/** Reads the details of INVALID_ADDRESS; null when they name no field of this form. */
export function readAddressRefusal(details: Record<string, unknown>): AddressRefusal | null {
  const parsed = detailsSchema.safeParse(details)
  if (!parsed.success) return null
  const [sideName, fieldName = 'address1'] = parsed.data.field.split('.')
  const side = ADDRESS_SIDES.find((name) => name === sideName)
  if (!side) return null
  const field = isAddressField(fieldName) ? fieldName : 'address1'
  const suggestions = parsed.data.suggestions.flatMap((suggestion) => readSuggestion(suggestion, field) ?? [])
  return { side, path: `${side}.${fieldName}`, suggestions }
}
