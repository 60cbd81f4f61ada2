import { afterBlanks, ESC, isLineEnd, LF, standsAt, textBetween } from './bytes.ts'
import type { Memory } from './memory.ts'
import type { Habits } from './reading.ts'

/** What is told of a variable that SGD or JSON writes: the control characters are variables too. */
export type OnVariable = (name: string, value: string) => void

/** Languages that a printer in another mode would take; one in this mode prints or drops them. */
const FOREIGN: readonly (readonly [start: string, language: string])[] = [
  ['<?xml', 'XML'],
  ['@PJL', 'PJL'],
  ['%PDF-', 'PDF'],
  ['%!PS', 'PostScript'],
  ['\x1b%-12345X', 'PJL'],
  ['\x1b@', 'ESC/P'],
  ['\x01', 'packets'],
]

/** The bytes at which a neighbour may begin: others need no look. */
const FIRST_BYTES = new Set(['!', '{', 'd', '<', '@', '%', '\x1b', '\x01'].map((first) => first.charCodeAt(0)))

/**
 * What stands in the same stream and is neither ZPL nor EPL: SGD, JSON, files, driver blocks. `take` gives the place
 * behind it, or `undefined` where there is none.
 */
export function neighboursOf(bytes: Uint8Array, memory: Memory, habits: Habits, onVariable: OnVariable) {
  let jsonEndsNowhere = false

  function sgd(at: number): number | undefined {
    let next = afterBlanks(bytes, at + 1)
    if (next === at + 1) return undefined
    for (const spelling of ['CISDFCRC16', 'CISDFRCRC16']) {
      if (standsAt(bytes, next, spelling, true)) return file(at, next + spelling.length)
    }
    const many = standsAt(bytes, next, 'U', true) && !standsAt(bytes, next, 'U1', true)
    if (standsAt(bytes, next, 'U1', true) || many) {
      next += many ? 1 : 2
      if (afterBlanks(bytes, next) === next) return cpcl(at)
      let taken = 0
      do {
        const after = variable(at, afterBlanks(bytes, next))
        if (after === undefined) break
        next = after
        taken++
      } while (many)
      if (many && standsAt(bytes, afterBlanks(bytes, next), 'END', true)) next = afterBlanks(bytes, next) + 3
      return taken > 0 ? next : undefined
    }
    return cpcl(at)
  }

  /** `setvar "name" "value"`, as far as it goes. */
  function variable(start: number, at: number): number | undefined {
    const verb = ['setvar', 'getvar', 'do'].find((word) => standsAt(bytes, at, word, true))
    if (!verb) return undefined
    const name = quoted(afterBlanks(bytes, at + verb.length))
    if (!name) return undefined
    const value = quoted(afterBlanks(bytes, name.end))
    memory.record('!', name.text.toLowerCase(), start, `${verb}${value ? ` ${value.text}` : ''}`)
    memory.danger(`SGD ${verb}`, name.text.toLowerCase())
    if (verb !== 'getvar') {
      memory.set(`variable ${name.text.toLowerCase()}`, value?.text ?? '')
      onVariable(name.text.toLowerCase(), value?.text ?? '')
    }
    return value?.end ?? name.end
  }

  function quoted(at: number): { text: string; end: number } | undefined {
    if (bytes[at] !== 0x22) return undefined
    let end = at + 1
    while (end < bytes.length && bytes[end] !== 0x22) {
      if (isLineEnd(bytes[end])) return undefined
      end++
    }
    return { text: textBetween(bytes, at + 1, end), end: end + 1 }
  }

  /** Four lines of header, then as many raw bytes as the third says in hexadecimal. */
  function file(start: number, at: number): number {
    const lines: string[] = []
    let next = lineAfter(at)
    while (lines.length < 4 && next < bytes.length) {
      const end = lineAfter(next)
      lines.push(textBetween(bytes, next, Math.min(end, next + 200)).trim())
      next = end
    }
    const [, name = '', size = ''] = lines
    memory.record('!', 'CISDFCRC16', start, lines.join(','))
    memory.danger('stores a file', name)
    memory.store(name.toUpperCase())
    return next + Number.parseInt(/^[0-9a-f]+/i.exec(size.slice(0, 8))?.[0] ?? '0', 16)
  }

  function lineAfter(at: number): number {
    while (at < bytes.length && bytes[at] !== LF) at++
    return at + 1
  }

  /** A CPCL label is another language: told, and read on. */
  function cpcl(at: number): undefined {
    const word = textBetween(bytes, afterBlanks(bytes, at + 1), afterBlanks(bytes, at + 1) + 10)
    if (/^(\d+ |UTILITIES|[UD]F )/i.test(word)) memory.danger('another language', 'CPCL')
    return undefined
  }

  /** `{}{...}`, with or without blanks: a value of null reads, every other writes. */
  function json(at: number): number | undefined {
    const close = afterBlanks(bytes, at + 1)
    if (bytes[close] !== 0x7d) return undefined
    const open = afterBlanks(bytes, close + 1)
    if (bytes[open] !== 0x7b) return undefined
    const end = jsonEndsNowhere ? undefined : closing(open)
    if (end === undefined) {
      jsonEndsNowhere = true
      memory.record('{}', '', at, '')
      memory.danger('JSON', 'without an end')
      return open + 1
    }
    for (const [name, value] of membersOf(textBetween(bytes, open, end))) {
      memory.record('{}', name, at, value)
      memory.danger('JSON', name)
      if (value !== 'null') {
        memory.set(`variable ${name}`, value)
        onVariable(name, value.replace(/^"|"$/g, ''))
      }
    }
    return end
  }

  function closing(open: number): number | undefined {
    let depth = 0
    let inString = false
    for (let at = open; at < bytes.length; at++) {
      const byte = bytes[at]
      if (inString && byte === 0x5c) at++
      else if (byte === 0x22) inString = !inString
      else if (!inString && byte === 0x7b) depth++
      else if (!inString && byte === 0x7d && --depth === 0) return at + 1
    }
    return undefined
  }

  function driverBlock(at: number): number | undefined {
    const [low, high] = [bytes[at + 4], bytes[at + 5]]
    if (!standsAt(bytes, at, '\x1b##') || low === undefined || high === undefined) return undefined
    return habits.driverBlock === 'skipped' ? at + 6 + low + 256 * high : undefined
  }

  function dump(at: number): undefined {
    const before = bytes[at - 1]
    const after = bytes[at + 4]
    if (!standsAt(bytes, at, 'dump') || (before !== undefined && !isLineEnd(before))) return undefined
    if (after !== undefined && !isLineEnd(after)) return undefined
    memory.record('', 'dump', at, '')
    memory.danger('hex dump', 'dump')
  }

  function take(at: number): number | undefined {
    const first = bytes[at]
    if (first === undefined || !FIRST_BYTES.has(first)) return undefined
    if (first === 0x21) return sgd(at)
    if (first === 0x7b) return json(at)
    if (first === 0x64) return dump(at)
    const block = first === ESC ? driverBlock(at) : undefined
    if (block !== undefined) return block
    const foreign = FOREIGN.find(([start]) => standsAt(bytes, at, start))
    if (foreign) memory.danger('another language', foreign[1])
    return undefined
  }

  return { take }
}

/** Names and values of the outermost members; what is no JSON has one member without a name. */
function membersOf(text: string): (readonly [string, string])[] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return [['', text]]
    return Object.entries(value).map(([name, member]) => [name, JSON.stringify(member)] as const)
  } catch {
    return [['', text]]
  }
}
