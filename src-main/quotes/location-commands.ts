import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { locationCommands as rows } from '../../src-shared/station/commands/location.ts'
import { normaliseAddressCheck, normaliseLocations, normaliseSatCode } from '../freight/normalise/location.ts'
import type { Services } from '../app/services.ts'

/** What forms look up while a person types. */
export function locationCommands({
  environments,
}: Pick<Services, 'environments'>): Pick<CommandHandlers, keyof typeof rows> {
  const client = () => environments.link().client
  return {
    'locations.search': async ({ text, country }) => normaliseLocations(await client().searchLocations(text, country)),
    'addresses.validate': async ({ postalCode, ...address }) =>
      normaliseAddressCheck(await client().validateAddress({ ...address, zip: postalCode })),
    'satCodes.search': async ({ language, term }) =>
      (await client().lookUpSatCodes(language, term)).map(normaliseSatCode),
  }
}
