/** One command of an EPL stream: a line, with the raw bytes it is followed by. */
export interface EplCommand {
  /** Letters as EPL spells them; case counts. */
  readonly name: string
  /** Offset of its first byte, and one past its last. */
  readonly at: number
  readonly end: number
  /** Comma-separated parameters; a quoted one without its quotes and escapes. Text is Latin-1, one character a byte. */
  readonly parameters: readonly string[]
  /** The first quoted text, without its quotes and escapes; null when there is none. */
  readonly quoted: string | null
  /** Raw bytes of `GW` and `GM`. A view of the stream, not a copy. */
  readonly data: Uint8Array
  /** False when the stream ended inside of it: before its line end, or before its last raw byte. */
  readonly isComplete: boolean
}

const LF = 0x0a
const COMMA = 0x2c

/** Commands of more than one letter. */
const LONG_NAMES =
  /^(OEPL1|LO|LE|LW|LS|GW|GG|GM|GK|GI|FS|FE|FR|FI|FK|ES|EK|EI|JB|JC|JF|PA|TD|TT|TS|oB|oE|oH|oL|oM|oR|oW|eR|xa|dump)/

/** Walks an EPL stream once, front to back. Empty lines and carriage returns mean nothing and are passed over. */
export function* eplCommands(bytes: Uint8Array): Generator<EplCommand, void> {
  let at = 0
  while (at < bytes.length) {
    const graphic = startsWith(bytes, at, 'GW') ? directGraphic(bytes, at) : null
    if (graphic) {
      yield graphic
      at = graphic.end
      continue
    }
    const lineEnd = bytes.indexOf(LF, at)
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1
    const line = latin1(bytes.subarray(at, lineEnd < 0 ? end : lineEnd)).replace(/\r/g, '')
    if (line !== '') {
      const { name, parameters, quoted } = parseEplLine(line)
      const stored = name === 'GM' ? Number(parameters[1] ?? parameters[0]?.replace(/^.*"/, '')) : 0
      const count = Number.isSafeInteger(stored) && stored > 0 ? stored : 0
      const dataEnd = Math.min(end + count, bytes.length)
      yield {
        name,
        at,
        end: dataEnd,
        parameters,
        quoted,
        data: bytes.subarray(end, dataEnd),
        isComplete: lineEnd >= 0 && dataEnd === end + count,
      }
      at = dataEnd
    } else at = end
  }
}

/** Name and parameters of a line without its line end. */
export function parseEplLine(line: string): Pick<EplCommand, 'name' | 'parameters' | 'quoted'> {
  const name = LONG_NAMES.exec(line)?.[0] ?? line.charAt(0)
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.replace(/\\(["\\])/g, '$1') ?? null
  return { name, parameters: splitParameters(line.slice(name.length)), quoted }
}

/** `GWx,y,bytesPerRow,rows,` and then exactly bytesPerRow * rows raw bytes. Null when its head is not of that form. */
function directGraphic(bytes: Uint8Array, at: number): EplCommand | null {
  const parameters: string[] = []
  let from = at + 2
  for (let position = from; position < Math.min(bytes.length, at + 64); position += 1) {
    if (bytes[position] !== COMMA) continue
    parameters.push(latin1(bytes.subarray(from, position)).trim())
    from = position + 1
    if (parameters.length === 4) break
  }
  const [bytesPerRow, rows] = [Number(parameters[2]), Number(parameters[3])]
  const count = bytesPerRow * rows
  if (parameters.length < 4 || !Number.isSafeInteger(count) || bytesPerRow < 1 || rows < 1) return null
  const end = Math.min(from + count, bytes.length)
  return {
    name: 'GW',
    at,
    end,
    parameters,
    quoted: null,
    data: bytes.subarray(from, end),
    isComplete: end === from + count,
  }
}

function splitParameters(text: string): string[] {
  const parameters: string[] = []
  let current = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted && char === '\\' && /["\\]/.test(text.charAt(at + 1))) {
      current += text.charAt(at + 1)
      at += 1
    } else if (char === '"') isQuoted = !isQuoted
    else if (char === ',' && !isQuoted) {
      parameters.push(current)
      current = ''
    } else if (isQuoted || char !== ' ') current += char
  }
  return [...parameters, current]
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
