import type { Country } from '../../freight/address.ts'
import { PLACE_KINDS, typed, type Part, type PlaceMeaning, type Reading } from './cursor.ts'
import type { City, LineDoubt, LineParty, LinePlace } from './line.ts'

/** Adjacent parts about one place. */
interface Group {
  end: 'origin' | 'destination' | null
  /** Nothing but a comma is between it and the one before. */
  isBeside: boolean
  start: number
  stop: number
  party?: { parties: readonly LineParty[]; part: Part }
  street?: string
  code?: { code: string; country: Country | null }
  city?: { cities: readonly City[]; part: Part }
  state?: { states: readonly { state: string; country: Country }[] }
  country?: Country
}

const isPlacePart = (part: Part): part is Part & { meaning: PlaceMeaning } => PLACE_KINDS.has(part.meaning.kind)

const NOWHERE: LinePlace = { postalCode: null, city: null, state: null, country: null }

/**
 * Both ends of the way: as they are named, and else the first is where it begins; one alone is where it goes, unless
 * freight begins there. An entry of the address book is never both.
 */
export function endsOf(reading: Reading, parts: readonly Part[]) {
  const unclear: LineDoubt[] = []
  const groups = withoutContradictions(reading, groupsOf(reading, parts), unclear)
  const ends: Partial<Record<'origin' | 'destination', Group>> = {}
  const named = groups.filter(({ end }) => end !== null)
  const free = groups.filter(({ end }) => end === null)
  const isAlone = named.length === 0 && free.length === 1 && !free.some(isShipper)
  const order = isAlone ? (['destination'] as const) : (['origin', 'destination'] as const)
  for (const group of [...named, ...free]) {
    const open = order.find(
      (end) => ends[end] === undefined && !named.some((other) => other !== group && other.end === end),
    )
    const end = group.end ?? open ?? null
    if (end === null || ends[end] !== undefined) unclear.push(doubt(reading, group.start, group.stop, 'twice', []))
    else ends[end] = group
  }
  return { ...placesOf(reading, ends, unclear), unclear }
}

const isShipper = ({ party }: Group) => party?.parties.every((one) => one.isShipper) ?? false

/** Names first: a city stands for its one entry of the address book only where that is not the other end. */
function placesOf(
  reading: Reading,
  ends: Partial<Record<'origin' | 'destination', Group>>,
  unclear: LineDoubt[],
): { origin: LinePlace; destination: LinePlace } {
  const places = { origin: NOWHERE, destination: NOWHERE }
  const both = (['origin', 'destination'] as const).flatMap((end) => (ends[end] ? [{ end, group: ends[end] }] : []))
  for (const { end, group } of both.toSorted((one, two) => Number(!one.group.party) - Number(!two.group.party))) {
    const other = places[end === 'origin' ? 'destination' : 'origin'].addressId
    const place = placeOf(reading, group, { end, other }, unclear)
    if (other === undefined || place.addressId !== other) places[end] = place
    else unclear.push(doubt(reading, group.start, group.stop, 'twice', []))
  }
  return places
}

/**
 * A name beside a place that is not its own is one end, and a person says which: two ends are said with a word between.
 * Freight that begins at the name goes to the place behind it.
 */
function withoutContradictions(reading: Reading, groups: readonly Group[], unclear: LineDoubt[]): Group[] {
  const left: Group[] = []
  for (const group of groups) {
    const before = left.at(-1)
    if (!before || !isBesideName(before, group) || (isShipper(before) && before.end !== 'destination')) {
      left.push(group)
      continue
    }
    const [first, second] = [before, group].map(({ start, stop }) => typed(reading, start, stop).replace(/,$/, ''))
    const [from, to] = reading.language === 'es' ? ['de', 'a'] : ['from', 'to']
    const ways = { origin: `${first} ${to} ${second}`, destination: `${second} ${from} ${first}` }
    const way = before.end === null ? `${from} ${first} ${to} ${second}` : ways[before.end]
    const ones = before.party ? [second ?? '', first ?? ''] : [first ?? '', second ?? '']
    const readings = groups.length === 2 ? [...ones, way] : ones
    unclear.push(doubt(reading, before.start, group.stop, 'several-parties', readings))
    left[left.length - 1] = { ...(before.party ? group : before), end: before.end, isBeside: before.isBeside }
  }
  return left
}

