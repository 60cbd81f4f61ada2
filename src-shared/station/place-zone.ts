import type { Place } from './tracking/place.ts'
import { ZONE_TOWNS } from './zone-towns.ts'

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'
const MEXICO = 'America/Mexico_City'

const zones = (zone: string, states: string) => states.split(' ').map((state) => [state, zone] as const)
const US = new Map([
  ...zones(EASTERN, 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'),
  ...zones(CENTRAL, 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'),
  ...zones(MOUNTAIN, 'CO ID MT NM UT WY'),
  ...zones(PACIFIC, 'CA NV OR WA'),
  ['AZ', 'America/Phoenix'],
  ['AK', 'America/Anchorage'],
  ['HI', 'Pacific/Honolulu'],
])
const CA = new Map([
  ...zones('America/Toronto', 'ON QC'),
  ...zones('America/Halifax', 'NB NS PE'),
  ['NL', 'America/St_Johns'],
  ['MB', 'America/Winnipeg'],
  ['SK', 'America/Regina'],
  ['AB', 'America/Edmonton'],
  ['BC', 'America/Vancouver'],
  ['YT', 'America/Whitehorse'],
  ['NT', 'America/Edmonton'],
])
/** Mexican states off the country's own time; without summer time but for the border's towns. */
const MX = new Map([
  ...zones('America/Tijuana', 'BCN BC BAJ'),
  ...zones('America/Hermosillo', 'SON SO'),
  ...zones('America/Mazatlan', 'SIN SI BCS BS NAY NA'),
  ...zones('America/Cancun', 'ROO QROO QR'),
])
/** Mexican towns that keep another time than most of their state. */
const MX_TOWNS = new Map([
  ['CIUDAD JUAREZ', 'America/Ciudad_Juarez'],
  ['NUEVO LAREDO', 'America/Matamoros'],
  ['REYNOSA', 'America/Matamoros'],
  ['MATAMOROS', 'America/Matamoros'],
  ['PIEDRAS NEGRAS', 'America/Matamoros'],
  ['CIUDAD ACUNA', 'America/Matamoros'],
  ['OJINAGA', 'America/Ojinaga'],
  ['PUERTO VALLARTA', MEXICO],
])

/** A name without accents, in capitals. */
export const plainName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trim()

export const countryOf = (country: string | null): string => {
  const word = plainName(country ?? '')
  if (['MX', 'MEX', 'MEXICO'].includes(word)) return 'MX'
  if (['CA', 'CAN', 'CANADA'].includes(word)) return 'CA'
  return 'US'
}

/** The time zone of a place; null where it is not known. A state without an entry here is not guessed. */
export function zoneOf({ city, state, country }: Place): string | null {
  const land = countryOf(country)
  const [town, code] = [plainName(city ?? ''), plainName(state ?? '')]
  if (land === 'MX') return MX_TOWNS.get(town) ?? (code === '' ? null : (MX.get(code) ?? MEXICO))
  if (land === 'CA') return CA.get(code) ?? null
  return withinStates().towns.get(`${code} ${town}`) ?? US.get(code) ?? null
}

interface WithinStates {
  /** The zone of a town, by state and name. */
  towns: ReadonlyMap<string, string>
  ranges: readonly { from: string; to: string; zone: string }[]
}

let read: WithinStates | null = null

/** The list of towns and postal codes, taken apart when it is first asked for: a batch asks row by row. */
function withinStates(): WithinStates {
  if (read) return read
  const states = Object.entries(ZONE_TOWNS)
  read = {
    towns: new Map(
      states.flatMap(([state, { zone, towns }]) => towns.split('|').map((town) => [`${state} ${town}`, zone] as const)),
    ),
    ranges: states.flatMap(([, { zone, codes }]) =>
      codes.split(' ').map((range) => {
        const [from = '', to = from] = range.split('-')
        return { from, to, zone }
      }),
    ),
  }
  return read
}

/** Mexican postal codes that keep another time than the rest of their state, by how they begin. */
const MX_PREFIXES: readonly (readonly [zone: string, prefixes: string])[] = [
  ['America/Ciudad_Juarez', '32'],
  ['America/Matamoros', '880 881 882 885 886 887 873 874 875 260 262'],
]

/** The zone of a postal code where that is another than its state's; null: it is not. */
function zoneWithinState(country: string, postalCode: string): string | null {
  if (postalCode.length < 5) return null
  if (country === 'MX') {
    return (
      MX_PREFIXES.find(([, prefixes]) => prefixes.split(' ').some((begin) => postalCode.startsWith(begin)))?.[0] ?? null
    )
  }
  if (country !== 'US') return null
  const code = postalCode.slice(0, 5)
  return withinStates().ranges.find(({ from, to }) => code >= from && code <= to)?.zone ?? null
}

/** The time zone of an address, by its postal code where that is another than its state's; null while its state is not known. */
export const zoneOfAddress = (address: Place & { postalCode?: string | null | undefined }): string | null =>
  zoneWithinState(countryOf(address.country), (address.postalCode ?? '').trim()) ?? zoneOf(address)

export interface WallClock {
  /** YYYY-MM-DD. */
  day: string
  /** HH:MM of 24 hours. */
  time: string
}

/** The local time in a zone at a moment. */
export function wallClock(zone: string, moment: Date): WallClock {
  const minute = Math.floor(moment.getTime() / 60_000)
  const last = lastOf.get(zone)
  if (last?.minute === minute) return last.wall
  const format = last?.format ?? formatOf(zone)
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const wall = {
    day: `${parts['year'] ?? ''}-${parts['month'] ?? ''}-${parts['day'] ?? ''}`,
    time: `${parts['hour'] ?? ''}:${parts['minute'] ?? ''}`,
  }
  lastOf.set(zone, { format, minute, wall })
  return wall
}

/** A batch asks row by row for the same few zones, within one minute: a format costs some tenths of a millisecond to make. */
const lastOf = new Map<string, { format: Intl.DateTimeFormat; minute: number; wall: WallClock }>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two },
  })
}
