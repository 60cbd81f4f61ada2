import { ZplReader, type ReadCommand } from './reader.ts'

/** One command of a ZPL stream, as the printer's own parser would cut it out. */
export interface ZplCommand {
  /** `format` commands start with `^`, `control` commands with `~`; `text` is what precedes the first command. */
  readonly kind: 'format' | 'control' | 'text'
  /** Two characters in upper case; none for text. */
  readonly name: string
  /** Offset of its first byte, and one past its last. */
  readonly at: number
  readonly end: number
  /** What follows the name. A view of the stream, not a copy. */
  readonly parameters: Uint8Array
  /** Splits parameters; a comma unless the stream changed it. */
  readonly delimiter: number
  /** Bytes of counted binary data that the stream ended without. */
  readonly missing: number
}

/** A walk stops to yield what it has after so many bytes: a caller that wants the first label does not read all. */
const SLICE = 4096

/**
 * Walks a ZPL stream once, front to back, with the validator's reader; what no printer would read for certain ends the
 * walk. Empty and cut-off names are passed over.
 */
export function* zplCommands(bytes: Uint8Array): Generator<ZplCommand, void> {
  let found: ZplCommand[] = []
  let isDone = false
  const reader = new ZplReader({
    graphicBytes: null,
    // Text of other languages is the validator's business.
    isInside: true,
    get isDone() {
      return isDone
    },
    begin: (_, at) => {
      if (textEnd === null) found.push(...textBefore(bytes, (textEnd = at)))
    },
    end: (command) => found.push(commandOf(bytes, command)),
    fail: () => (isDone = true),
  })
  let textEnd: number | null = null
  for (let from = 0; from < bytes.length && !isDone; from += SLICE) {
    reader.feed(bytes.subarray(from, from + SLICE))
    yield* found
    found = []
  }
  const { pending } = reader
  if (pending && !isDone) yield commandOf(bytes, pending)
}

function textBefore(bytes: Uint8Array, end: number): ZplCommand[] {
  if (end === 0) return []
  const parameters = bytes.subarray(0, end)
  return [{ kind: 'text', name: '', at: 0, end, parameters, delimiter: 0x2c, missing: 0 }]
}

function commandOf(bytes: Uint8Array, { kind, at, end, parametersAt, delimiter, missing }: ReadCommand): ZplCommand {
  return {
    kind: kind.isFormat ? 'format' : 'control',
    name: kind.name,
    at,
    end,
    parameters: bytes.subarray(parametersAt, end),
    delimiter,
    missing,
  }
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
