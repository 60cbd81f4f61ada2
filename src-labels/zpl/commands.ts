/** One command of a ZPL stream, as the printer's own parser would cut it out. */
export interface ZplCommand {
  /** `format` commands start with `^`, `control` commands with `~`; `text` is what stands before the first command. */
  readonly kind: 'format' | 'control' | 'text'
  /** Two characters in upper case; one or none when the stream or another command cut it off. */
  readonly name: string
  /** Offset of its first byte, and one past its last: commands follow each other without a gap. */
  readonly at: number
  readonly end: number
  /** What follows the name. A view of the stream, not a copy. */
  readonly parameters: Uint8Array
  /** Splits parameters; a comma unless the stream changed it. */
  readonly delimiter: number
  /** Bytes of counted binary data that the stream ended without. */
  readonly missing: number
}

const STX = 0x02
const ETX = 0x03
const LF = 0x0a
const CR = 0x0d
/** Firmware takes DLE for the control prefix and RS for the format prefix, whatever the prefixes are changed to. */
const DLE = 0x10
const RS = 0x1e

/**
 * Walks a ZPL stream once, front to back, yielding each command as it is found.
 *
 * Follows changes of the prefixes and the delimiter (`^CC ^CT ^CD` and their `~` forms), takes STX and ETX for `^XA` and
 * `^XZ`, and skips binary data (`^GFB ^GFC ~DYx,B ~DYx,C`) by its count, so that nothing in there is read as a command.
 * Field data needs no care of its own: a printer, too, ends it at the next prefix, and `^FH` is decoded only afterwards.
 */
export function* zplCommands(bytes: Uint8Array): Generator<ZplCommand, void> {
  let caret = 0x5e
  let tilde = 0x7e
  let delimiter = 0x2c
  /** 1 for each byte that starts a command. */
  const starters = new Uint8Array(256)
  const setStarters = () => {
    starters.fill(0)
    for (const byte of [caret, tilde, STX, ETX, DLE, RS]) starters[byte] = 1
  }
  setStarters()
  const nextCommand = (from: number) => {
    let at = from
    while (at < bytes.length && starters[bytes[at] ?? 0] === 0) at += 1
    return at
  }

  let at = nextCommand(0)
  if (at > 0) {
    yield { kind: 'text', name: '', at: 0, end: at, parameters: bytes.subarray(0, at), delimiter, missing: 0 }
  }
  while (at < bytes.length) {
    const first = bytes[at]
    if (first === STX || first === ETX) {
      const end = nextCommand(at + 1)
      const name = first === STX ? 'XA' : 'XZ'
      yield { kind: 'format', name, at, end, parameters: bytes.subarray(at + 1, end), delimiter, missing: 0 }
      at = end
      continue
    }
    const kind = first === tilde || first === DLE ? 'control' : 'format'
    let name = ''
    let from = at + 1
    for (; name.length < 2 && from < bytes.length && starters[bytes[from] ?? 0] === 0; from += 1) {
      const byte = bytes[from] ?? 0
      // Line ends are ignored everywhere in a stream, even inside of a name.
      if (byte !== LF && byte !== CR) name += String.fromCharCode(byte).toUpperCase()
    }
    let body = from
    let missing = 0
    if (name === 'CC' || name === 'CT' || name === 'CD') {
      const changed = bytes[from]
      if (changed === undefined) missing = 1
      else {
        if (name === 'CC') caret = changed
        else if (name === 'CT') tilde = changed
        else delimiter = changed
        setStarters()
        body = from + 1
      }
    } else {
      const binary = binaryData(bytes, from, name, delimiter, starters)
      if (binary) {
        body = Math.min(binary.start + binary.count, bytes.length)
        missing = binary.start + binary.count - body
      }
    }
    const end = nextCommand(body)
    yield { kind, name, at, end, parameters: bytes.subarray(from, end), delimiter, missing }
    at = end
  }
}

/** Longest head of a `^GF` or `~DY` looked at: a name of sixteen characters and four numbers. */
const LONGEST_HEAD = 80

/** Where the counted data of a command starts and how many bytes it has; null when it has none. */
function binaryData(
  bytes: Uint8Array,
  from: number,
  name: string,
  delimiter: number,
  starters: Uint8Array,
): { start: number; count: number } | null {
  const shape =
    name === 'GF' ? { fields: 4, type: 0, count: 1 } : name === 'DY' ? { fields: 5, type: 1, count: 3 } : null
  if (!shape) return null
  const fields: string[] = []
  let field = ''
  for (let at = from; at < Math.min(bytes.length, from + LONGEST_HEAD); at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === delimiter) {
      fields.push(field)
      field = ''
      if (fields.length === shape.fields) {
        const isBinary = /^\s*[BC]\s*$/i.test(fields[shape.type] ?? '')
        const count = Number(fields[shape.count])
        return isBinary && Number.isSafeInteger(count) && count >= 0 ? { start: at + 1, count } : null
      }
    } else if (starters[byte] === 1) return null
    else field += String.fromCharCode(byte)
  }
  return null
}

/** Parameters as text, split at the delimiter into at most `most` pieces; the last one holds the rest. */
export function zplParameters(command: ZplCommand, most: number): string[] {
  const pieces: string[] = []
  let from = 0
  while (pieces.length < most - 1) {
    const to = command.parameters.indexOf(command.delimiter, from)
    if (to < 0) break
    pieces.push(latin1(command.parameters.subarray(from, to)))
    from = to + 1
  }
  return [...pieces, latin1(command.parameters.subarray(from))]
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
