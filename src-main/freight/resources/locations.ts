import type { AddressValidationRequest } from '../../../src-shared/freight/address-validation.ts'
import type { Country } from '../../../src-shared/freight/address.ts'
import {
  addressCheckAnswer,
  locationsAnswer,
  type AddressCheckAnswer,
  type LocationAnswer,
} from '../answer/location.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

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
  return transport.json(call, locationsAnswer)
}

/**
 * POST /address/validate: changes nothing, so it is safe to repeat.
 * @throws FreightError SERVICE_UNAVAILABLE when addresses cannot be checked at the moment
 */
export function validateAddress(transport: Transport, request: AddressValidationRequest): Promise<AddressCheckAnswer> {
  return transport.json(callOf('validateAddress', { body: request }), addressCheckAnswer)
}
