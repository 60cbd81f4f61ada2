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
  'locations.search': returns<LocationSearch>()(locationSearchInputSchema, atStation.packer),
  /** Fails with SERVICE_UNAVAILABLE when addresses cannot be checked at the moment: then the address is "not checked". */
  'addresses.validate': returns<AddressCheck>()(addressCheckInputSchema, atStation.packer),
  'satCodes.search': returns<SatCode[]>()(satSearchInputSchema, atStation.packer),
} as const
