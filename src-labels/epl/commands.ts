import { parseEplLine } from './line.ts'
import { EplReader } from './reader.ts'

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
  /** Raw bytes of a `GW`, or of the file behind a `GM`. A view of the stream, not a copy. */
  readonly data: Uint8Array
  /** The line unchanged, without its line end; of a `GW` its name alone. */
  readonly line: string
}

/** A parameter as a whole number; 0 when it is none. */
export function parameterNumber({ parameters }: Pick<EplCommand, 'parameters'>, index: number): number {
  const value = Number.parseInt(parameters[index] ?? '', 10)
  return Number.isSafeInteger(value) ? value : 0
}

/** A walk stops to yield what it has after so many bytes. */
const SLICE = 4096

/**
 * Walks the complete commands of an EPL stream once, front to back, with the validator's reader; what no printer would
 * read for certain ends the walk.
 * @param options.withBlanks empty lines come as commands without a name: between the values of a form they say something.
 */
export function* eplCommands(
  bytes: Uint8Array,
  { withBlanks = false }: { withBlanks?: boolean } = {},
): Generator<EplCommand, void> {
  let found: EplCommand[] = []
  let isDone = false
  /** A `GM` whose bytes are still to come. */
  let held: EplCommand | null = null
  const reader = new EplReader({
    graphicBytes: null,
    get isDone() {
      return isDone
    },
    line: (line, at, end) => found.push({ ...parseEplLine(line), at, end, data: bytes.subarray(end, end), line }),
    graphic: (parameters, at, dataAt, end) =>
      found.push({ name: 'GW', at, end, parameters, quoted: null, data: bytes.subarray(dataAt, end), line: 'GW' }),
    stored: (_at, dataAt, end) => {
      const command = found.pop() ?? held
      if (command) found.push({ ...command, end, data: bytes.subarray(dataAt, end) })
      held = null
    },
    ...(withBlanks
      ? {
          blank: (at: number, end: number) =>
            void found.push({
              name: '',
              at,
              end,
              parameters: [],
              quoted: null,
              data: bytes.subarray(end, end),
              line: '',
            }),
        }
      : {}),
    fail: () => (isDone = true),
  })
  for (let from = 0; from < bytes.length && !isDone; from += SLICE) {
    reader.feed(bytes.subarray(from, from + SLICE))
    const last = found.at(-1)
    if (last?.name === 'GM' && last.data.length === 0) held = found.pop() ?? null
    yield* found
    found = []
  }
}
