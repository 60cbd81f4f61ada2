import { FREIGHT_CLASSES } from '../../freight/cargo.ts'
import { NOT_UNDERSTOOD, longest, phraseOf, rounded, typed, type Part, type Reading } from './cursor.ts'
import { spelledAt } from './spelled.ts'
import { numberOf } from './tokens.ts'
import { EACH, LENGTH_UNITS, METRIC_WORDS, PACKAGINGS, PALLET_BASES, SIDES, WEIGHT_UNITS } from './words.ts'

const BETWEEN_SIZES: ReadonlySet<string> = new Set(['x', '*', '×', 'by', 'por'])
/** Wider or higher than any trailer, in inches: then it was no number of inches. */
const WIDEST_IN = 120
/** From here on a side is in inches or centimeters; below, it may be feet or meters, or a count. */
const LEAST_SIDE = 12
const INCHES_A_FOOT = 12

const numberAt = ({ tokens }: Reading, at: number) => {
  const token = tokens[at]
  return token?.kind === 'number' ? numberOf(token.text) : null
}

/** No side of freight has more digits: then it is a postal code. */
const MOST_SIDE = 9999

/** A side with its unit, in that unit; 5 ft 2 in and 5'2" are inches. Null: no number. */
function sideAt(reading: Reading, at: number): { value: number; unit: number | null; end: number } | null {
  const number = numberAt(reading, at)
  if (!number || number.value > MOST_SIDE) return null
  const value = number.other ?? number.value
  const unit = longest(reading, at + 1, LENGTH_UNITS)
  if (unit?.value !== INCHES_A_FOOT) return { value, unit: unit?.value ?? null, end: unit?.end ?? at + 1 }
  const inches = numberAt(reading, unit.end)
  const behind = inches && longest(reading, unit.end + 1, LENGTH_UNITS)
  if (!inches || behind?.value !== 1) return { value, unit: unit.value, end: unit.end }
  return { value: value * INCHES_A_FOOT + inches.value, unit: 1, end: behind.end }
}

/** Numbers of one size, in their order, with their units. */
interface Sides {
  values: number[]
  units: (number | null)[]
  end: number
}

/** "48x40x52", "1.2m x 1m": sides with marks between. */
function sidesBetweenMarks(reading: Reading, start: number): Sides {
  const sides: Sides = { values: [], units: [], end: start }
  for (let at = start; sides.values.length < 4; at = sides.end + 1) {
    const side = sideAt(reading, at)
    if (!side) break
    sides.values.push(side.value)
    sides.units.push(side.unit)
    sides.end = side.end
    if (!BETWEEN_SIZES.has(reading.tokens[sides.end]?.text ?? '')) break
  }
  return sides
}

/** "48 40 50" and "2 48 40 50": bare numbers in a row, none of which is a weight, a count or a code. Null: they are not. */
function sidesInARow(reading: Reading, start: number): Sides | null {
  const values: number[] = []
  let end = start
  for (; values.length < 5; end += 1) {
    const number = numberAt(reading, end)
    if (!number) break
    values.push(number.value)
  }
  const sides = values.slice(-3)
  if (values.length < 3 || values.length > 4 || sides.some((side) => side < LEAST_SIDE || side > WIDEST_IN)) return null
  if (longest(reading, end, WEIGHT_UNITS) || longest(reading, end, KINDS)) return null
  const unit = longest(reading, end, LENGTH_UNITS)
  return { values, units: values.map(() => unit?.value ?? null), end: unit?.end ?? end }
}

