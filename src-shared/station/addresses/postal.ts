import type { Country } from '../../freight/address.ts'

/**
 * Facts of a postal code without a call: how many characters it has, and its state by its beginning. USPS prefixes of
 * three digits, SEPOMEX of two, Canada Post of one letter; states by the interface's codes.
 */
export type PostalFault = { kind: 'form'; example: string } | { kind: 'state'; state: string }

const FORMS: Record<Country, { pattern: RegExp; example: string }> = {
  US: { pattern: /^\d{5}(-?\d{4})?$/, example: '60606' },
  MX: { pattern: /^\d{5}$/, example: '64000' },
  CA: { pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, example: 'H3A 1A1' },
}

/** Does it have the letters and digits of a Canadian postal code, which neither a ZIP code nor a Mexican one has? */
export const isCanadianCode = (code: string): boolean => /^[A-Z]\d[A-Z][\s-]*\d[A-Z]\d$/i.test(code.trim())

/** From this prefix on, up to the next line's; AA, AE and AP are military post offices. Empty: not given out, or not of one state. */
const US_FROM: readonly (readonly [number, string])[] = [
  [0, ''], [5, 'NY'], [6, 'PR'], [8, 'VI'], [9, 'PR'], [10, 'MA'], [28, 'RI'], [30, 'NH'], [39, 'ME'], [50, 'VT'],
  [55, 'MA'], [56, 'VT'], [60, 'CT'], [70, 'NJ'], [90, 'AE'], [100, 'NY'], [150, 'PA'], [197, 'DE'], [200, 'DC'],
  [201, 'VA'], [202, 'DC'], [206, 'MD'], [220, 'VA'], [247, 'WV'], [269, ''], [270, 'NC'], [290, 'SC'], [300, 'GA'],
  [320, 'FL'], [340, 'AA'], [341, 'FL'], [350, 'AL'], [370, 'TN'], [386, 'MS'], [398, 'GA'], [400, 'KY'], [428, ''],
  [430, 'OH'], [460, 'IN'], [480, 'MI'], [500, 'IA'], [529, ''], [530, 'WI'], [550, 'MN'], [568, ''], [570, 'SD'],
  [578, ''], [580, 'ND'], [589, ''], [590, 'MT'], [600, 'IL'], [630, 'MO'], [659, ''], [660, 'KS'], [680, 'NE'],
  [694, ''], [700, 'LA'], [715, ''], [716, 'AR'], [730, 'OK'], [733, 'TX'], [734, 'OK'], [750, 'TX'], [800, 'CO'],
  [817, ''], [820, 'WY'], [832, 'ID'], [839, ''], [840, 'UT'], [848, ''], [850, 'AZ'], [866, ''], [870, 'NM'],
  [885, 'TX'], [886, ''], [889, 'NV'], [899, ''], [900, 'CA'], [962, 'AP'], [967, 'HI'], [969, 'GU'], [970, 'OR'],
  [980, 'WA'], [995, 'AK'],
] // prettier-ignore

const MX_FROM: readonly (readonly [number, string])[] = [
  [0, ''], [1, 'CMX'], [17, ''], [20, 'AGU'], [21, 'BCN'], [23, 'BCS'], [24, 'CAM'], [25, 'COA'], [28, 'COL'],
  [29, 'CHP'], [31, 'CHH'], [34, 'DUR'], [36, 'GUA'], [39, 'GRO'], [42, 'HID'], [44, 'JAL'], [50, 'MEX'], [58, 'MIC'],
  [62, 'MOR'], [63, 'NAY'], [64, 'NLE'], [68, 'OAX'], [72, 'PUE'], [76, 'QUE'], [77, 'ROO'], [78, 'SLP'], [80, 'SIN'],
  [83, 'SON'], [86, 'TAB'], [87, 'TAM'], [90, 'TLA'], [91, 'VER'], [97, 'YUC'], [98, 'ZAC'],
] // prettier-ignore

const CA_BY_LETTER: Readonly<Record<string, string>> = {
  A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON', R: 'MB',
  S: 'SK', T: 'AB', V: 'BC', Y: 'YT',
} // prettier-ignore

const KNOWN: Record<Country, ReadonlySet<string>> = {
  US: new Set(US_FROM.map(([, state]) => state)),
  MX: new Set(MX_FROM.map(([, state]) => state)),
  CA: new Set(Object.values(CA_BY_LETTER)),
}

/** The error of a postal code alone or beside its state; null: none that is known here. */
export function postalFault(country: Country, postalCode: string, state: string): PostalFault | null {
  const code = postalCode.trim()
  const { pattern, example } = FORMS[country]
  if (!pattern.test(code)) return { kind: 'form', example: withItsZero(country, code, state) ?? example }
  const written = state.trim().toUpperCase()
  const lies = stateOf(country, code)
  // A state in other words than the interface's codes is the service's to judge.
  if (lies === '' || lies === written || !KNOWN[country].has(written)) return null
  return { kind: 'state', state: lies }
}

/** A ZIP code whose leading zero a spreadsheet dropped, if it is in that state; null: it is not. */
function withItsZero(country: Country, code: string, state: string): string | null {
  if (country !== 'US' || !/^\d{3,4}$/.test(code)) return null
  const whole = code.padStart(5, '0')
  return stateOf(country, whole) === state.trim().toUpperCase() ? whole : null
}

/** The state of a postal code, by its beginning; empty: not known. */
export function stateOf(country: Country, code: string): string {
  if (country === 'CA') return CA_BY_LETTER[code.charAt(0).toUpperCase()] ?? ''
  const [from, digits] = country === 'US' ? [US_FROM, 3] : [MX_FROM, 2]
  if (country === 'US' && STRAY.has(code.slice(0, 5))) return STRAY.get(code.slice(0, 5)) ?? ''
  const prefix = Number(code.slice(0, digits))
  return from.findLast(([first]) => first <= prefix)?.[1] ?? ''
}

/** ZIP codes that are served from across a state's border, or of islands that share a prefix. */
const STRAY: ReadonlyMap<string, string> = new Map([
  ['96799', 'AS'], ['96950', 'MP'], ['96951', 'MP'], ['96952', 'MP'],
  ['06390', 'NY'], ['20588', 'MD'], ['20598', 'VA'], ['72643', 'MO'], ['73960', 'TX'], ['83414', 'WY'],
]) // prettier-ignore
