import type { Country } from '../../freight/address.ts'
import { CA_PROVINCES, MX_STATES, STATE_SHORT_FORMS } from '../../states.ts'
import { withoutAccents } from '../plain-text.ts'

/** States and provinces by name, as files write them; codes are the interface's. */
const NAMES: Record<Country, string> = {
  US: `American Samoa AS, Guam GU, Northern Mariana Islands MP, US Virgin Islands VI, Alabama AL, Alaska AK, Arizona AZ, Arkansas AR, California CA, Colorado CO, Connecticut CT, Delaware DE,
    District of Columbia DC, Florida FL, Georgia GA, Hawaii HI, Idaho ID, Illinois IL, Indiana IN, Iowa IA, Kansas KS,
    Kentucky KY, Louisiana LA, Maine ME, Maryland MD, Massachusetts MA, Michigan MI, Minnesota MN, Mississippi MS,
    Missouri MO, Montana MT, Nebraska NE, Nevada NV, New Hampshire NH, New Jersey NJ, New Mexico NM, New York NY,
    North Carolina NC, North Dakota ND, Ohio OH, Oklahoma OK, Oregon OR, Pennsylvania PA, Puerto Rico PR,
    Rhode Island RI, South Carolina SC, South Dakota SD, Tennessee TN, Texas TX, Utah UT, Vermont VT,
    Virgin Islands VI, Virginia VA, Washington WA, West Virginia WV, Wisconsin WI, Wyoming WY`,
  CA: `Alberta AB, British Columbia BC, Manitoba MB, New Brunswick NB, Newfoundland and Labrador NL, Newfoundland NL,
    Northwest Territories NT, Nova Scotia NS, Nunavut NU, Ontario ON, Prince Edward Island PE, Quebec QC,
    Saskatchewan SK, Yukon YT`,
  MX: `Aguascalientes AGU, Baja California BCN, Baja California Sur BCS, Campeche CAM, Chiapas CHP, Chihuahua CHH,
    Ciudad de Mexico CMX, Coahuila COA, Coahuila de Zaragoza COA, Colima COL, Durango DUR, Estado de Mexico MEX,
    Mexico MEX, Guanajuato GUA, Guerrero GRO, Hidalgo HID, Jalisco JAL, Michoacan MIC, Michoacan de Ocampo MIC,
    Morelos MOR, Nayarit NAY, Nuevo Leon NLE, Oaxaca OAX, Puebla PUE, Queretaro QUE, Quintana Roo ROO,
    San Luis Potosi SLP, Sinaloa SIN, Sonora SON, Tabasco TAB, Tamaulipas TAM, Tlaxcala TLA, Veracruz VER,
    Yucatan YUC, Zacatecas ZAC`,
}

const plain = (text: string): string => withoutAccents(text).trim().toLowerCase().replaceAll(/\s+/g, ' ')

const CODES = new Map<string, string>()
for (const [country, names] of Object.entries(NAMES)) {
  for (const entry of names.split(',')) {
    const words = plain(entry)
    const cut = words.lastIndexOf(' ')
    CODES.set(`${country} ${words.slice(0, cut)}`, words.slice(cut + 1).toUpperCase())
  }
}

/** A state as the interface writes it: a full name becomes its code, anything else is returned in capitals. */
export const stateCode = (country: Country, written: string): string =>
  CODES.get(`${country} ${plain(written)}`) ?? written.trim().toUpperCase()

const formsOf = (states: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.entries(states).flatMap(([code, name]) => [code, name, ...(STATE_SHORT_FORMS[code] ?? [])].map(bare)))
const bare = (text: string): string => plain(text).replaceAll(/[.\s]/g, '')
const OF_MEXICO = formsOf(MX_STATES)
const OF_CANADA = formsOf(CA_PROVINCES)
/** Michigan and Colorado are shortened like Michoacán and Colima. */
const EITHER: readonly string[] = ['mich', 'mic', 'col']
const codesOf = (country: Country): ReadonlySet<string> =>
  new Set([...CODES].filter(([key]) => key.startsWith(`${country} `)).map(([, code]) => code))
const OF_US = codesOf('US')
/** Of the military's post offices, abroad. */
const MILITARY: readonly string[] = ['AA', 'AE', 'AP']

/** Is it a state or province there, by its code, its name or a short form? */
export function isStateOf(country: Country, written: string): boolean {
  if (country === 'US') return OF_US.has(stateCode('US', written)) || MILITARY.includes(stateCode('US', written))
  return (country === 'MX' ? OF_MEXICO : OF_CANADA).has(bare(stateCode(country, written)))
}

/**
 * The country of a state that is none of the United States; null: it is one, or is not known. NL and BC are in both: a postal
 * code of letters and digits is Canada's.
 */
export function foreignStateOf(written: string, postalCode: string): 'MX' | 'CA' | null {
  if (OF_US.has(stateCode('US', written))) return null
  const state = bare(written)
  if (EITHER.includes(state)) return null
  const [isMexican, isCanadian] = [OF_MEXICO.has(state), OF_CANADA.has(state)]
  if (isMexican && isCanadian) return /^[a-z]/i.test(postalCode.trim()) ? 'CA' : 'MX'
  return isMexican ? 'MX' : isCanadian ? 'CA' : null
}
