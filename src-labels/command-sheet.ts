import { isCode128Data } from './code128.ts'
import { LabelColumn, type LabelTarget } from './compose/column.ts'

/** One command that a scanner can give. */
export interface SheetCommand {
  /** What the barcode says: `PRINT`. */
  code: string
  /** What it does, in the language of its readers. */
  text: string
}

/**
 * A label to stick beside a station: its scanner commands, one Code 128 each with its meaning above.
 * @throws RangeError for a code that is not printable ASCII, LabelRoomError when there is no room for all of them.
 */
export function composeCommandSheet(title: string, commands: readonly SheetCommand[], target: LabelTarget): Uint8Array {
  const column = new LabelColumn(target).text(8, title, { align: 'center', inverse: true })
  for (const { code, text } of commands) {
    if (!isCode128Data(code)) throw new RangeError(`${JSON.stringify(code)} cannot be a barcode`)
    column.text(4.5, text, { align: 'center' }).code128(13, code)
  }
  return column.toBytes()
}
