import { z } from 'zod'
import { cleanText } from '../clean-text.ts'

/** The countries the interface ships between (Location.country, Address.country: ISO 3166-1 alpha-2). */
export const COUNTRIES = ['US', 'MX', 'CA'] as const
export type Country = (typeof COUNTRIES)[number]

const required = (what: string) => z.string().overwrite(cleanText).min(1, `${what} is required`).max(120)
const optional = z.string().overwrite(cleanText).max(120).optional()

/** Address object (domestic quote), interface section "Address object". */
export const addressSchema = z.object({
  address1: required('street address'),
  address2: optional,
  city: required('city'),
  state: required('state or province code'),
  postalCode: required('ZIP or postal code'),
  country: z.enum(COUNTRIES, { error: `must be one of ${COUNTRIES.join(', ')}` }),
  companyName: optional,
  contactName: optional,
  phone: optional,
  email: optional,
})
export type Address = z.infer<typeof addressSchema>

/** An address as it comes back in a shipment's detail: nothing is taken for granted. */
export const addressViewSchema = addressSchema.partial().extend({ country: z.string().optional() })

/** Party info (shipperInfo, consigneeInfo). */
export const partySchema = z.object({
  companyName: optional,
  contactName: optional,
  phone: optional,
  email: optional,
})
export type Party = z.infer<typeof partySchema>
