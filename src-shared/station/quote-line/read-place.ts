import type { Country } from '../../freight/address.ts'
import { isGoodsWord } from './goods.ts'
import { longest, phraseOf, typed, type Part, type PlaceMeaning, type Reading } from './cursor.ts'
import type { City } from './line.ts'
import { phraseOfName } from './read-cargo.ts'
import { DIRECTIONS, JOINTS, PACKAGINGS, WEIGHT_UNITS } from './words.ts'

const COUNTRY_WORDS: ReadonlyMap<string, Country> = new Map(
  (
    [
      ['US', 'us,usa,u s a,united states,estados unidos,eeuu,eua,ee uu'],
      ['MX', 'mx,mex,mexico'],
      ['CA', 'canada,can'],
    ] as const
  ).flatMap(([country, words]) => words.split(',').map((word) => [word, country] as const)),
)

/** Cities are so large that their name alone is enough: fewer postal codes, and the state must be named. */
const NAMED_ALONE = 5

/** One part of an address: party, street, postal code, city, state or country. @param before the part before it */
export function readPlace(reading: Reading, start: number, before: Part | undefined): Part | null {
  return (
    readStreet(reading, start) ??
    readParty(reading, start) ??
    readCity(reading, start, before) ??
    readState(reading, start, before) ??
    readCode(reading, start) ??
    null
  )
}

const part = (start: number, end: number, meaning: PlaceMeaning): Part => ({ start, end, meaning })

const STREET_ENDS: ReadonlySet<string> = new Set(
  (
    'st,street,ave,av,avenue,rd,road,blvd,boulevard,dr,drive,ln,lane,way,pkwy,parkway,hwy,highway,ct,court,pl,place,ter,terrace,' +
    'cir,circle,trl,trail,loop,pike,plaza,sq,square,expy,fwy'
  ).split(','),
)
const STREET_BEGINNINGS: ReadonlySet<string> = new Set(
  'av,ave,avenida,calle,blvd,boulevard,carretera,carr,calz,calzada,prol,prolongacion,privada,priv,camino,paseo,autopista,libramiento'.split(
    ',',
  ),
)
const UNIT_WORDS: ReadonlySet<string> = new Set(
  'ste,suite,unit,apt,dock,bldg,building,floor,fl,int,interior,bodega,nave'.split(','),
)
const SIDES_OF_TOWN: ReadonlySet<string> = new Set('n,s,e,w,ne,nw,se,sw,nte,sur,ote,pte'.split(','))
const MOST_STREET_WORDS = 5

/** "200 N LaSalle St", "1200 5th Ave Ste 200", "Av Industrial 450". */
function readStreet(reading: Reading, start: number): Part | null {
  const end = numberFirst(reading, start) ?? wordFirst(reading, start)
  if (end === null) return null
  const whole = withUnit(reading, end)
  return part(start, whole, { kind: 'street', street: typed(reading, start, whole) })
}

function numberFirst({ tokens }: Reading, start: number): number | null {
  if (tokens[start]?.kind !== 'number') return null
  for (let at = start + 1; at <= start + MOST_STREET_WORDS; at += 1) {
    const token = tokens[at]
    if (!token || token.kind === 'mark' || token.kind === 'postal') return null
    const isOrdinal = token.kind === 'number' && /^(st|nd|rd|th)$/.test(tokens[at + 1]?.text ?? '')
    if (isOrdinal) {
      at += 1
      continue
    }
    if (token.kind === 'number' || PACKAGINGS.has(token.text) || WEIGHT_UNITS.has(token.text)) return null
    if (at > start + 1 && STREET_ENDS.has(token.text)) {
      return SIDES_OF_TOWN.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
    }
  }
  return null
}

function wordFirst({ tokens }: Reading, start: number): number | null {
  if (!STREET_BEGINNINGS.has(tokens[start]?.text ?? '')) return null
  for (let at = start + 1; at <= start + MOST_STREET_WORDS; at += 1) {
    const token = tokens[at]
    if (!token || token.kind === 'postal' || (token.kind === 'mark' && token.text !== '#')) return null
    if (token.kind === 'number') return at > start + 1 && !/^\d{5}$/.test(token.text) ? at + 1 : null
  }
  return null
}

function withUnit({ tokens }: Reading, end: number): number {
  const at = tokens[end]?.text === ',' ? end + 1 : end
  const isUnit = UNIT_WORDS.has(tokens[at]?.text ?? '') || tokens[at]?.text === '#'
  return isUnit && tokens[at + 1] !== undefined ? at + 2 : end
}

/** An entry of the address book by the beginning of its name: whole words, the last one by three letters at least. */
function readParty(reading: Reading, start: number): Part | null {
  const { tokens, context } = reading
  const first = tokens[start]
  if (!first || first.kind === 'mark' || first.kind === 'quoted') return null
  let best: { end: number; parties: typeof context.parties } | null = null
  for (let end = start + 1; end <= Math.min(tokens.length, start + 6); end += 1) {
    const phrase = phraseOfName(phraseOf(tokens, start, end))
    const parties = context.parties.filter((party) =>
      [party.name, party.address.companyName ?? ''].some((name) => beginsWith(phraseOfName(name), phrase)),
    )
    if (parties.length > 0) best = { end, parties }
  }
  if (best === null) return null
  const phrase = phraseOfName(phraseOf(tokens, start, best.end))
  const isWhole = best.parties.some(({ name }) => phraseOfName(name) === phrase)
  // A word that also means something else is a name only where it is the whole of it.
  const isCommon =
    best.end === start + 1 && (isGoodsWord(first.text) || JOINTS.has(first.text) || PACKAGINGS.has(first.text))
  const isCity = context.places.citiesNamed(phrase).some(({ size }) => size >= NAMED_ALONE)
  if (!isWhole && (isCommon || isCity || phrase.length < 3)) return null
  return part(start, best.end, { kind: 'party', parties: best.parties })
}