const isBesideName = (before: Group, group: Group) =>
  group.isBeside && group.end === null && (before.party === undefined) !== (group.party === undefined)

function doubt(reading: Reading, start: number, end: number, why: LineDoubt['why'], readings: string[]): LineDoubt {
  const [first, last] = [reading.tokens[start], reading.tokens[end - 1]]
  return { text: typed(reading, start, end), why, readings, from: first?.from ?? 0, to: last?.to ?? 0 }
}

function groupsOf(reading: Reading, parts: readonly Part[]): Group[] {
  const groups: Group[] = []
  let current: Group | null = null
  let end: Group['end'] = null
  for (const [index, part] of parts.entries()) {
    if (part.meaning.kind === 'direction') {
      end = part.meaning.end
      current = null
    } else if (isPlacePart(part)) {
      if (current === null || !fits(reading, current, part.meaning)) {
        current = { end, isBeside: current !== null, start: part.start, stop: part.end }
        end = null
        groups.push(current)
      }
      add(current, part, part.meaning)
    } else if (
      !isInItsCity(reading, current, part, parts[index + 1]) &&
      (part.meaning.kind !== 'mark' || reading.tokens[part.start]?.text === '-')
    ) {
      current = null
    }
  }
  return groups
}

/** "Front range mechanical in denver". */
function isInItsCity(reading: Reading, group: Group | null, { start, end }: Part, next: Part | undefined): boolean {
  if (!group?.party || !next || !isPlacePart(next)) return false
  return /^(in|at|en)$/i.test(typed(reading, start, end)) && fits(reading, group, next.meaning)
}

/** Whether this can be about the same place. */
function fits(reading: Reading, group: Group, meaning: PlaceMeaning): boolean {
  const { places } = reading.context
  if (meaning.kind === 'party') return false
  if (group[meaning.kind] !== undefined) return false
  if (group.party) {
    const { parties } = group.party
    if (meaning.kind === 'city')
      return parties.some(({ address }) => meaning.cities.some((city) => isThere(address, city)))
    if (meaning.kind === 'code') return parties.some(({ address }) => address.postalCode === meaning.code)
    if (meaning.kind === 'state')
      return parties.some(({ address }) => meaning.states.some(({ state }) => state === address.state))
    return meaning.kind === 'country' && parties.some(({ address }) => address.country === meaning.country)
  }
  if (meaning.kind === 'city' && group.code) {
    const { code } = group.code
    return meaning.cities.some(({ state, country }) => places.placeOf(country, code)?.state === state)
  }
  if (meaning.kind === 'code' && group.city && !group.state) {
    return group.city.cities.some(({ state, country }) => places.placeOf(country, meaning.code)?.state === state)
  }
  // A street comes before its city and code.
  return meaning.kind !== 'street' || (group.code === undefined && group.city === undefined)
}

const isThere = (address: LineParty['address'], { city, state }: City) =>
  address.state === state && plain(address.city) === plain(city)
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

function add(group: Group, part: Part, meaning: PlaceMeaning): void {
  group.stop = part.end
  if (meaning.kind === 'party') group.party = { parties: meaning.parties, part }
  else if (meaning.kind === 'city') group.city = { cities: meaning.cities, part }
  else if (meaning.kind === 'state') group.state = meaning
  else if (meaning.kind === 'code') group.code = meaning
  else if (meaning.kind === 'country') group.country = meaning.country
  else group.street = meaning.street
}

/** The end of the way, and the entry of the address book at the other. */
interface Side {
  end: 'origin' | 'destination'
  other: string | undefined
}

