import { COUNTRIES, type Country } from '../../../src-shared/freight/address.ts'
import { ACCESSORIALS, type Accessorial } from '../../../src-shared/freight/accessorial.ts'
import type { CellFault } from '../../../src-shared/station/batch/batch.ts'
import type { DateForm, NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import { withoutAccents } from '../../../src-shared/station/plain-text.ts'
import { fault } from './problems.ts'

/** The meaning of a cell, or the right form in its place. */
export type Read<T> = { value: T } | { problem: CellFault }

/** Nothing is grouped behind a zero: 0.500 is half of one. */
const NUMBERS: Record<
  Exclude<NumberForm, 'unsure'>,
  { pattern: RegExp; grouping: RegExp; decimal: string; example: string }
> = {
  point: {
    pattern: /^[+-]?(?:(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d*)?|\.\d+)$/,
    grouping: /,/g,
    decimal: '.',
    example: '1,234.5',
  },
  comma: {
    // A thin or no-break blank groups too, as spreadsheets write it in Spanish and French.
    pattern: /^[+-]?(?:(\d+|[1-9]\d{0,2}([.\u00a0\u2009\u202f ]\d{3})+)(,\d*)?|,\d+)$/,
    grouping: /[.\u00a0\u2009\u202f ]/g,
    decimal: ',',
    example: '1.234,5',
  },
}

/** A number in the file's one form. In the other form it is a problem, never a guess: 1,234 is either 1234 or 1.234. */
export function readNumber(text: string, form: NumberForm): Read<number> {
  if (form === 'unsure') return readEither(text)
  const { pattern, grouping, decimal, example } = NUMBERS[form]
  const typed = text.trim()
  if (!pattern.test(typed)) {
    const isOther = NUMBERS[form === 'point' ? 'comma' : 'point'].pattern.test(typed)
    return { problem: fault(isOther ? 'other-number-form' : 'number', { value: text, example }) }
  }
  const value = Number(typed.replaceAll(grouping, '').replace(decimal, '.'))
  return Number.isFinite(value) ? { value } : { problem: fault('too-large', { value: text }) }
}

/** A number that only one form reads, or both alike; 1.234 is a problem. */
function readEither(text: string): Read<number> {
  const [point, comma] = [readNumber(text, 'point'), readNumber(text, 'comma')]
  if (!('value' in point))
    return 'value' in comma ? comma : { problem: fault('number', { value: text, example: '1234.5' }) }
  if (!('value' in comma) || point.value === comma.value) return point
  return { problem: fault('unsure-number', { value: text, one: point.value, other: comma.value }) }
}

/** Is it a number in both forms, and not the same? */
export function couldBeEither(text: string): boolean {
  const read = readEither(text)
  return 'problem' in read && read.problem.kind === 'unsure-number'
}

/** An amount of money, with or without its sign in front or its code behind. */
export function readMoney(text: string, form: NumberForm): Read<number> {
  return readNumber(text.replace(/^\s*(?:US)?\$\s*|\s*USD\s*$/i, ''), form)
}

/** A number with its unit, where it names one: `181 kg`, `400#`, `48"`. */
export interface Measure<U extends string> {
  value: number
  unit: U | null
}

const UNIT_FACTORS = {
  lb: { lb: 1, '#': 1 },
  kg: { kg: 1 },
  in: { in: 1, '″': 1, '”': 1, "''": 1, ft: 12, foot: 12, feet: 12, pie: 12, pies: 12, "'": 12, '′': 12, '’': 12 },
  cm: { cm: 1, mm: 0.1, m: 100 },
} as const satisfies Record<string, Record<string, number>>
const FEET_AND_INCHES = /^(\d+)\s*(?:'|′|’|ft\.?|feet)\s*-?\s*(\d+(?:\.\d+)?)\s*(?:"|″|”|''|in\.?|inches)?$/i

/** A number in the file's form and the unit behind it, one of `units` or a counted thing; unit null: none is written. */
export function readMeasure<const U extends keyof typeof UNIT_FACTORS>(
  text: string,
  form: NumberForm,
  units: readonly U[],
): Read<Measure<U>> {
  const typed = text.trim()
  const inches = units.find((unit) => unit === 'in')
  const [, feet, rest] = FEET_AND_INCHES.exec(typed) ?? []
  if (inches && feet !== undefined) return { value: { value: Number(feet) * 12 + Number(rest), unit: inches } }
  const [, number = '', word = ''] = /^([+-]?[\d.,\s]*[\d.,])\s*([^\d.,\s].*)?$/.exec(typed) ?? []
  const plain = withoutAccents(word).toLowerCase().replace(/\.$/, '')
  const named = UNIT_WORDS.get(plain) ?? plain
  for (const unit of named === '' ? [] : units) {
    const factor = new Map<string, number>(Object.entries(UNIT_FACTORS[unit])).get(named)
    if (factor === undefined) continue
    const read = readNumber(number, form)
    return 'value' in read ? { value: { value: read.value * factor, unit } } : read
  }
  const read = readNumber(typed, form)
  return 'value' in read ? { value: { value: read.value, unit: null } } : read
}

/** What pieces are called beside their number: `1 PLT`, `2 tarimas`. */
const PIECES =
  /\s*(?:plts?|pallets?|skids?|pcs?|pces?|pieces?|ctns?|cartons?|box(?:es)?|crates?|drums?|ea|each|units?|pkgs?|packages?|totes?|bags?|rolls?|bdls?|bundles?|cases?|cs|tarimas?|cajas?|piezas?|pzas?|bultos?|unidad(?:es)?)\.?\s*$/i

/** A whole number: of pieces. */
export function readCount(text: string, form: NumberForm): Read<number> {
  const read = readNumber(text.replace(PIECES, ''), form)
  if ('problem' in read || Number.isSafeInteger(read.value)) return read
  return { problem: fault('whole', { value: text }) }
}

const DATES: Record<DateForm | 'sap', { pattern: RegExp; order: readonly [number, number, number]; example: string }> =
  {
    sap: { pattern: /^(\d{4})(\d{2})(\d{2})$/, order: [1, 2, 3], example: 'YYYY-MM-DD' },
    iso: { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: [1, 2, 3], example: 'YYYY-MM-DD' },
    mdy: { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 1, 2], example: 'MM/DD/YYYY' },
    dmy: { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 2, 1], example: 'DD/MM/YYYY' },
  }

