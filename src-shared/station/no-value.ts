import type { z } from 'zod'
import { onceEncoded } from '../twice-encoded.ts'

/**
 * `sheet-error`: a spreadsheet's error, in English, Spanish, French or German, or a cell too narrow for its number.
 * `no-value`: a program's placeholder for a missing value.
 */
export type NoValue = 'sheet-error' | 'no-value'

/** Excel, LibreOffice and Google Sheets: `#N/A`, `#¡REF!`, `#NAME?`, `Err:502`, `########`. */
const SHEET_ERROR = /^(?:#N\/[ADVY]|#NV|#[¡¿]?[\p{Lu}\d/_. ]+[!?]|#GETTING_DATA|Err:\d{3}|#{3,})$/iu
const NOTHING =
  /^(?:(?:null|undefined|none|nan|nat|nil|infinity)(?:\s+|$))+$|^(?:[[<(]null[\])>]|\\N|n\/a|\((?:blank|en blanco)\)|\[object Object\])$/i

/** Refuses each text of an input that means "no value", or was encoded twice: from programs and files of addresses. */
export function refuseNoValues(values: object, context: z.RefinementCtx, path: readonly string[] = []): void {
  refuseTwiceEncoded(values, context, path)
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' || noValueOf(value) === null) continue
    const message = `"${value.slice(0, 40)}" is not a value; enter the value, or leave it out`
    context.addIssue({ code: 'custom', path: [...path, name], message })
  }
}

/** Refuses each text of an input that was encoded as UTF-8 twice: `PeÃ±a`. */
export function refuseTwiceEncoded(values: object, context: z.RefinementCtx, path: readonly string[] = []): void {
  for (const [name, value] of Object.entries(values)) {
    const once = typeof value === 'string' ? onceEncoded(value) : null
    if (once === null) continue
    const message = `"${String(value).slice(0, 40)}" was encoded as UTF-8 twice; it should be "${once.slice(0, 40)}"`
    context.addIssue({ code: 'custom', path: [...path, name], message })
  }
}

/**
 * Does a text from a table mean "no value", and is therefore no address, name, reference or number? Null: it does
 * not.
 */
export function noValueOf(text: string): NoValue | null {
  const typed = text.trim()
  if (SHEET_ERROR.test(typed)) return 'sheet-error'
  return NOTHING.test(typed) ? 'no-value' : null
}
