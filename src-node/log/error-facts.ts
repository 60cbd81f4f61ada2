/** The parts of an error that a log may keep: enough to find the place in the source, nothing of the data. */
export interface ErrorFacts {
  name: string
  code?: string
  /** Only messages of the engine or SQLite, without values. */
  said?: string
  /** `function (src-main/app/station.ts:12:3)`, the innermost first. */
  at?: string[]
  cause?: ErrorFacts
}

const MOST_FRAMES = 12
const MOST_CAUSES = 3
/**
 * Sentences of the engine and of SQLite, as far as they contain no value. Any other text of an error may be about a
 * person.
 */
const SAYINGS = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[\w$]{1,60}'\))?/,
  /^[\w$.]{1,80} is not (?:a function|iterable|a constructor|defined)/,
  /^Cannot (?:convert undefined or null to object|access '[\w$]{1,60}' before initialization)/,
  /^(?:Assignment to constant variable|Invalid URL|fetch failed|Converting circular structure to JSON)/,
  /^(?:Maximum call stack size exceeded|Invalid (?:time value|array length|string length)|Array buffer allocation failed)/,
  /^(?:Unexpected (?:token|end of JSON input|non-whitespace character)|Bad control character in string literal)/,
  /^(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(?:: [a-z_., ]{1,200}$)?/,
  /^database (?:is locked|or disk is full|disk image is malformed)|^disk I\/O error|^attempt to write a readonly database/,
  /^no such (?:table|column): [\w.]{1,80}$|^file is not a database/,
  /^FATAL ERROR: (?:Reached heap limit|Ineffective mark-compacts near heap limit)(?= Allocation failed)/,
]
const WORD = /^[\w.-]{1,60}$/
/** `    at fn (file:///x/src-main/a.ts:1:2)`, `    at async file:///...`, `    at x (http://.../assets/a.js:1:2)`. */
const FRAME =
  /^\s+at (?:async )?(?:(?:new )?([\w.$#<>]{1,80}) (?:\[as \w+\] )?\()?.*?((?:src-|node_modules\/|assets\/|tests\/|scripts\/|out\/|node:)[\w@./-]{1,160}:\d+:\d+)\)?$/

/**
 * An error without its message, which may say whose parcel it was about: messages of the engine and SQLite are kept,
 * and the frames show which sentence of ours it was.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' && WORD.test(error.code) ? error.code : undefined
  const said = sayingIn(message)
  const at = framesOf(stack, message)
  return {
    name: WORD.test(name) ? name : 'Error',
    ...(code !== undefined && { code }),
    ...(said !== '' && { said }),
    ...(at.length > 0 && { at }),
    ...(cause instanceof Error && depth < MOST_CAUSES && { cause: errorFacts(cause, depth + 1) }),
  }
}

/** What of a message may be kept: '' when nothing. */
export const sayingIn = (message: string): string =>
  SAYINGS.map((saying) => saying.exec(message)?.[0]).find((found) => found !== undefined) ?? ''

/** The message comes before the frames, and may have lines that look like some. */
function framesOf(stack: string, message: string): string[] {
  const from = message === '' ? 0 : Math.max(0, stack.indexOf(message) + message.length)
  return stack
    .slice(from)
    .split('\n')
    .flatMap((line) => {
      const [, made, place] = FRAME.exec(line) ?? []
      return place === undefined ? [] : [made === undefined ? place : `${made} (${place})`]
    })
    .slice(0, MOST_FRAMES)
}

/** An error reported by another program or a screen, as the original error. */
export function rebuiltError({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  const error = new Error(message)
  error.name = name
  error.stack = stack
  return error
}
