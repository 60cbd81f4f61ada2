import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import type { AddressCheck, CheckedAddress } from '../../../../src-shared/station/addresses/location.ts'
import type { AddressForm } from './address-form.ts'
import { placeName } from './place-name.ts'

/** Where each part of a checked address is in the form, in the order it is read. */
const FORM_FIELDS = {
  street1: 'address1',
  street2: 'address2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const satisfies Record<keyof CheckedAddress, keyof AddressForm>

const PARTS = ['street1', 'street2', 'city', 'state', 'postalCode', 'country'] as const

/** What `addresses.validate` is asked with. */
export function checkInput(form: AddressForm) {
  return {
    street1: form.address1.trim(),
    street2: form.address2.trim(),
    city: form.city.trim(),
    state: form.state.trim(),
    postalCode: form.postalCode.trim(),
    country: form.country,
  }
}

/** Capitals are how the post writes, not another address. */
const isElse = (mine: string, theirs: string) => mine.toUpperCase() !== theirs.toUpperCase()

/** The parts that differ. */
function changedParts({ submitted, corrected }: AddressCheck): (keyof CheckedAddress)[] {
  return PARTS.filter((part) => isElse(submitted[part], corrected[part]))
}

export interface ComparedPart {
  part: keyof CheckedAddress
  mine: string
  theirs: string
  isChanged: boolean
}

/** Both addresses part by part; parts that are empty on both sides are left out. */
export function compareParts({ submitted, corrected }: AddressCheck): ComparedPart[] {
  return PARTS.map((part) => {
    const [mine, theirs] = [submitted[part], corrected[part]]
    const isChanged = isElse(mine, theirs)
    return { part, mine, theirs: isChanged ? asWritten(part, theirs) : mine, isChanged }
  }).filter(({ mine, theirs }) => mine !== '' || theirs !== '')
}

/** The fields that taking the suggestion changes. */
export function suggestedChange(check: AddressCheck): Partial<AddressForm> {
  const change: Partial<Record<keyof AddressForm, string>> = {}
  for (const part of changedParts(check)) change[FORM_FIELDS[part]] = asWritten(part, check.corrected[part])
  const { country, ...texts } = change
  const known = COUNTRIES.find((code) => code === country)
  return known ? { ...texts, country: known } : texts
}

const asWritten = (part: keyof CheckedAddress, text: string) => (part === 'city' ? placeName(text) : text)

export type CheckResult = 'exact' | 'suggestion' | 'astray' | 'notFound'

/**
 * The meaning of an answer for the person: nothing to do, a nicer way to write it, or an address freight would not
 * find.
 */
export function checkResultOf(check: AddressCheck): CheckResult {
  if (check.status === 'NOT_FOUND') return 'notFound'
  if (changedParts(check).length === 0) return 'exact'
  return check.requiresCorrection ? 'astray' : 'suggestion'
}