/** Begins with these words; the last of them may be the beginning of one, from three letters on. */
function beginsWith(name: string, phrase: string): boolean {
  if (phrase === '' || !name.startsWith(phrase)) return false
  const rest = name.charAt(phrase.length)
  return rest === '' || rest === ' ' || (phrase.split(' ').at(-1)?.length ?? 0) >= 3
}

const isPlace = (before: Part | undefined, ...kinds: PlaceMeaning['kind'][]) =>
  before !== undefined && kinds.some((kind) => kind === before.meaning.kind)

const pastComma = ({ tokens }: Reading, at: number) => (tokens[at]?.text === ',' ? at + 1 : at)

function readCity(reading: Reading, start: number, before: Part | undefined): Part | null {
  const { places } = reading.context
  const found = longest(reading, start, {
    get: (phrase) => {
      const cities = places.citiesNamed(phrase)
      return cities.length > 0 ? cities : undefined
    },
  })
  if (!found || reading.tokens[start]?.kind !== 'word') return null
  const { value: cities, end } = found
  const states = statesAt(reading, pastComma(reading, end))?.value
  const inState = cities.filter((city) => states?.some((state) => isIn(city, state)))
  const isNamed = inState.length > 0 || besideCode(reading, cities, pastComma(reading, end), before)
  const phrase = phraseOf(reading.tokens, start, end)
  const isWord = phrase.split(' ').every((word) => isGoodsWord(word)) || JOINTS.has(phrase) || DIRECTIONS.has(phrase)
  // Mexico is a town in Missouri, too.
  if (COUNTRY_WORDS.has(phrase) && inState.length === 0) return null
  const large = cities.filter(({ size }) => size >= NAMED_ALONE)
  if (!isNamed && (isWord || large.length === 0)) return null
  return part(start, end, { kind: 'city', cities: inState.length > 0 ? inState : isNamed ? cities : large })
}

const isIn = (city: City, { state, country }: { state: string; country: Country }) =>
  city.state === state && city.country === country

/** A postal code beside the name is in a state that has a city of that name. */
function besideCode(
  { tokens, context }: Reading,
  cities: readonly City[],
  next: number,
  before: Part | undefined,
): boolean {
  const codes = [
    codeOf(tokens[next]?.text ?? ''),
    isPlace(before, 'code') && before?.meaning.kind === 'code' ? before.meaning.code : null,
  ]
  return codes.some(
    (code) =>
      code !== null && cities.some(({ country, state }) => context.places.placeOf(country, code)?.state === state),
  )
}

function statesAt(reading: Reading, at: number) {
  return longest(reading, at, {
    get: (phrase) => {
      const states = reading.context.places.statesNamed(phrase)
      return states.length > 0 ? states : undefined
    },
  })
}

/** A state or a country comes after a city or a code, or before a code: "or", "in" and "me" are words elsewhere. */
function readState(reading: Reading, start: number, before: Part | undefined): Part | null {
  const states = statesAt(reading, start)
  const country = longest(reading, start, COUNTRY_WORDS)
  const isBehind = isPlace(before, 'city', 'code', 'state', 'street')
  if (states && states.end >= (country?.end ?? 0)) {
    const next = codeOf(reading.tokens[pastComma(reading, states.end)]?.text ?? '')
    const isMexico = country !== null && isPlace(before, 'code', 'state')
    if (!isMexico && (isBehind || (next !== null && liesIn(reading, next, states.value)))) {
      return part(start, states.end, { kind: 'state', states: states.value })
    }
  }
  if (country && (isBehind || country.value !== 'US')) {
    return part(start, country.end, { kind: 'country', country: country.value })
  }
  return null
}

function liesIn({ context }: Reading, code: string, states: readonly { state: string; country: Country }[]): boolean {
  return states.some(({ state, country }) => context.places.placeOf(country, code)?.state === state)
}

/** A postal code as the interface has it; null: none. */
function codeOf(text: string): string | null {
  if (/^\d{5}(-\d{4})?$/.test(text)) return text
  const letters = text.toUpperCase().replaceAll(/[ -]/g, '')
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(letters) ? `${letters.slice(0, 3)} ${letters.slice(3)}` : null
}

const CODE_WORDS: ReadonlySet<string> = new Set(['cp', 'zip', 'c'])

function readCode(reading: Reading, start: number): Part | null {
  const { tokens } = reading
  const word = tokens[start]?.text ?? ''
  let at = start
  if (CODE_WORDS.has(word)) {
    while (['cp', 'zip', 'c', 'p', '.', 'code', ':', 'postal'].includes(tokens[at]?.text ?? '')) at += 1
  }
  const code = codeOf(tokens[at]?.text ?? '')
  if (code === null) return null
  const isMexican = word === 'cp' || word === 'c'
  const country = /^[A-Z]/.test(code) ? 'CA' : isMexican ? 'MX' : null
  return part(start, at + 1, { kind: 'code', code, country })
}
