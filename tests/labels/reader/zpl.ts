import { isLineEnd, standsAt, type Tape } from './bytes.ts'
import type { Memory } from './memory.ts'
import type { neighboursOf } from './neighbours.ts'
import { numberIn, within } from './numbers.ts'
import type { Habits } from './reading.ts'
import { zplEffects } from './zpl-effects.ts'

type Width = 'no' | 'big' | 'little'

/** The marks, and which byte of two comes first after each. */
const ORDER_MARKS: readonly { bytes: readonly number[]; wide: Width }[] = [
  { bytes: [0xfe, 0xff], wide: 'big' },
  { bytes: [0xff, 0xfe], wide: 'little' },
  { bytes: [0xef, 0xbb, 0xbf], wide: 'no' },
]

type Role = 'caret' | 'tilde' | 'start' | 'end' | 'field end' | 'dropped' | 'plain'

/** The most bytes that a graphic in a field may announce. */
const LARGEST_GRAPHIC = 99_999

/** These keep their parameters as they came: what looks like a delimiter in them is text. */
const TEXT = new Set(['FD', 'FV', 'FX'])

/** A ZPL printer, from the first byte of a connection on. */
export function zplPrinter(
  tape: Tape,
  memory: Memory,
  habits: Habits,
  neighbours: Pick<ReturnType<typeof neighboursOf>, 'take'>,
) {
  const { bytes } = tape
  const effects = zplEffects(memory, habits)
  const roles = { caret: 0x5e, tilde: 0x7e, delimiter: 0x2c }
  let moved = false
  let inFormat = false
  let wide: Width = 'no'
  let codePage = 0

  const step = () => (wide === 'no' ? 1 : 2)

  function unitAt(at: number): number | undefined {
    const first = bytes[at]
    if (wide === 'no' || first === undefined) return first
    const second = bytes[at + 1] ?? 0
    return wide === 'big' ? first * 256 + second : second * 256 + first
  }

  function roleOf(unit: number): Role {
    if (unit === roles.caret) return 'caret'
    if (unit === roles.tilde) return 'tilde'
    if (habits.controlBytes === 'always' || !moved) {
      if (unit === 0x02) return 'start'
      if (unit === 0x03) return 'end'
      if (unit === 0x0f) return 'field end'
      if (unit === 0x1e) return 'caret'
      if (unit === 0x10) return 'tilde'
    }
    if (isLineEnd(unit)) return 'dropped'
    if (habits.dropped === 'every other control byte' && unit < 0x20 && !isDelimiter(unit)) return 'dropped'
    return 'plain'
  }

  const isDelimiter = (unit: number) =>
    unit === roles.delimiter || (unit === 0x1f && (habits.controlBytes === 'always' || !moved))

  const acts = (role: Role) => role !== 'plain' && role !== 'dropped'

  /** Reads one thing: a command with all that belongs to it, or one character of text between commands. */
  function read(): void {
    const at = tape.at
    const unit = unitAt(at)
    if (unit === undefined) return
    const role = roleOf(unit)
    if (role === 'plain' && passNeighbour()) return
    tape.at += step()
    if (role === 'caret' || role === 'tilde') command(role, at)
    else if (role === 'start') run('^', 'XA', at, '')
    else if (role === 'end') run('^', 'XZ', at, '')
    else if (role === 'field end') run('^', 'FS', at, '')
    else if (role === 'plain') passSecondByte(unit)
  }

  /** A byte order mark switches by itself; within a label of single bytes its bytes may be letters. */
  function orderMark(): boolean {
    const mark = ORDER_MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[tape.at + index] === byte))
    if (!mark || (inFormat && habits.neighbours !== 'anywhere')) return false
    wide = mark.wide
    tape.at += mark.bytes.length
    return true
  }

  function passNeighbour(): boolean {
    if (wide !== 'no' || (inFormat && habits.neighbours !== 'anywhere')) return false
    const end = neighbours.take(tape.at)
    if (end === undefined) return false
    tape.at = end
    return true
  }

  /** In an Asian code page the first byte of a character takes the next with it. */
  function passSecondByte(unit: number): string {
    if (habits.secondByte === 'prefix' || wide !== 'no' || !isLeadByte(codePage, unit)) return ''
    const second = bytes[tape.at]
    if (second === undefined || second < 0x40 || second === 0x7f || second === 0xff) return ''
    tape.at++
    return String.fromCharCode(second)
  }

  function command(role: 'caret' | 'tilde', at: number): void {
    const prefix = role === 'caret' ? '^' : '~'
    const first = nameCharacter()
    if (first === undefined) return
    // A font is chosen by one letter or by @, and the letter is the first parameter.
    if (prefix === '^' && first === 'A') return run(prefix, nextIs('@') ? 'A@' : 'A', at, parameters(true))
    if (prefix === '^' && first === '@') return run(prefix, '@', at, '')
    if (prefix === '^' && eltron(at)) return
    const second = nameCharacter()
    if (second === undefined) return
    let name = first + second
    if (name === 'F1' && nextIs('6')) name = 'F16'
    if (name === 'CC' || name === 'CD' || name === 'CT') return movePrefix(prefix, name, at)
    if (name === 'XA' || name === 'XZ' || name === 'FS') return run(prefix, name, at, '')
    if (prefix === '^' && name === 'GF') return graphic(at)
    if (prefix === '~' && name === 'DY') return download(at)
    run(prefix, name, at, parameters(!TEXT.has(name)))
  }

  /** One character of a name in upper case, or nothing where another command begins or the stream ends. */
  function nameCharacter(): string | undefined {
    for (;;) {
      const unit = unitAt(tape.at)
      if (unit === undefined) return undefined
      const role = roleOf(unit)
      if (acts(role)) return undefined
      tape.at += step()
      if (role === 'plain') return String.fromCharCode(unit).toUpperCase()
    }
  }

  function nextIs(character: string): boolean {
    let at = tape.at
    for (;;) {
      const unit = unitAt(at)
      if (unit === undefined) return false
      const role = roleOf(unit)
      if (role === 'dropped') at += step()
      else if (role === 'plain' && unit === character.charCodeAt(0)) {
        tape.at = at + step()
        return true
      } else return false
    }
  }

  /** Two words of Eltron printers that ZPL printers take as well, in small letters only. */
  function eltron(at: number): boolean {
    for (const word of ['default', 'ee']) {
      if (!standsAt(bytes, at + 1, word) || wide !== 'no') continue
      tape.at = at + 1 + word.length
      run('^', word, at, '')
      return true
    }
    return false
  }

  function movePrefix(prefix: '^' | '~', name: 'CC' | 'CD' | 'CT', at: number): void {
    let unit = unitAt(tape.at)
    if (habits.newPrefix === 'the next byte that is no line end') {
      while (isLineEnd(unit)) {
        tape.at += step()
        unit = unitAt(tape.at)
      }
    }
    if (unit === undefined) return
    tape.at += step()
    assign(name === 'CC' ? 'caret' : name === 'CT' ? 'tilde' : 'delimiter', unit)
    run(prefix, name, at, String.fromCharCode(unit))
  }

  function assign(role: keyof typeof roles, unit: number): void {
    const others = Object.entries(roles).filter(([other]) => other !== role)
    if (habits.samePrefixTwice === 'left out' && others.some(([, taken]) => taken === unit)) return
    roles[role] = unit
    moved = roles.caret !== 0x5e || roles.tilde !== 0x7e || roles.delimiter !== 0x2c
    memory.set(role, String.fromCharCode(unit))
  }

  /** A variable of SGD or JSON that moves a prefix: two hexadecimal digits or the character itself. */
  function onVariable(name: string, value: string): void {
    const role = /^zpl\.(caret|tilde|control_character|delimiter)$/.exec(name)?.[1]
    const unit = /^[0-9a-f]{2}$/i.test(value) ? Number.parseInt(value, 16) : value.charCodeAt(0)
    if (!role || Number.isNaN(unit)) return
    assign(role === 'caret' || role === 'delimiter' ? role : 'tilde', unit)
  }

  /** Everything up to the next command, without what is dropped; delimiters as commas. */
  function parameters(parted: boolean): string {
    let text = ''
    for (;;) {
      const unit = unitAt(tape.at)
      if (unit === undefined) return text
      const role = roleOf(unit)
      if (acts(role)) return text
      if (passNeighbour()) continue
      tape.at += step()
      if (role === 'dropped') continue
      text += parted && isDelimiter(unit) ? ',' : String.fromCharCode(unit)
      text += passSecondByte(unit)
    }
  }

  /** The first fields of a command with data, or nothing where another command begins before they are all there. */
  function header(count: number): { fields: string[]; whole: boolean } {
    const fields = ['']
    for (;;) {
      const unit = unitAt(tape.at)
      if (unit === undefined) return { fields, whole: false }
      const role = roleOf(unit)
      if (acts(role)) return { fields, whole: false }
      tape.at += step()
      if (role === 'dropped') continue
      if (!isDelimiter(unit)) fields.push((fields.pop() ?? '') + String.fromCharCode(unit))
      else if (fields.length === count) return { fields, whole: true }
      else fields.push('')
    }
  }

  /** Binary is passed over by its count; everything else is looked through for prefixes. */
  function graphic(at: number): void {
    const { fields, whole } = header(4)
    const type = (fields[0] ?? '').trim().charAt(0).toUpperCase()
    if (whole && (type === 'B' || type === 'C')) {
      const count = within(LARGEST_GRAPHIC, numberIn(fields[1] ?? '', habits) ?? 0, habits)
      tape.at = Math.min(bytes.length, tape.at + count)
    }
    run('^', 'GF', at, fields.join(',') + (whole ? `,${parameters(false)}` : ''))
  }

  function download(at: number): void {
    const { fields, whole } = header(5)
    const format = (fields[1] ?? '').trim().charAt(0).toUpperCase()
    if (whole && (format === 'B' || format === 'C')) {
      tape.at = Math.min(bytes.length, tape.at + (numberIn(fields[3] ?? '', habits) ?? 0))
    }
    run('~', 'DY', at, fields.join(',') + (whole ? `,${parameters(false)}` : ''))
  }

  function run(prefix: '^' | '~', name: string, at: number, text: string): void {
    memory.record(prefix, name, at, text)
    const command = prefix + name
    if (command === '^XA') {
      effects.start(inFormat)
      inFormat = true
    } else if (command === '^XZ') {
      if (inFormat) effects.end()
      inFormat = false
    } else effects.apply(command, text)
    if (command === '^CI') changeCodePage(numberIn(text, habits))
  }

  function changeCodePage(page: number | undefined): void {
    if (page === undefined || page > 36) return
    codePage = page
    if (habits.afterWideCodePage === 'bytes until a byte order mark' && wide === 'no') return
    if (page === 29) {
      // The first half of the prefix that ended the parameters was taken for one of them.
      if (wide === 'no' && bytes[tape.at - 1] === 0) tape.at--
      wide = 'big'
    } else if (page === 30) wide = 'little'
    else wide = 'no'
  }

  return {
    read,
    orderMark,
    onVariable,
    /** Whether the next byte stands between labels. */
    isBetweenLabels: () => !inFormat && wide === 'no',
    /** Whether the next byte begins or ends something, rather than being text. */
    actsNext: () => acts(roleOf(unitAt(tape.at) ?? 0x20)),
  }
}

/** First bytes of two-byte characters whose second byte may be an ASCII letter or sign. */
function isLeadByte(codePage: number, byte: number): boolean {
  if (codePage === 15) return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
  // EUC has no ASCII in second bytes, and 24 is one byte a character.
  if (codePage === 16 || codePage === 24) return false
  return codePage >= 14 && codePage <= 26 && byte >= 0x81 && byte <= 0xfe
}
