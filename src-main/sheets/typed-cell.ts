import type { NumberForm } from '../../src-shared/station/batch/batch-field.ts'

/**
 * A number of a typed cell as a column map reads numbers: without groups, and with the decimal mark that it expects. Left in
 * its own form, 1.234 would be 1234 where commas are decimal.
 */
export function numberText(value: number, form: NumberForm): string {
  if (!Number.isFinite(value)) return String(value)
  const plain = Number.isInteger(value) ? BigInt(value).toString() : decimals(value)
  return form === 'comma' ? plain.replace('.', ',') : plain
}

/** Without an exponent, which no reader of cells takes. */
function decimals(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}