/** 48x40x52, 48 40 52, 48 x 40 x 52 in, 1.2m x 1m x 1.3m, 48x40x5ft 2in, 2 x 48x40x52, 48x40x52 x2, 48x40: the sizes of one piece. */
export function readSize(reading: Reading, start: number): Part | null {
  const marked = sidesBetweenMarks(reading, start)
  const found = marked.values.length >= 2 ? marked : sidesInARow(reading, start)
  if (!found) return null
  const { end } = found
  const countAt = countAmong(found)
  const quantity = found.values[countAt] ?? null
  if (quantity !== null && !Number.isInteger(quantity)) return null
  const values = found.values.filter((_, index) => index !== countAt)
  const units = found.units.filter((_, index) => index !== countAt)
  // "2 x 48": a count and one side is no plausible measure.
  if (values.length === 2 && (values[0] ?? 0) < LEAST_SIDE && units.every((unit) => unit === null)) return null
  const said = units.findLast((unit) => unit !== null) ?? null
  const isBeyondInches = values.some((value) => value > WIDEST_IN)
  const isMetric = METRIC_WORDS.test(phraseOf(reading.tokens, 0, reading.tokens.length))
  const assumed = isMetric || isBeyondInches ? 1 / 2.54 : 1
  const inches = values.map((value, index) => rounded(value * (units[index] ?? unitOf(value, said) ?? assumed)))
  const meaning = { kind: 'size', inches: [inches[0] ?? null, inches[1] ?? null, inches[2] ?? null], quantity } as const
  if (said !== null || !(isMetric || isBeyondInches)) return { start, end, meaning }
  const text = typed(reading, start, end)
  return { start, end, meaning, doubt: { why: 'no-unit', readings: [`${text} cm`, `${text} in`] } }
}

/** Which of four numbers is how many pieces: the first, or the last in "48x40x52 x2". -1: there are no four. */
function countAmong({ values, units }: Sides): number {
  if (values.length < 4) return -1
  const [first = 0, , , last = 0] = values
  return first >= LEAST_SIDE && last < LEAST_SIDE && units[3] === null ? 3 : 0
}

/** The unit of a side without one beside a side that has one: in 48x40x5ft the others are inches, in 120x100x1.3m centimeters. */
function unitOf(value: number, said: number | null): number | null {
  if (said === null || said < INCHES_A_FOOT || value < LEAST_SIDE) return said
  return said === INCHES_A_FOOT ? 1 : 1 / 2.54
}

/** "52 in high", "alto 52 cm", "h 52": one side by its name. */
export function readSide(reading: Reading, start: number): Part | null {
  const before = longest(reading, start, SIDES)
  const at = before?.end ?? start
  const number = numberAt(reading, at)
  if (!number) return null
  const unit = longest(reading, at + 1, LENGTH_UNITS)
  const behind = before ? null : longest(reading, unit?.end ?? at + 1, SIDES)
  const side = before?.value ?? behind?.value
  if (side === undefined) return null
  const inches = rounded((number.other ?? number.value) * (unit?.value ?? 1))
  const end = behind?.end ?? unit?.end ?? at + 1
  const of = (name: string) => (side === name ? inches : null)
  return { start, end, meaning: { kind: 'size', inches: [of('length'), of('width'), of('height')], quantity: null } }
}

/** 500 lb, 500#, five hundred pounds, 227 kg each, total 1,000 lbs, @ 500 lb. */
export function readWeight(reading: Reading, start: number): Part | null {
  const isAt = reading.tokens[start]?.text === '@'
  const before = isAt ? { value: true, end: start + 1 } : longest(reading, start, EACH)
  const at = skipWords(reading, before?.end ?? start)
  const number = amountAt(reading, at)
  const unit = number ? longest(reading, number.end, WEIGHT_UNITS) : null
  if (!number || !unit) return null
  const behind = before ? null : longest(reading, unit.end, EACH)
  const end = behind?.end ?? unit.end
  const pounds = rounded(number.value * unit.value)
  const meaning = { kind: 'weight', pounds, isEach: before?.value ?? behind?.value ?? null } as const
  const text = typed(reading, start, end)
  if (number.other !== null) {
    const digits = reading.tokens[at]?.text ?? ''
    const readings = [number.value, number.other].map((value) => text.replace(digits, String(value)))
    return { start, end, meaning, doubt: { why: 'thousands', readings } }
  }
  return { start, end, meaning }
}

const WEIGHT_WORDS: ReadonlySet<string> = new Set([
  'weight',
  'wt',
  'peso',
  'weighing',
  'pesan',
  'pesa',
  ':',
  'of',
  'de',
])

function skipWords({ tokens }: Reading, from: number): number {
  let at = from
  while (WEIGHT_WORDS.has(tokens[at]?.text ?? '')) at += 1
  return at
}

