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
  const isPercent = inner.some(({ text, isDigit }) => isDigit && text === '%')
  const digits: ShowNumber = (value, form) => {
    if (isPercent) return `${numberText(value * 100, form)}%`
    return hasPlacesAlone && Number.isSafeInteger(value) ? filled(value, inner, form) : numberText(value, form)
  }
  return (value, form) => `${prefix}${digits(value, form)}${suffix}`.trim()
}

/** The format of a code; null: one that shows the number alone. */
export function numberFormat(code: string): ShowNumber | null {
  if (/^general$/i.test(code) || code === '@' || code === '') return null
  // `;;;` hides the cell's value.
  const [positive, negative, zero] = sectionsOf(code).map((section) =>
    section === '' && code.includes(';') ? () => '' : showBy(section),
  )
  return (value, form) => {
    const show = (value < 0 ? negative : value === 0 ? zero : null) ?? positive
    return show ? show(value, form) : numberText(value, form)
  }
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
