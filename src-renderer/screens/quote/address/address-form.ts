import { COUNTRIES, type Address, type Country } from '../../../../src-shared/freight/address.ts'
import type { SavedAddress } from '../../../../src-shared/station/address-book.ts'
import type { Location } from '../../../../src-shared/station/location.ts'
import { placeName } from './place-name.ts'

/** An address being typed: every field is text, empty when not given. */
export type AddressForm = Record<Exclude<keyof Address, 'country'>, string> & {
  country: Country
  /** The entry of the address book that this is; empty: none. */
  addressId: string
}

export function emptyAddress(): AddressForm {
  return {
    addressId: '',
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

/** An address of the wire, to be changed by a person. */
export function addressFormOf(address: Address, addressId = ''): AddressForm {
  return {
    addressId,
    companyName: address.companyName ?? '',
    address1: address.address1,
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

/** An entry of the address book; the name it is found by stands in for a company that was left out. */
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
    state: form.state.trim().toUpperCase(),
    postalCode: form.postalCode,
    country: form.country,
    companyName: given(form.companyName),
    contactName: given(form.contactName),
    phone: given(form.phone),
    email: given(form.email),
  }
}

/** An address in one line, for a closed section: "Acme Machine · Laredo, TX 78040". */
export function addressLine({
  companyName,
  address1,
  city,
  state,
  postalCode,
}: Omit<AddressForm, 'addressId'>): string {
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [companyName || address1, place].filter(Boolean).join(' · ')
}

/** What a place of the location search fills in. A country that cannot be shipped to changes nothing. */
export function placeChange({ city, state, postalCode, country }: Location): Partial<AddressForm> {
  const known = COUNTRIES.find((code) => code === country)
  return known ? { city: placeName(city), state, postalCode, country: known } : {}
}

/** What counts of an address for a check of it: two alike are the same question. */
export function addressPrint({ address1, address2, city, state, postalCode, country }: AddressForm): string {
  return JSON.stringify([address1, address2, city, state, postalCode, country].map((text) => text.trim().toUpperCase()))
}
