import { z } from 'zod'
import type { Address, Party } from '../../../src-shared/freight/address.ts'

const text = z.string()
/** A shipper or consignee as it is typed: empty where nothing is given. */
export const partyFormSchema = z.object({ companyName: text, contactName: text, phone: text, email: text })
export type PartyForm = z.infer<typeof partyFormSchema>

/** The fields of a party, in their order. */
export const PARTY_FIELDS = [
  { name: 'companyName', label: 'address.company', type: 'text' },
  { name: 'contactName', label: 'address.contact', type: 'text' },
  { name: 'phone', label: 'address.phone', type: 'tel' },
  { name: 'email', label: 'address.email', type: 'email' },
] as const

export function partyOf({ companyName, contactName, phone, email }: Party): PartyForm {
  return {
    companyName: companyName ?? '',
    contactName: contactName ?? '',
    phone: phone ?? '',
    email: email ?? '',
  }
}

/** Leaves out absent fields of a party. */
export function partyInput(form: PartyForm): Party {
  const entries = Object.entries(form).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(entries)
}

/** An address as it is read on a label; a US one without its country. */
export function addressLines({
  companyName,
  address1,
  address2,
  city,
  state,
  postalCode,
  country,
}: Pick<Address, 'address1' | 'city' | 'state' | 'postalCode' | 'country'> &
  Partial<Pick<Address, 'companyName' | 'address2'>>): string[] {
  return [companyName, address1, address2, `${city}, ${state} ${postalCode}`, country === 'US' ? '' : country].flatMap(
    (line) => line || [],
  )
}

/** Who it is, for people: the company, else the contact; empty where neither is given. */
export const partyName = ({ companyName, contactName }: Pick<PartyForm, 'companyName' | 'contactName'>): string =>
  companyName.trim() || contactName.trim()

/** Whom to call or write to there, beside its name; empty where nothing is given. */
export const contactLine = ({ companyName, contactName, phone, email }: PartyForm): string =>
  [companyName.trim() && contactName, phone, email].filter((word) => word.trim()).join(' · ')

/** Missing fields of a consignee that a driver needs; null: none. */
export function missingContact(consignee: PartyForm): 'name' | 'phone' | 'both' | null {
  const hasName = partyName(consignee) !== ''
  const hasPhone = consignee.phone.trim() !== ''
  if (hasName) return hasPhone ? null : 'phone'
  return hasPhone ? 'name' : 'both'
}