const COUNT_WORDS: ReadonlyMap<string, number> = new Map([
  ['un', 1],
  ['una', 1],
  ['a', 1],
  ['half dozen', 6],
  ['dozen', 12],
  ['docena', 12],
])

/** A number in digits or in words, its second reading (numberOf), and where it ends. Null: none. */
function amountAt(reading: Reading, at: number): { value: number; other: number | null; end: number } | null {
  const number = numberAt(reading, at)
  if (number) return { ...number, end: at + 1 }
  const spelled = spelledAt(reading, at)
  return spelled && { ...spelled, other: null }
}

/** More digits are a postal code's. */
const MOST_PIECES = 9999

/** The count of a number or a number word; null: none. */
function countAt(reading: Reading, start: number): { quantity: number; end: number } | null {
  const isTimesBefore = reading.tokens[start]?.text === 'x'
  const number = amountAt(reading, isTimesBefore ? start + 1 : start)
  if (number && Number.isInteger(number.value) && number.value > 0 && number.value <= MOST_PIECES) {
    const next = reading.tokens[number.end]
    const isTimes = !isTimesBefore && (next?.text === 'x' || next?.text === '@')
    return { quantity: number.value, end: isTimes ? number.end + 1 : number.end }
  }
  const word = longest(reading, start, COUNT_WORDS)
  return word ? { quantity: word.value, end: word.end } : null
}

const KINDS = {
  get: (phrase: string) => (PALLET_BASES.has(phrase) ? phrase : PACKAGINGS.has(phrase) ? phrase : undefined),
}

/** 2 pallets, two skids, x3 skids, 3 euro pallets, pallets x 2. */
export function readCount(reading: Reading, start: number): Part | null {
  const count = countAt(reading, start)
  const kind = longest(reading, count?.end ?? start, KINDS)
  if (!kind) return null
  const behind = count ? null : timesBehind(reading, kind.end)
  const base = PALLET_BASES.get(kind.value) ?? null
  const packaging = base ? 'pallet' : (PACKAGINGS.get(kind.value) ?? null)
  const end = behind?.end ?? kind.end
  const quantity = count?.quantity ?? behind?.quantity ?? (isOne(kind.value) ? 1 : null)
  return { start, end, meaning: { kind: 'count', quantity, packaging, base } }
}

const isOne = (word: string) => !word.endsWith('s')

/** "pallets x 2", "pallets: 2". */
function timesBehind(reading: Reading, at: number): { quantity: number; end: number } | null {
  const mark = reading.tokens[at]?.text
  const number = numberAt(reading, at + 1)
  const isCount = (mark === 'x' || mark === ':') && number && Number.isInteger(number.value)
  return isCount ? { quantity: number.value, end: at + 2 } : null
}

/** Cargo under the name of a preset, with a count before it or not; in the plural, too. */
export function readPreset(reading: Reading, start: number): Part | null {
  const named = new Map(
    reading.context.presets.flatMap((preset) => {
      const name = phraseOfName(preset.name)
      return [name, `${name}s`, `${name}es`].map((form) => [form, preset] as const)
    }),
  )
  const count = countAt(reading, start)
  const found = longest(reading, count?.end ?? start, named)
  if (!found) return null
  return { start, end: found.end, meaning: { kind: 'preset', preset: found.value, quantity: count?.quantity ?? null } }
}

export function phraseOfName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['.]/g, '')
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()
}

const HAZMAT = new Map(
  'hazmat,haz mat,haz,dangerous goods,hazardous,peligroso,peligrosos,material peligroso,materiales peligrosos'
    .split(',')
    .map((word) => [word, true] as const),
)
const CLASS = new Map(['class', 'cl', 'clase', 'fc', 'freight class'].map((word) => [word, true] as const))
const INSURED = new Map(
  'insured,insured for,insurance,insure,seguro,seguro por,asegurado,asegurado por,asegurada por'
    .split(',')
    .map((word) => [word, true] as const),
)

const OF_SUBSTANCE: ReadonlySet<string> = new Set(['un', 'na', 'onu'])
const PACKING_GROUP = new Map(
  'pg,packing group,pkg group,grupo de embalaje,ge'.split(',').map((word) => [word, true] as const),
)

