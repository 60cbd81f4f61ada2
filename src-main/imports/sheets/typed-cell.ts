import type { NumberForm } from '../../../src-shared/station/batch/batch-field.ts'

/** Spreadsheets keep fifteen digits of a number. */
const FROM_HERE_ROUNDED = 1e15

/**
 * A number of a typed cell as a column map reads numbers: without groups, and with the decimal mark that it expects. Left in
 * its own form, 1.234 would be 1234 where commas are decimal; where that is not said, a fourth decimal shows that it is not.
 * One whose last digits are gone is written as spreadsheets do (1.2E+15),
 * which no field takes.
 */
export function numberText(value: number, form: NumberForm): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= FROM_HERE_ROUNDED) return value.toExponential().toUpperCase()
  const plain = Number.isInteger(value) ? BigInt(value).toString() : decimals(value)
  if (form === 'unsure' && /^-?\d{1,3}\.\d{3}$/.test(plain)) return `${plain}0`
  return form === 'comma' ? plain.replace('.', ',') : plain
}

/** Without an exponent, which no reader of cells takes. */
function decimals(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}
