import { elementsOf, type BarWidths } from './bars.ts'

/** Five elements of each digit, two of them wide (ISO/IEC 16390). */
const DIGITS = 'nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn'.split(' ')

/**
 * Interleaved 2 of 5 as element widths in dots: one digit of a pair in the bars, the other in the spaces. An odd number of
 * digits gets a zero in front.
 * @throws RangeError for anything but digits.
 */
export function interleavedElements(data: string, widths: BarWidths, withCheck = false): number[] {
  if (!/^\d+$/.test(data)) throw new RangeError('Interleaved 2 of 5 data must be digits')
  const checked = withCheck ? data + modulo10(data) : data
  const digits = checked.length % 2 === 0 ? checked : `0${checked}`
  let pattern = 'nnnn'
  for (let at = 0; at < digits.length; at += 2) {
    const bars = DIGITS[Number(digits.charAt(at))] ?? ''
    const spaces = DIGITS[Number(digits.charAt(at + 1))] ?? ''
    for (let index = 0; index < bars.length; index += 1) pattern += bars.charAt(index) + spaces.charAt(index)
  }
  return elementsOf(`${pattern}wnn`, widths)
}

/** The check digit of GS1 numbers: weights 3 and 1 from the right. */
export function modulo10(digits: string): string {
  const sum = [...digits].reduceRight(
    (total, digit, index) => total + Number(digit) * ((digits.length - 1 - index) % 2 === 0 ? 3 : 1),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}
