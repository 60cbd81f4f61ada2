import { elementsOf, type BarWidths } from './bars.ts'

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*'
/** Five bars and four spaces of each character, narrow or wide (ISO/IEC 16388). */
const PATTERNS = (
  'nnnwwnwnn wnnwnnnnw nnwwnnnnw wnwwnnnnn nnnwwnnnw wnnwwnnnn nnwwwnnnn nnnwnnwnw wnnwnnwnn nnwwnnwnn wnnnnwnnw ' +
  'nnwnnwnnw wnwnnwnnn nnnnwwnnw wnnnwwnnn nnwnwwnnn nnnnnwwnw wnnnnwwnn nnwnnwwnn nnnnwwwnn wnnnnnnww nnwnnnnww ' +
  'wnwnnnnwn nnnnwnnww wnnnwnnwn nnwnwnnwn nnnnnnwww wnnnnnwwn nnwnnnwwn nnnnwnwwn wwnnnnnnw nwwnnnnnw wwwnnnnnn ' +
  'nwnnwnnnw wwnnwnnnn nwwnwnnnn nwnnnnwnw wwnnnnwnn nwwnnnwnn nwnwnwnnn nwnwnnnwn nwnnnwnwn nnnwnwnwn nwnnwnwnn'
).split(' ')
const START_STOP = '*'
const MODULUS = 43

/**
 * Code 39 as element widths in dots, with its start and stop; lower case is written in capitals.
 * @throws RangeError for characters it does not have.
 */
export function code39Elements(data: string, widths: BarWidths, withCheck = false): number[] {
  const text = data.toUpperCase()
  const values = [...text].map((char) => CHARACTERS.indexOf(char))
  if (values.length === 0 || values.some((value) => value < 0 || value >= MODULUS)) {
    throw new RangeError('Code 39 data must be letters, digits, blanks and -.$/+%')
  }
  const check = withCheck ? CHARACTERS.charAt(values.reduce((sum, value) => sum + value, 0) % MODULUS) : ''
  const symbols = [...`${START_STOP}${text}${check}${START_STOP}`].map(
    (char) => PATTERNS[CHARACTERS.indexOf(char)] ?? '',
  )
  // A narrow space separates characters.
  return elementsOf(symbols.join('n'), widths)
}