function placeOf(reading: Reading, group: Group, side: Side, unclear: LineDoubt[]): LinePlace {
  if (group.party) return partyPlace(reading, group, group.party, unclear)
  const country = group.country ?? group.code?.country ?? countryOf(reading, group)
  const lies = group.code && reading.context.places.placeOf(country, group.code.code)
  const states = group.state?.states.filter((state) => state.country === country) ?? []
  const state = states[0]?.state ?? null
  const cities =
    group.city?.cities.filter(
      (city) => city.country === country && (state ?? lies?.state ?? city.state) === city.state,
    ) ?? []
  const place = {
    postalCode: group.code?.code ?? null,
    city: cities[0]?.city ?? (state === null || state === lies?.state ? lies?.city : null) ?? null,
    state: state ?? lies?.state ?? cities[0]?.state ?? null,
    country,
    ...(group.street === undefined ? {} : { address1: group.street }),
  }
  if (lies && state !== null && lies.state !== state) {
    const text = typed(reading, group.start, group.stop)
    unclear.push(
      doubt(reading, group.start, group.stop, 'other-state', [text, `${group.code?.code ?? ''} ${lies.state}`]),
    )
  }
  return group.city && !group.code && group.street === undefined
    ? cityAlone(reading, { ...place, ...side }, group.city, cities, unclear)
    : place
}

/** Of the US by default: a number of five digits alone may be of two countries. */
function countryOf(reading: Reading, { city, state, code }: Group): Country {
  const of = state?.states ?? city?.cities ?? []
  const { places } = reading.context
  const withCode = code && of.find((one) => places.placeOf(one.country, code.code)?.state === one.state)
  if (withCode) return withCode.country
  if (of.length > 0 && !of.some(({ country }) => country === 'US')) return of[0]?.country ?? 'US'
  if (of.length === 0 && code && !places.placeOf('US', code.code) && places.placeOf('MX', code.code)) return 'MX'
  return of[0]?.country ?? 'US'
}

/** A city without more: the one entry of the address book there, when there is one, or its name. */
function cityAlone(
  reading: Reading,
  { end, other, ...place }: LinePlace & Side,
  { part }: { part: Part },
  cities: readonly City[],
  unclear: LineDoubt[],
): LinePlace {
  const parties = reading.context.parties.filter(({ address }) => cities.some((city) => isThere(address, city)))
  const others = parties.filter((party) => (end === 'origin' || !party.isShipper) && party.addressId !== other)
  const [only] = others
  if (only && others.length === 1) return ofParty(only)
  if (others.length > 1) {
    unclear.push(
      doubt(
        reading,
        part.start,
        part.end,
        'several-parties',
        others.slice(0, 5).map(({ name }) => name),
      ),
    )
    return place
  }
  const [first, second] = cities
  // Springfield, Portland: two of similar size are ambiguous.
  if (first && second && second.size * 3 >= first.size) {
    const readings = cities.slice(0, 4).map(({ city, state }) => `${city} ${state}`)
    unclear.push(doubt(reading, part.start, part.end, 'several-cities', readings))
  }
  return place
}

function partyPlace(
  reading: Reading,
  group: Group,
  { parties, part }: NonNullable<Group['party']>,
  unclear: LineDoubt[],
): LinePlace {
  const left = parties.filter(
    ({ address }) =>
      (group.city?.cities.some((city) => isThere(address, city)) ?? true) &&
      (group.state?.states.some(({ state }) => state === address.state) ?? true) &&
      (group.code === undefined || group.code.code === address.postalCode),
  )
  const whole = left.filter(({ name }) => plain(name) === plain(typed(reading, part.start, part.end)))
  const [party] = whole.length > 0 ? whole : left
  if (!party) return NOWHERE
  if (whole.length !== 1 && left.length > 1) {
    const named = left.slice(0, 5).map(({ name, address }) => `${name} ${address.city} ${address.postalCode}`)
    unclear.push(doubt(reading, group.start, group.stop, 'several-parties', named))
  }
  return ofParty(party)
}

function ofParty({ addressId, name, address }: LineParty): LinePlace {
  const { address1, city, state, postalCode, country, companyName = name } = address
  return { postalCode, city, state, country, address1, companyName, addressId }
}
