import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import { numberText } from './typed-cell.ts'

/** The text of a number under its format's code (ECMA-376 Part 1, 18.8.31), in the form of number given. */
export type ShowNumber = (value: number, form: NumberForm) => string

/** A color, condition or locale; `[$€-407]` names a currency's sign as well. */
const BRACKETS = /\[(?:\$([^\]-]*)[^\]]*|[^\]]*)\]/g
/** A blank as wide as a sign, and a sign that fills the cell. */
const SPACING = /[_*]./g
/** Literal parts: quoted, behind a backslash, or one of the signs that need neither. */
const TOKEN = /"([^"]*)"|\\(.)|([0#?])|(.)/gs

/** The parts of a code: for positive values, negative ones, zero. */
function sectionsOf(code: string): string[] {
  const sections: string[] = []
  let section = ''
  for (const [token] of code.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|./gs)) {
    if (token === ';') {
      sections.push(section)
      section = ''
    } else section += token
  }
  return [...sections, section]
}

/** Text and digits of a section, in order; a text between the digits of `000-0000` is among them. */
interface Part {
  text: string
  isDigit: boolean
}

function partsOf(section: string): Part[] {
  const bare = section
    .replaceAll(BRACKETS, (_, sign: string | undefined) => (sign ? `"${sign}"` : ''))
    .replaceAll(SPACING, '')
  return [...bare.matchAll(TOKEN)].map(([, quoted, escaped, digit, other]) => ({
    text: quoted ?? escaped ?? digit ?? other ?? '',
    isDigit: digit !== undefined || (other !== undefined && /[.,%/Ee]/.test(other)),
  }))
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

/** One section of a code, taken apart once for all values. */
function showBy(section: string): ShowNumber {
  const parts = partsOf(section.replaceAll(/general/gi, '0'))
  const first = parts.findIndex(({ isDigit }) => isDigit)
  if (first < 0) {
    const text = textOf(parts).trim()
    return (value, form) => text || numberText(value, form)
  }
  const last = parts.findLastIndex(({ isDigit }) => isDigit)
  const [prefix, suffix] = [textOf(parts.slice(0, first)), textOf(parts.slice(last + 1))]
  const inner = parts.slice(first, last + 1)
  const hasPlacesAlone = inner.every(({ text, isDigit }) => !isDigit || /[0#?]/.test(text))
  // Commas behind the last place of whole numbers divide by a thousand each; the unit behind is then of thousands.
  const [scaling = ''] = /,+(?=\.|$)/.exec(textOf(inner.filter(({ isDigit }) => isDigit))) ?? []
  const scale = suffix.trim() === '' ? 1 : 1000 ** scaling.length
  const isPercent = inner.some(({ text, isDigit }) => isDigit && text === '%')
  const digits: ShowNumber = (value, form) => {
    if (isPercent) return `${numberText(value * 100, form)}%`
    return hasPlacesAlone && Number.isSafeInteger(value) ? filled(value, inner, form) : numberText(value / scale, form)
  }
  return (value, form) => `${prefix}${digits(value, form)}${suffix}`.trim()
}

/** The format of a code; null: one that shows the number alone. */
export function numberFormat(code: string): ShowNumber | null {
  if (/^general$/i.test(code) || code === '@' || code === '') return null
  const sections = sectionsOf(code).slice(0, NUMBER_SECTIONS)
  const shown = sections.map((section, at) => ({
    isFor: conditionOf(section) ?? usualCondition(at, sections.length),
    // `;;;` hides the cell's value.
    show: section === '' && code.includes(';') ? () => '' : showBy(section),
  }))
  return (value, form) => shown.find(({ isFor }) => isFor(value))?.show(value, form) ?? numberText(value, form)
}

/** A fourth section is for texts. */
const NUMBER_SECTIONS = 3
const CONDITION = /\[(<=|>=|<>|=|<|>)\s*(-?\d+(?:\.\d+)?)\]/

type Condition = (value: number) => boolean

/** The condition that a section names: `[=1]"Yes";[=0]"No"`; null: none. */
function conditionOf(section: string): Condition | null {
  const [, sign, limit] = CONDITION.exec(section) ?? []
  if (sign === undefined) return null
  const than = Number(limit)
  return (value) =>
    (sign.includes('<') && value < than) ||
    (sign.includes('>') && value > than) ||
    (sign !== '<>' && sign.includes('=') && value === than)
}

/** Of a section that names none: positive, negative, the rest; the last takes what is left. */
function usualCondition(at: number, count: number): Condition {
  if (at === count - 1) return () => true
  if (at === 1) return (value) => value < 0
  return count === 2 ? (value) => value >= 0 : (value) => value > 0
}

/** Digits in the places of a code, from the right; those that find none go in front. */
function filled(value: number, places: readonly Part[], form: NumberForm): string {
  const number = numberText(Math.abs(value), form)
  const digits = [...number]
  let text = ''
  for (const { text: sign, isDigit } of places.toReversed()) {
    if (!isDigit) {
      if (digits.length > 0 || places.some((place) => place.text === '0')) text = sign + text
      continue
    }
    text = (digits.pop() ?? (sign === '0' ? '0' : '')) + text
  }
  return `${value < 0 ? '-' : ''}${digits.join('')}${text}`
}
