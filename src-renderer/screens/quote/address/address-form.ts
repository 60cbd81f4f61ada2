import { z } from 'zod'
import { COUNTRIES, type Address, type Country } from '../../../../src-shared/freight/address.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { stateCode } from '../../../../src-shared/station/addresses/state-name.ts'
import { STREET_TO_FOLLOW } from '../../../../src-shared/station/quote/quote.ts'
import type { Location } from '../../../../src-shared/station/addresses/location.ts'
import { placeName } from './place-name.ts'

const text = z.string().catch('')

/** An address being typed: every field is text, empty when not given; so is a field missing in a draft. */
export const addressFormSchema = (country: Country) =>
  z.object({
    /** The entry of the address book that this is; empty: none. */
    addressId: text,
    companyName: text,
    address1: text,
    address2: text,
    city: text,
    state: text,
    postalCode: text,
    country: z.enum(COUNTRIES).catch(country),
    contactName: text,
    phone: text,
    email: text,
  }) satisfies z.ZodType<Record<keyof Address, string>>
export type AddressForm = z.output<ReturnType<typeof addressFormSchema>>

export const emptyAddress = (): AddressForm => addressFormSchema('US').parse({})

/** An address of the wire, to be changed by a person. */
export function addressFormOf(address: Address, addressId = ''): AddressForm {
  return {
    addressId,
    companyName: address.companyName ?? '',
    address1: address.address1 === STREET_TO_FOLLOW ? '' : address.address1,
    address2: address.address2 ?? '',
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    country: address.country,
    contactName: address.contactName ?? '',
    phone: address.phone ?? '',
    email: address.email ?? '',
  }
}

/** An entry of the address book; the name it is found by replaces a company that was left out. */
export function addressFormOfSaved({ addressId, name, address }: SavedAddress): AddressForm {
  return addressFormOf({ ...address, companyName: address.companyName ?? name }, addressId)
}

const given = (text: string) => text.trim() || undefined

/** The form as the wire has addresses, not checked yet. */
export function addressInput(form: AddressForm) {
  return {
    address1: form.address1,
    address2: given(form.address2),
    city: form.city,
    state: stateCode(form.country, form.state),
    postalCode: form.postalCode,
    country: form.country,
    companyName: given(form.companyName),
    contactName: given(form.contactName),
    phone: given(form.phone),
    email: given(form.email),
  }
}

/** City, state and postal code: "Laredo, TX 78040". */
export const placeLine = ({ city, state, postalCode }: Pick<AddressForm, 'city' | 'state' | 'postalCode'>): string =>
  [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** An address in one line, for a closed section: "Acme Machine · Laredo, TX 78040". */
export function addressLine(address: Omit<AddressForm, 'addressId'>): string {
  return [address.companyName || address.address1, placeLine(address)].filter(Boolean).join(' · ')
}

/** Fills in a place of the location search. A country that cannot be shipped to changes nothing. */
export function placeChange({ city, state, postalCode, country }: Location): Partial<AddressForm> {
  const known = COUNTRIES.find((code) => code === country)
  return known ? { city: placeName(city), state, postalCode, country: known } : {}
}

/** What counts of an address for a check of it: two alike are the same question. */
export function addressPrint({ address1, address2, city, state, postalCode, country }: AddressForm): string {
  return JSON.stringify([address1, address2, city, state, postalCode, country].map((text) => text.trim().toUpperCase()))
}

/** Nothing that a carrier needs is left out; whether it is right is another matter. */
export function isWholeAddress({ address1, city, state, postalCode }: Omit<AddressForm, 'addressId'>): boolean {
  return [address1, city, state, postalCode].every((part) => part.trim() !== '')
}
