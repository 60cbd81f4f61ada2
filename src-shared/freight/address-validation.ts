import { z } from 'zod'
import { openEnum } from './scalar.ts'

const part = z.string().max(120)

/** Body of POST /address/validate (interface section "Address validation"). Absent fields are empty. */
export const addressValidationRequestSchema = z.object({
  street1: part.refine((text) => text.trim() !== '', 'street is required'),
  street2: part.default(''),
  city: part.default(''),
  state: part.default(''),
  zip: part.default(''),
  country: part,
})
export type AddressValidationRequest = z.input<typeof addressValidationRequestSchema>

/** An address as POST /address/validate gives it back. */
const validatedAddressSchema = z.object({
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})
export type ValidatedAddress = z.infer<typeof validatedAddressSchema>

/** VALIDATED_CHANGED is the one word the interface shows; the embedded service adds the other two. */
export const VALIDATION_STATUSES = ['VALIDATED', 'VALIDATED_CHANGED', 'NOT_FOUND'] as const

/** Answer of POST /address/validate. */
export const addressValidationSchema = z.object({
  success: z.literal(true),
  validation_status: openEnum(VALIDATION_STATUSES),
  original_address: validatedAddressSchema,
  validated_address: validatedAddressSchema,
  /** The freight would go astray with the address as submitted. */
  requires_correction: z.boolean(),
})
