import type { z } from 'zod'
import { excessOf, type JsonBounds } from '../../src-shared/bounded-json.ts'
import { StationError, type CommandResult } from '../../src-shared/station/error.ts'

/**
 * The most that any command may be given, regardless of its own schema: checked before the schema, which would
 * make an issue for every one of a million wrong values. The text is one label file of 16 MiB in base64 and its envelope.
 */
export const INPUT_BOUNDS: JsonBounds = { depth: 40, values: 25_000, text: 24 * 1024 * 1024 }

/** The most that a command answers, as JSON in UTF-16 units: a document of 32 MiB in base64, and its envelope. */
export const MOST_ANSWER = 48 * 1024 * 1024

export const MOST_ISSUES = 20
const MOST_PATH = 200
const MOST_MESSAGE = 300

/** @throws StationError INVALID_INPUT (details.excess: depth, values or text; details.most) */
export function refuseExcess(name: string, input: unknown): void {
  const excess = excessOf(input, INPUT_BOUNDS)
  if (excess === null) return
  const most = INPUT_BOUNDS[excess]
  throw new StationError({
    code: 'INVALID_INPUT',
    message: `${name} is too large: at most ${INPUT_BOUNDS.values} values, ${INPUT_BOUNDS.depth} levels deep, and ${INPUT_BOUNDS.text} characters.`,
    details: { excess, most, issues: [] },
  })
}

/** What did not parse: the first issues, each short, and how many more there were (details.more). */
export function invalidInput(error: z.ZodError): StationError {
  const issues = error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: shortened(path.join('.'), MOST_PATH),
    message: shortened(message, MOST_MESSAGE),
  }))
  const [first] = issues
  const more = error.issues.length - issues.length
  return new StationError({
    code: 'INVALID_INPUT',
    message: first ? `${first.path}: ${first.message}`.replace(/^: /, '') : 'The input cannot be read.',
    details: more > 0 ? { issues, more } : { issues },
  })
}

/** The answer, or the error TOO_LARGE (details.most) in its place when it is longer than the limit of JSON characters. */
export function boundedAnswer(name: string, result: CommandResult<unknown>, most: number): CommandResult<unknown> {
  return isJsonWithin(result.ok ? result.value : result.error, most) ? result : tooLarge(name, most)
}

export function tooLarge(name: string, most: number): CommandResult<unknown> {
  return {
    ok: false,
    error: {
      code: 'TOO_LARGE',
      message: `${shortened(name, MOST_PATH)} was done, but its answer is larger than ${most / 1024 / 1024} MiB. Ask for less: fewer rows, one page, or a shorter period.`,
      retryable: false,
      details: { most },
    },
  }
}

/**
 * Would its JSON be at most this long? What has to be escaped counts as one unit, so a text full of signs may come
 * out longer. Stops as soon as it is sure.
 */
export function isJsonWithin(value: unknown, most: number): boolean {
  let length = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') length += next.length + 3
    else if (typeof next === 'object' && next !== null) {
      length += 2
      if (Array.isArray(next)) {
        if (length + open.length + next.length > most) return false
        for (const inner of next) open.push(inner)
      } else {
        for (const [key, inner] of Object.entries(next)) {
          length += key.length + 3
          open.push(inner)
        }
      }
    } else length += String(next).length + 1
    if (length > most) return false
  }
  return true
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