/** A time of the day behind a day, with or without a zone: the day is the one written. */
const TIME = /(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i

/**
 * A day as YYYY-MM-DD. That form and YYYYMMDD are read always, the others only when chosen, each with or without a time; a day
 * that does not exist is a problem.
 */
export function readDay(text: string, form: DateForm): Read<string> {
  const typed = text.trim().replace(TIME, '')
  const always = [DATES.iso, DATES.sap].find(({ pattern }) => pattern.test(typed))
  const { pattern, order, example } = always ?? DATES[form]
  const found = pattern.exec(typed)
  const right = form === 'iso' ? 'YYYY-MM-DD' : `${DATES[form].example} or YYYY-MM-DD`
  if (!found) return { problem: fault('day', { value: text, right }) }
  const [year, month, day] = order.map((group) => Number(found[group]))
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) {
    return { problem: fault('no-such-day', { value: text, right: example }) }
  }
  return { value: date.toISOString().slice(0, 10) }
}

const YES = ['yes', 'y', 'true', '1', 'x', 'si', 'sí', 's', 'verdadero']
const NO = ['no', 'n', 'false', '0', 'falso']

export function readYesNo(text: string): Read<boolean> {
  const typed = text.trim().toLowerCase()
  if (YES.includes(typed)) return { value: true }
  if (NO.includes(typed)) return { value: false }
  return { problem: fault('yes-no', { value: text }) }
}

const PREPAID = ['prepaid', 'pre paid', 'ppd', 'pp', 'p', 'prepaid add', 'prepaid and add', 'ppd add', 'pagado', 'prepagado', 'prepago', 'pre pagado'] // prettier-ignore
const BILLED = ['c', 'cc', 'col', 'tp', '3p', 'consignee', 'destinatario'] // prettier-ignore
const BILLED_WORDS = /\b(?:collect|coll|cobrar|cobro|third part(?:y|ies)|3rd part(?:y|ies)|3 party|tercer[oa]s?)\b/

