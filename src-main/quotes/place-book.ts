import { usPostalCodes } from '../../src-node/us-postal-codes.ts'
import type { Country } from '../../src-shared/freight/address.ts'
import { CA_PROVINCES, MX_STATES, STATE_SHORT_FORMS } from '../../src-shared/states.ts'
import { stateOf } from '../../src-shared/station/addresses/postal.ts'
import type { City, PlaceBook } from '../../src-shared/station/quote-line/line.ts'
import { phraseOfName } from '../../src-shared/station/quote-line/read-cargo.ts'
import { BORDER_CITIES } from './border-cities.ts'

let book: PlaceBook | null = null

/** Places that are known without asking the service: read once, when a line is first typed. */
export function placeBook(): PlaceBook {
  return (book ??= readPlaceBook())
}

/** As people say them beside the name that the post has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  nyc: 'new york city',
  'new york': 'new york city',
  philly: 'philadelphia',
  vegas: 'las vegas',
  cdmx: 'ciudad de mexico',
  'mexico city': 'ciudad de mexico',
  juarez: 'ciudad juarez',
  'cd juarez': 'ciudad juarez',
  'cd victoria': 'ciudad victoria',
  'quebec city': 'quebec',
  slp: 'san luis potosi',
}

/** A city's name as it is looked for: St. Louis, Saint Louis and st louis are one. */
function cityKey(name: string): string {
  const plain = phraseOfName(name)
    .replace(/\b(st|ste)\b/, 'saint')
    .replace(/\bft\b/, 'fort')
    .replace(/\bmt\b/, 'mount')
  return OTHER_NAMES[plain] ?? plain
}

function readPlaceBook(): PlaceBook {
  const byCode = new Map<string, { city: string; state: string }>()
  const cities = new Map<string, City[]>()
  const states = new Map<string, { state: string; country: Country }[]>()
  const addState = (country: Country, state: string, name: string) => {
    const key = phraseOfName(name)
    const known = states.get(key) ?? []
    if (!known.some((one) => one.state === state && one.country === country))
      states.set(key, [...known, { state, country }])
  }
  const addCity = (city: string, state: string, country: Country, size: number) => {
    const key = cityKey(city)
    const known = cities.get(key) ?? []
    const same = known.find((one) => one.state === state && one.country === country)
    if (same) same.size += size
    else cities.set(key, [...known, { city, state, country, size }])
  }
  for (const { postalCode, place, stateName, stateCode } of usPostalCodes()) {
    if (stateCode === '') continue
    byCode.set(postalCode, { city: place, state: stateCode })
    addCity(place, stateCode, 'US', 1)
    addState('US', stateCode, stateCode)
    addState('US', stateCode, stateName)
  }
  for (const [country, names] of [
    ['MX', MX_STATES],
    ['CA', CA_PROVINCES],
  ] as const) {
    for (const [state, name] of Object.entries(names)) {
      for (const form of [state, name, ...(STATE_SHORT_FORMS[state] ?? [])]) addState(country, state, form)
    }
  }
  for (const { city, state, country } of BORDER_CITIES) addCity(city, state, country, BORDER_SIZE)
  for (const known of cities.values()) known.sort((one, other) => other.size - one.size)
  return {
    placeOf: (country, postalCode) => {
      const known = country === 'US' ? byCode.get(postalCode.slice(0, 5)) : undefined
      if (known) return known
      const state = stateOf(country, postalCode)
      return state === '' ? null : { city: null, state }
    },
    citiesNamed: (name) => cities.get(cityKey(name)) ?? [],
    statesNamed: (name) => states.get(phraseOfName(name)) ?? [],
  }
}

/** Larger than any namesake in the US but the largest: Monterrey is Monterrey in Nuevo León. */
const BORDER_SIZE = 40
