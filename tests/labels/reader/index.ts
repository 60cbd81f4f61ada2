import { isLineEnd, standsAt, type Tape } from './bytes.ts'
import { eplPrinter } from './epl.ts'
import { memoryOf } from './memory.ts'
import { neighboursOf } from './neighbours.ts'
import { PRINTERS, type Habits, type PrinterReading } from './reading.ts'
import { ZPL_START } from './zpl-effects.ts'
import { zplPrinter } from './zpl.ts'

export type { PrinterCommand, PrinterReading } from './reading.ts'
export type Language = 'zpl' | 'epl'

/** How a printer that follows the guides by the letter reads these bytes on its raw port. Never throws. */
export function readAsPrinter(bytes: Uint8Array, language: Language): PrinterReading {
  return read(bytes, language, PRINTERS[0])
}

/** Every way in which a printer may read them, the guides' first: one for each printer of `PRINTERS`. */
export function readings(bytes: Uint8Array, language: Language): PrinterReading[] {
  return PRINTERS.map((habits) => read(bytes, language, habits))
}

function read(bytes: Uint8Array, language: Language, habits: Habits): PrinterReading {
  const tape: Tape = { bytes, at: 0 }
  const memory = memoryOf(ZPL_START)
  const neighbours = neighboursOf(bytes, memory, habits, (name, value) => zpl.onVariable(name, value))
  const zpl = zplPrinter(tape, memory, habits, neighbours)
  const epl = eplPrinter(tape, memory, habits, neighbours)
  const both = habits.languages === 'both'
  while (tape.at < bytes.length) {
    if (language === 'zpl' && zpl.orderMark()) continue
    if (language === 'zpl') {
      if (both && zpl.isBetweenLabels() && atLineStart(tape) && !zpl.actsNext()) epl.read()
      else zpl.read()
    } else if (both && (!zpl.isBetweenLabels() || beginsZpl(tape))) zpl.read()
    else epl.read()
  }
  return memory.reading()
}

function atLineStart({ bytes, at }: Tape): boolean {
  return (at === 0 || isLineEnd(bytes[at - 1])) && !isLineEnd(bytes[at])
}

/** A line of an EPL stream that is ZPL: it begins with a prefix, and EPL's own three words do not. */
function beginsZpl({ bytes, at }: Tape): boolean {
  const first = bytes[at]
  if (first === 0x7e || first === 0x02) return true
  return first === 0x5e && !['^@', '^default', '^ee'].some((word) => standsAt(bytes, at, word))
}
