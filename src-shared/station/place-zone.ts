import type { Place } from './tracking/place.ts'

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
/** Towns that keep another time than most of their state. */
const TOWNS = new Map([
  ['US EL PASO', MOUNTAIN],
  ['US KNOXVILLE', EASTERN],
  ['US CHATTANOOGA', EASTERN],
  ['US PENSACOLA', CENTRAL],
  ['US GARY', CENTRAL],
  ['US EVANSVILLE', CENTRAL],
  ['US BOWLING GREEN', CENTRAL],
  ['US RAPID CITY', MOUNTAIN],
  ['MX CIUDAD JUAREZ', 'America/Ciudad_Juarez'],
  ['MX NUEVO LAREDO', 'America/Matamoros'],
  ['MX REYNOSA', 'America/Matamoros'],
  ['MX MATAMOROS', 'America/Matamoros'],
  ['MX PIEDRAS NEGRAS', 'America/Matamoros'],
  ['MX CIUDAD ACUNA', 'America/Matamoros'],
  ['MX OJINAGA', 'America/Ojinaga'],
  ['MX PUERTO VALLARTA', MEXICO],
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
  const town = TOWNS.get(`${land} ${plainName(city ?? '')}`)
  if (town) return town
  const code = plainName(state ?? '')
  if (code === '') return null
  if (land === 'MX') return MX.get(code) ?? MEXICO
  return (land === 'CA' ? CA : US).get(code) ?? null
}

/** Postal codes that keep another time than the rest of their state, by how they begin. */
const BY_POSTAL_CODE: Record<string, readonly (readonly [zone: string, prefixes: string])[]> = {
  US: [
    [MOUNTAIN, '798 799 885 577 586 693 979'],
    [PACIFIC, '835 838'],
    [EASTERN, '373 374 376 377 378 379'],
    [CENTRAL, '463 464 476 477 324 325 420 421 422 423 424'],
  ],
  MX: [
    ['America/Ciudad_Juarez', '32'],
    ['America/Matamoros', '880 881 882 885 886 887 873 874 875 260 262'],
  ],
}

/** The time zone of an address, by its postal code where that is another than its state's; null while its state is not known. */
export function zoneOfAddress(address: Place & { postalCode?: string | null | undefined }): string | null {
  const postalCode = (address.postalCode ?? '').trim()
  const special = BY_POSTAL_CODE[countryOf(address.country)]?.find(([, prefixes]) =>
    prefixes.split(' ').some((prefix) => postalCode.length >= 5 && postalCode.startsWith(prefix)),
  )
  return special?.[0] ?? zoneOf(address)
}

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