/** "UN1263", "UN 1824, class 8, PG II": the number of a substance with its hazard class, never a weight. Null: none. */
function dangerousAt(reading: Reading, start: number): number | null {
  const { tokens } = reading
  const [word, mark] = [tokens[start], tokens[start + 1]]
  if (!word || !OF_SUBSTANCE.has(word.text)) return null
  const at = ['#', '-', ':'].includes(mark?.text ?? '') ? start + 2 : start + 1
  const number = tokens[at]
  if (number?.kind !== 'number' || !/^\d{4}$/.test(number.text)) return null
  // "Un 1200 kg": an article.
  if (at === start + 1 && number.from > word.to && isMeasured(reading, at + 1)) return null
  let end = at + 1
  for (;;) {
    const next = [',', '/', '('].includes(tokens[end]?.text ?? '') ? end + 1 : end
    const behind = hazardClassAt(reading, next) ?? packingGroupAt(reading, next)
    if (behind === null) return end
    end = behind
  }
}

/** "Class 8", "clase 2.1": no class of freight has that number. */
function hazardClassAt(reading: Reading, start: number): number | null {
  const asClass = longest(reading, start, CLASS)
  const number = asClass && reading.tokens[asClass.end]
  if (!asClass || number?.kind !== 'number' || !/^\d{1,3}(\.\d)?$/.test(number.text)) return null
  const isFreight = FREIGHT_CLASSES.some((known) => known === number.text)
  return isFreight || isMeasured(reading, asClass.end + 1) ? null : asClass.end + 1
}

function packingGroupAt(reading: Reading, start: number): number | null {
  const group = longest(reading, start, PACKING_GROUP)
  return group && /^(i{1,3}|[123])$/.test(reading.tokens[group.end]?.text ?? '') ? group.end + 1 : null
}

/** A unit or a packaging, or another side of a size: the number before it is a measure or a count. */
const isMeasured = (reading: Reading, at: number) =>
  [WEIGHT_UNITS, LENGTH_UNITS, KINDS].some((words) => longest<unknown>(reading, at, words) !== null) ||
  BETWEEN_SIZES.has(reading.tokens[at]?.text ?? '')

/** hazmat; class 85; insured $5,000. */
export function readTerms(reading: Reading, start: number): Part | null {
  const dangerous = dangerousAt(reading, start)
  if (dangerous !== null) return { start, end: dangerous, meaning: { kind: 'hazmat' }, doubt: NOT_UNDERSTOOD }
  const hazmat = longest(reading, start, HAZMAT)
  if (hazmat) return { start, end: hazmat.end, meaning: { kind: 'hazmat' } }
  const asClass = longest(reading, start, CLASS)
  const freightClass = asClass && FREIGHT_CLASSES.find((known) => known === reading.tokens[asClass.end]?.text)
  if (asClass && freightClass) return { start, end: asClass.end + 1, meaning: { kind: 'class', freightClass } }
  const hazard = hazardClassAt(reading, start)
  if (hazard !== null) return { start, end: hazard, meaning: { kind: 'unread' }, doubt: NOT_UNDERSTOOD }
  const insured = longest(reading, start, INSURED)
  if (!insured) return money(reading, start)
  const at = reading.tokens[insured.end]?.text === '$' ? insured.end + 1 : insured.end
  const dollars = numberAt(reading, at)
  const currency = ['usd', 'dollars', 'dolares', 'dls'].includes(reading.tokens[at + 1]?.text ?? '') ? 1 : 0
  return dollars && { start, end: at + 1 + currency, meaning: { kind: 'insured', dollars: dollars.value } }
}

/** "$5,000": its purpose is not given. */
function money(reading: Reading, start: number): Part | null {
  if (reading.tokens[start]?.text !== '$' || !numberAt(reading, start + 1)) return null
  const end = start + 2
  const readings = [`${reading.language === 'es' ? 'seguro por' : 'insured for'} ${typed(reading, start, end)}`]
  return { start, end, meaning: { kind: 'money' }, doubt: { why: 'unknown', readings } }
}
