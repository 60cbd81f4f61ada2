import type { Accessorial } from '../../../src-shared/freight/accessorial.ts'
import type { Address, Country } from '../../../src-shared/freight/address.ts'
import { classByDensity, densityPcf, type FreightClass } from '../../../src-shared/freight/cargo.ts'
import { quoteInputSchema, type QuoteInput } from '../../../src-shared/station/quote.ts'
import { fieldErrors, type FieldErrors } from '../../forms/field-error.ts'
import { parseNumber } from '../../forms/number.ts'

/** An address being typed: every field is text, empty when not given. */
export type AddressForm = Record<Exclude<keyof Address, 'country'>, string> & { country: Country }

/** The two addresses of a quote, as the interface names them. */
export const ADDRESS_SIDES = ['originAddress', 'destinationAddress'] as const
export type AddressSide = (typeof ADDRESS_SIDES)[number]

/** A cargo line being typed. Weight in lb and dimensions in inches, a piece. */
export interface CargoForm {
  quantity: string
  length: string
  width: string
  height: string
  weight: string
  description: string
  /** `density`: the class the density scale suggests. */
  freightClass: FreightClass | 'density'
  hazmat: boolean
}

export interface QuoteForm {
  originAddress: AddressForm
  destinationAddress: AddressForm
  cargo: CargoForm[]
  shipDate: string
  insuranceAmount: string
  accessorials: Accessorial[]
}

export function emptyAddress(): AddressForm {
  return {
    companyName: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    postalCode: '',
    country: 'US',
    contactName: '',
    phone: '',
    email: '',
  }
}

export function emptyCargo(): CargoForm {
  return {
    quantity: '1',
    length: '',
    width: '',
    height: '',
    weight: '',
    description: '',
    freightClass: 'density',
    hazmat: false,
  }
}

/** @param today YYYY-MM-DD on this machine's calendar. */
export function emptyQuoteForm(today: string, origin: AddressForm = emptyAddress()): QuoteForm {
  return {
    originAddress: origin,
    destinationAddress: emptyAddress(),
    cargo: [emptyCargo()],
    shipDate: today,
    insuranceAmount: '',
    accessorials: [],
  }
}

/** Density and the class it suggests, once weight and dimensions are known; null before. */
export function cargoDensity(cargo: CargoForm): { pcf: number; freightClass: FreightClass } | null {
  const [weight, length, width, height] = [cargo.weight, cargo.length, cargo.width, cargo.height].map(parseNumber)
  if (!weight || !length || !width || !height) return null
  const pcf = densityPcf({ weight, length, width, height })
  return { pcf, freightClass: classByDensity(pcf) }
}

const given = (text: string) => text.trim() || undefined

function addressInput(form: AddressForm) {
  return {
    address1: form.address1,
    address2: given(form.address2),
    city: form.city,
    state: form.state.trim().toUpperCase(),
    postalCode: form.postalCode,
    country: form.country,
    companyName: given(form.companyName),
    contactName: given(form.contactName),
    phone: given(form.phone),
    email: given(form.email),
  }
}

function cargoInput(form: CargoForm) {
  return {
    quantity: parseNumber(form.quantity),
    length: parseNumber(form.length),
    width: parseNumber(form.width),
    height: parseNumber(form.height),
    weight: parseNumber(form.weight),
    description: form.description,
    freightClass: form.freightClass === 'density' ? cargoDensity(form)?.freightClass : form.freightClass,
    hazmat: form.hazmat || undefined,
  }
}

/** The form as the station takes it, or what is wrong with it, field by field. Checked with the station's own schema. */
export function parseQuoteForm(
  form: QuoteForm,
  today: string,
): { ok: true; input: QuoteInput } | { ok: false; errors: FieldErrors } {
  const parsed = quoteInputSchema.safeParse({
    originAddress: addressInput(form.originAddress),
    destinationAddress: addressInput(form.destinationAddress),
    cargo: form.cargo.map(cargoInput),
    shipDate: form.shipDate,
    accessorials: form.accessorials,
    insuranceAmount: parseNumber(form.insuranceAmount),
  })
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...(form.shipDate && form.shipDate < today ? { shipDate: { key: 'field.past' } as const } : {}),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}

/** An address in one line, for a closed section: "Acme Machine · Laredo, TX 78040". */
export function addressLine({ companyName, address1, city, state, postalCode }: AddressForm): string {
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [companyName || address1, place].filter(Boolean).join(' · ')
}
