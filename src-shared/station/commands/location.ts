import { atStation, returns } from '../command.ts'
import {
  addressCheckInputSchema,
  locationSearchInputSchema,
  satSearchInputSchema,
  type AddressCheck,
  type LocationSearch,
  type SatCode,
} from '../addresses/location.ts'

/** The rows of the command table that forms look places, addresses and tax codes up with. */
export const locationCommands = {
  /** Searches cities and postal codes. */
  'locations.search': returns<LocationSearch>()(locationSearchInputSchema, atStation.packer),
  /**
   * Checks an address with the freight service. SERVICE_UNAVAILABLE when it cannot be checked at the moment: then the
   * address is "not checked".
   */
  'addresses.validate': returns<AddressCheck>()(addressCheckInputSchema, atStation.packer),
  /** Searches the product codes of the Mexican tax authority (SAT). */
  'satCodes.search': returns<SatCode[]>()(satSearchInputSchema, atStation.packer),
} as const
