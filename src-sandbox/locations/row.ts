import { z } from 'zod'
import { COUNTRIES } from '../../src-shared/freight/address.ts'
import type { Location } from './location.ts'

/** A row of the location table. */
export const locationRowSchema = z
  .object({
    country: z.enum(COUNTRIES),
    postal_code: z.string(),
    city: z.string(),
    state: z.string(),
    full_state: z.string(),
    county: z.string(),
    lat: z.number(),
    lng: z.number(),
  })
  .transform(({ postal_code, full_state, ...rest }): Location => ({
    ...rest,
    postalCode: postal_code,
    fullState: full_state,
  }))
