import { dataFile } from '../data-file.ts'
import type { Location } from './location.ts'
import { readPlaces, type StateNamed } from './read-places.ts'
import { CA_PROVINCES, MX_STATES } from '../../src-shared/states.ts'

const NAMES = { US: {}, MX: MX_STATES, CA: CA_PROVINCES } satisfies Record<string, Readonly<Record<string, string>>>

const stateNamed: StateNamed = (country, state) => {
  const names: Readonly<Record<string, string>> = NAMES[country]
  const fullState = names[state]
  return fullState === undefined ? null : { state, fullState }
}

/**
 * The places of Mexico and Canada that come with the service: capitals, border towns, ports, industrial cities and parks.
 * @throws WrongTable when the file that came with the program is damaged.
 */
export function writtenPlaces(): Location[] {
  return readPlaces(dataFile(new URL('places.csv', import.meta.url)), stateNamed)
}
