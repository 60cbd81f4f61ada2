import { CR, isBlank, LF, type Tape } from './bytes.ts'
import { eplEffects, eplNameOf } from './epl-effects.ts'
import type { Memory } from './memory.ts'
import type { neighboursOf } from './neighbours.ts'
import { numberIn } from './numbers.ts'
import type { Habits } from './reading.ts'

/** Longer than every name and its first parameter. */
const ENOUGH_FOR_A_NAME = 8

/** An EPL2 printer, from the first byte of a connection on. */
export function eplPrinter(
  tape: Tape,
  memory: Memory,
  habits: Habits,
  neighbours: Pick<ReturnType<typeof neighboursOf>, 'take'>,
) {
  const { bytes } = tape
  const effects = eplEffects(memory, habits)

  /** Reads one line, with the binary that belongs to it. The tape stands at the start of a line. */
  function read(): void {
    if (habits.dropped === 'every other control byte') while (isBlank(bytes[tape.at])) tape.at++
    const end = neighbours.take(tape.at)
    if (end !== undefined) {
      tape.at = end
      return
    }
    const name = eplNameOf(startOfLine())
    const at = tape.at
    if (name === 'GW') return graphic(at)
    if (name === 'GM') return object(at)
    const line = restOfLine(name !== ';')
    if (name === undefined) return
    const parameters = line.slice(name.length)
    memory.record('', name, at, parameters)
    effects.apply(name, parameters)
    if (name === '?') for (let left = effects.answers(); left > 0; left--) restOfLine()
  }

  /** The first characters of the line, without CR, the tape where it was. */
  function startOfLine(): string {
    let text = ''
    for (let at = tape.at; text.length < ENOUGH_FOR_A_NAME; at++) {
      const byte = bytes[at]
      if (byte === undefined || byte === LF) break
      if (byte !== CR) text += String.fromCharCode(byte)
    }
    return text
  }

  /** The line without its LF and without CR; in quotes a backslash takes the next byte as it is, even LF. */
  function restOfLine(hasQuotes = true): string {
    let text = ''
    let quoted = false
    while (tape.at < bytes.length) {
      const byte = bytes[tape.at++] ?? 0
      if (byte === LF) break
      if (byte === CR) continue
      text += String.fromCharCode(byte)
      if (byte === 0x22 && hasQuotes) quoted = !quoted
      if (byte === 0x5c && quoted && tape.at < bytes.length) text += String.fromCharCode(bytes[tape.at++] ?? 0)
    }
    return text
  }

  /** Two letters of a name and what follows up to the delimiter or a line end, which is left where it is. */
  function field(): string {
    let text = ''
    for (;;) {
      const byte = bytes[tape.at]
      if (byte === undefined || byte === LF || byte === 0x2c) return text
      tape.at++
      if (byte !== CR) text += String.fromCharCode(byte)
    }
  }

  /** `GWx,y,bytes,lines` and then exactly bytes times lines bytes, whatever they are. */
  function graphic(at: number): void {
    const fields: string[] = []
    while (fields.length < 3) {
      fields.push(field())
      if (bytes[tape.at] !== 0x2c) {
        restOfLine()
        return
      }
      tape.at++
    }
    const [x = '', y = '', width = ''] = fields
    const lines = lastNumber()
    const size = (numberIn(width, habits) ?? 0) * (numberIn(lines, habits) ?? 0)
    headerEnd()
    memory.record('', 'GW', at, [x.slice(2), y, width, lines].join(','))
    effects.apply('GW', '')
    tape.at = Math.min(bytes.length, tape.at + size)
  }

  /** Digits up to the first byte that is none; CR is as if it were not there. */
  function lastNumber(): string {
    let text = ''
    while (isBlank(bytes[tape.at]) && bytes[tape.at] !== LF) tape.at++
    for (;;) {
      const byte = bytes[tape.at] ?? 0
      const isDigit = byte >= 0x30 && byte <= 0x39
      if (!isDigit && !(byte === CR && crBeforeMore())) return text
      tape.at++
      if (isDigit) text += String.fromCharCode(byte)
    }
  }

  /** A CR belongs to the header only when a digit or the line's end follows it. */
  function crBeforeMore(): boolean {
    const next = bytes[tape.at + 1] ?? 0
    return next === LF || (next >= 0x30 && next <= 0x39)
  }

  function headerEnd(): void {
    const next = bytes[tape.at]
    if (habits.graphicHeaderEnd === 'comma or line end' && (next === 0x2c || next === LF)) tape.at++
    if (habits.graphicHeaderEnd === 'line end' && next === LF) tape.at++
    if (habits.graphicHeaderEnd === 'up to comma, then line end') {
      field()
      if (bytes[tape.at] === 0x2c) tape.at++
      if (bytes[tape.at] === CR && bytes[tape.at + 1] === LF) tape.at++
      if (bytes[tape.at] === LF) tape.at++
    }
  }

  /** `GM"NAME"size`, the end of the line, and then that many bytes. */
  function object(at: number): void {
    const last = habits.objectHeaderEnd === 'line feed' ? LF : CR
    let header = ''
    while (tape.at < bytes.length) {
      const byte = bytes[tape.at++] ?? 0
      if (byte === last || byte === LF) break
      if (byte !== CR) header += String.fromCharCode(byte)
    }
    const size = /^GM\s*"[^"]*"(.*)$/.exec(header)?.[1] ?? ''
    memory.record('', 'GM', at, header.slice(2))
    effects.apply('GM', header.slice(2))
    tape.at = Math.min(bytes.length, tape.at + (numberIn(size, habits) ?? 0))
  }

  return { read }
}
