import { countOf } from '../digits.ts'

/** A printer takes no more of either. */
const MOST = 65_535
/** So many characters are enough for them, with some zeros before. */
const LONGEST = 8

/** Labels that a `P` prints, copies included; null where printers may read different numbers. */
export function printedBy(parameters: readonly string[]): number | null {
  const [sets = '', copies = ''] = parameters
  if (parameters.length > 2) return null
  const counts = [sets, copies].map((text) => (text === '' ? 1 : text.length > LONGEST ? null : countOf(text)))
  const [first, second] = counts
  if (!first || !second || first > MOST || second > MOST) return null
  return first * second
}
