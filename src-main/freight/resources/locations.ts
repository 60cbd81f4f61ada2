import { z } from 'zod'
import {
  addressValidationSchema,
  type AddressValidation,
  type AddressValidationRequest,
} from '../../../src-shared/freight/address-validation.ts'
import type { Country } from '../../../src-shared/freight/address.ts'
import { locationSchema } from '../../../src-shared/freight/location.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** The counters of the answer are not needed: a list counts itself. */
const searchSchema = z.object({
  success: z.literal(true),
  data: z.array(
    locationSchema.extend({
      full_state: z.string().nullish(),
      county: z.string().nullish(),
    }),
  ),
  search_type: z.string().min(1).nullish(),
})
export type LocationAnswer = z.output<typeof searchSchema>

/** GET /location/search: places by postal code, the beginning of one, or the beginning of a city's name. */
export async function searchLocations(
  transport: Transport,
  location: string,
  country?: Country,
): Promise<LocationAnswer> {
  const call =
    country === undefined
      ? callOf('searchLocations', { words: { location } })
      : callOf('searchLocationsIn', { words: { country, location } })
  return transport.json(call, searchSchema)
}

/**
 * POST /address/validate: changes nothing, so it is safe to repeat.
 * @throws FreightError SERVICE_UNAVAILABLE when addresses cannot be checked at the moment
 */
export function validateAddress(transport: Transport, request: AddressValidationRequest): Promise<AddressValidation> {
  return transport.json(callOf('validateAddress', { body: request }), addressValidationSchema)
}