const termsWord = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\b(?:freight|charges?|flete)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Does the cell say that another party pays the freight? */
export function isBilledToOther(text: string): boolean {
  const typed = termsWord(text)
  return BILLED.includes(typed) || BILLED_WORDS.test(typed)
}

/** Who pays the freight: the shipper, or it is a problem. */
export function readTerms(text: string): Read<'prepaid'> {
  if (isBilledToOther(text)) return { problem: fault('terms-billed', { value: text.trim() }) }
  return PREPAID.includes(termsWord(text))
    ? { value: 'prepaid' }
    : { problem: fault('terms-unknown', { value: text.trim() }) }
}

const COUNTRY_WORDS: Record<Country, readonly string[]> = {
  US: ['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA', 'EUA', 'EEUU', 'ESTADOS UNIDOS'],
  MX: ['MX', 'MEX', 'MEXICO'],
  CA: ['CA', 'CAN', 'CANADA'],
}

/** Of the United States, written as countries are (ISO 3166-1), by their codes as states. */
const TERRITORY_WORDS: Record<string, readonly string[]> = {
  PR: ['PR', 'PRI', 'PUERTO RICO'],
  GU: ['GU', 'GUM', 'GUAM'],
  VI: ['VI', 'VIR', 'USVI', 'US VIRGIN ISLANDS', 'VIRGIN ISLANDS'],
  AS: ['AS', 'ASM', 'AMERICAN SAMOA'],
  MP: ['MP', 'MNP', 'NORTHERN MARIANA ISLANDS'],
}

/** The territory that is written as a country, as its state's code; null: it is none. */
export function territoryOf(text: string): string | null {
  const typed = countryWord(text)
  return Object.entries(TERRITORY_WORDS).find(([, words]) => words.includes(typed))?.[0] ?? null
}

const countryWord = (text: string): string =>
  withoutAccents(text).trim().toUpperCase().replaceAll('.', '').replaceAll(/\s+/g, ' ')

export function readCountry(text: string): Read<Country> {
  const typed = countryWord(text)
  if (territoryOf(text) !== null) return { value: 'US' }
  const found = COUNTRIES.find((country) => COUNTRY_WORDS[country].includes(typed))
  return found ? { value: found } : { problem: fault('one-of', { value: text, words: COUNTRIES.join(', ') }) }
}

/** One of a few words, in any letter case. */
export function readWord<const T extends string>(text: string, words: readonly T[]): Read<T> {
  const typed = text.trim().toLowerCase()
  const found = words.find((word) => word.toLowerCase() === typed)
  return found === undefined ? { problem: fault('one-of', { value: text, words: words.join(', ') }) } : { value: found }
}

/** Units as people write them: lbs, pounds, kilos, inches, centimetres. */
export function readUnit<const T extends string>(text: string, units: readonly T[]): Read<T> {
  const typed = withoutAccents(text).trim().toLowerCase().replace(/\.$/, '')
  return readWord(UNIT_WORDS.get(typed) ?? text, units)
}

const UNIT_WORDS = new Map(
  Object.entries({
    lb: ['lbs', 'pound', 'pounds', 'libra', 'libras'],
    kg: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramo', 'kilogramos'],
    in: ['"', 'inch', 'inches', 'pulgada', 'pulgadas', 'pulg'],
    cm: ['cms', 'centimeter', 'centimeters', 'centimetre', 'centimetres', 'centimetro', 'centimetros'],
  }).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)),
)

/**
 * Codes with a mark between them; blanks inside a code may replace its underscores, and what is done at either end is meant for
 * the delivery: `Liftgate, residential`. Each once, in the order written.
 */
export function readAccessorials(text: string): Read<Accessorial[]> {
  const found: Accessorial[] = []
  for (const part of text.split(/[|;,]/)) {
    const typed = part
      .trim()
      .toUpperCase()
      .replaceAll(/[\s-]+/g, '_')
    if (typed === '') continue
    const code = ACCESSORIALS.find((candidate) => candidate === typed || candidate === `${typed}_DELIVERY`)
    if (!code) return { problem: fault('accessorial', { value: part.trim(), words: ACCESSORIALS.join(', ') }) }
    if (!found.includes(code)) found.push(code)
  }
  return { value: found }
}
