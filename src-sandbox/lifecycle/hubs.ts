import { milesBetween, type Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'
import type { Country } from '../../src-shared/freight/address.ts'

/** Where terminals are: cities that freight of the continent runs through, by postal code. */
const HUB_POSTAL_CODES: Record<Country, readonly string[]> = {
  US: [
    '98108',
    '97218',
    '95206',
    '94621',
    '90023',
    '92408',
    '92154',
    '89115',
    '84104',
    '85043',
    '85706',
    '87105',
    '80216',
    '59101',
    '58102',
    '68110',
    '64120',
    '67219',
    '73108',
    '75212',
    '77029',
    '78219',
    '78045',
    '79928',
    '72209',
    '70126',
    '38118',
    '37210',
    '40213',
    '63147',
    '60638',
    '53207',
    '55413',
    '46241',
    '48209',
    '43228',
    '44135',
    '15205',
    '45241',
    '30336',
    '35217',
    '32254',
    '33178',
    '33619',
    '28214',
    '27409',
    '23230',
    '21224',
    '17110',
    '07114',
    '13211',
    '14206',
    '02128',
    '06114',
    '99501',
    '96819',
    '83705',
    '99206',
    '79404',
    '50313',
    '57107',
    '66106',
  ],
  MX: [
    '64000',
    '66600',
    '02300',
    '76000',
    '78000',
    '44100',
    '37000',
    '25900',
    '31000',
    '83000',
    '80000',
    '27000',
    '72000',
    '88000',
    '22444',
    '32575',
  ],
  CA: ['M5V2T6', 'L5T1A1', 'H4T1A1', 'V3S4C5', 'T2P1J9', 'T5J0N3', 'R3C4A5', 'S4P1A1', 'P7B1A1', 'E1C1A1', 'N9A1A1'],
}

/** A detour past a terminal may make the way this much longer. */
const MOST_DETOUR = 1.25

/** The terminals, as places. Their cities as people write them: only a location search answers in upper case. */
export function hubsOf(locations: Locations): Location[] {
  return (['US', 'MX', 'CA'] as const).flatMap((country) =>
    HUB_POSTAL_CODES[country].flatMap((postalCode) => {
      const location = locations.byPostalCode(country, postalCode)?.location
      return location ? [{ ...location, city: inTitleCase(location.city) }] : []
    }),
  )
}

function inTitleCase(city: string): string {
  return city.toLowerCase().replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}

/**
 * The terminals a shipment passes, one to three of them, in order: those near the even parts of the way that cost the
 * least detour. A short way has one, the nearest to both ends.
 */
export function routeThrough(hubs: readonly Location[], origin: Location, destination: Location): Location[] {
  const direct = milesBetween(origin, destination)
  const wanted = direct < 300 ? 1 : direct < 1000 ? 2 : 3
  const candidates = hubs
    .map((hub) => ({ hub, from: milesBetween(origin, hub), to: milesBetween(hub, destination) }))
    .sort((a, b) => a.from + a.to - (b.from + b.to))
  const onTheWay = candidates.filter(({ from, to }) => from + to <= direct * MOST_DETOUR)
  const chosen = new Set<(typeof candidates)[number]>()
  for (let part = 1; part <= wanted; part++) {
    const mark = (direct * part) / (wanted + 1)
    const nearest = onTheWay.toSorted((a, b) => Math.abs(a.from - mark) - Math.abs(b.from - mark))[0]
    if (nearest) chosen.add(nearest)
  }
  const passed = chosen.size > 0 ? [...chosen] : candidates.slice(0, 1)
  return passed.sort((a, b) => a.from - b.from).map(({ hub }) => hub)
}
