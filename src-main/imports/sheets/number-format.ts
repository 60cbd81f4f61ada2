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

/** The part of a code for this value: positive; negative; zero. */
function sectionFor(code: string, value: number): string {
  const sections = [''].slice(1)
  let section = ''
  for (const [token] of code.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|./gs)) {
    if (token === ';') {
      sections.push(section)
      section = ''
    } else section += token
  }
  sections.push(section)
  const wanted = value < 0 ? sections[1] : value === 0 ? sections[2] : undefined
  return wanted ?? sections[0] ?? ''
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

/** The format of a code; null: one that shows the number alone. */
export function numberFormat(code: string): ShowNumber | null {
  if (/^general$/i.test(code) || code === '@' || code === '') return null
  return (value, form) => {
    const section = sectionFor(code, value)
    // `;;;` hides the cell's value.
    if (section === '' && code.includes(';')) return ''
    const parts = partsOf(section.replaceAll(/general/gi, '0'))
    const first = parts.findIndex(({ isDigit }) => isDigit)
    if (first < 0)
      return (
        parts
          .map(({ text }) => text)
          .join('')
          .trim() || numberText(value, form)
      )
    const last = parts.findLastIndex(({ isDigit }) => isDigit)
    const [prefix, suffix] = [parts.slice(0, first), parts.slice(last + 1)].map((some) =>
      some.map(({ text }) => text).join(''),
    )
    const inner = parts.slice(first, last + 1)
    const isCode = Number.isSafeInteger(value) && inner.every(({ text, isDigit }) => !isDigit || /[0#?]/.test(text))
    const isPercent = inner.some(({ text, isDigit }) => isDigit && text === '%')
    const digits = isPercent
      ? `${numberText(value * 100, form)}%`
      : isCode
        ? filled(value, inner, form)
        : numberText(value, form)
    return `${prefix}${digits}${suffix}`.trim()
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
