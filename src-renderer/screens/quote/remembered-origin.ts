import { z } from 'zod'
import { COUNTRIES } from '../../../src-shared/freight/address.ts'
import { emptyAddress, type AddressForm } from './quote-form.ts'

const KEY = 'waybill.origin'

const text = z.string().catch('')
const originSchema = z.object({
  companyName: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  country: z.enum(COUNTRIES).catch('US'),
  contactName: text,
  phone: text,
  email: text,
})

/** Where the last quote on this machine was shipped from; empty the first time. */
export function rememberedOrigin(): AddressForm {
  try {
    return originSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    // Nothing kept, or not ours: an empty form is right.
    return emptyAddress()
  }
}

export function rememberOrigin(origin: AddressForm): void {
  localStorage.setItem(KEY, JSON.stringify(origin))
}
