import { modulesOf } from './bars.ts'
import { modulo10 } from './interleaved.ts'

/** Modules of a digit's four elements in odd parity (`L`); even parity (`G`) is the same backwards (ISO/IEC 15420). */
const DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ')
/** Parity of the left half by the first digit of an EAN-13. */
const EAN13 = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')
/** Parity of a UPC-E of number system 0 by its check digit; in system 1 odd and even change places. */
const UPCE = 'GGGLLL GGLGLL GGLLGL GGLLLG GLGGLL GLLGGL GLLLGG GLGLGL GLGLLG GLLGLG'.split(' ')
const [GUARD, MIDDLE, UPCE_END] = ['111', '11111', '111111']

const EAN_KINDS = ['EAN-13', 'EAN-8', 'UPC-A', 'UPC-E'] as const
export type EanKind = (typeof EAN_KINDS)[number]
/** Digits of each kind without its check digit. */
const LENGTHS: Record<EanKind, number> = { 'EAN-13': 12, 'EAN-8': 7, 'UPC-A': 11, 'UPC-E': 7 }

/**
 * An EAN or UPC as element widths in dots, `narrow` a module; the check digit is added, or checked when it is given.
 * UPC-E takes 6 digits too, number system 0; it has the systems 0 and 1 alone.
 * @throws RangeError when the data is not of the kind, or its check digit is wrong.
 */
export function eanElements(kind: EanKind, data: string, narrow: number): number[] {
  const given = kind === 'UPC-E' && data.length === 6 ? `0${data}` : data
  const length = LENGTHS[kind]
  if (!/^\d+$/.test(given) || (given.length !== length && given.length !== length + 1)) {
    throw new RangeError(`${kind} data must be ${length} digits, with or without a check digit`)
  }
  if (kind === 'UPC-E' && /^[2-9]/.test(given)) throw new RangeError('UPC-E data of 7 digits must start with 0 or 1')
  const body = given.slice(0, length)
  const check = modulo10(kind === 'UPC-E' ? expandUpce(body) : body)
  if (given.length > length && given.slice(length) !== check)
    throw new RangeError(`the ${kind} check digit must be ${check}`)
  if (kind === 'UPC-E') return modulesOf(GUARD + half(body.slice(1), upceParity(body, check)) + UPCE_END, narrow)
  const digits = body + check
  // A UPC-A is an EAN-13 that starts with a zero.
  const [first, rest] = kind === 'EAN-13' ? [digits.charAt(0), digits.slice(1)] : [kind === 'UPC-A' ? '0' : '', digits]
  const parity = first === '' ? 'LLLL' : (EAN13[Number(first)] ?? '')
  const left = half(rest.slice(0, rest.length / 2), parity)
  const right = half(rest.slice(rest.length / 2), 'R'.repeat(rest.length / 2))
  return modulesOf(GUARD + left + MIDDLE + right + GUARD, narrow)
}

function upceParity(body: string, check: string): string {
  const parity = UPCE[Number(check)] ?? ''
  return body.startsWith('0') ? parity : parity.replace(/./g, (one) => (one === 'G' ? 'L' : 'G'))
}

function half(digits: string, parity: string): string {
  return [...digits]
    .map((digit, index) => {
      const modules = DIGITS[Number(digit)] ?? ''
      return parity.charAt(index) === 'G' ? [...modules].reverse().join('') : modules
    })
    .join('')
}

/** The 11 digits of the UPC-A that a UPC-E of 7 (number system and six) encodes. */
function expandUpce(body: string): string {
  const [system, digits, last] = [body.charAt(0), body.slice(1, 6), body.charAt(6)]
  if (last <= '2') return `${system}${digits.slice(0, 2)}${last}0000${digits.slice(2)}`
  if (last === '3') return `${system}${digits.slice(0, 3)}00000${digits.slice(3)}`
  if (last === '4') return `${system}${digits.slice(0, 4)}00000${digits.slice(4)}`
  return `${system}${digits}0000${last}`
}
