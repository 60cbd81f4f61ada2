import { readFile, stat } from 'node:fs/promises'
import { parseJson } from '../../../src-node/json-digits.ts'
import type { Encoding } from '../../../src-shared/station/batch/batch.ts'
import { tooLarge, unreadable } from './refusal.ts'
import { textOf } from './xml-events.ts'

/** A list is read as one; one order a line is read line by line, of any size. */
const MOST_JSON_BYTES = 32 * 1024 * 1024
const MOST_LINE_CHARACTERS = 256 * 1024

/**
 * The records of a JSON file: of a list, of the first list of things in an object, or one a line.
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export async function* jsonRecords(path: string, encoding: Encoding): AsyncGenerator {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    yield* jsonLines(path, encoding)
    return
  }
  if ((await stat(path)).size > MOST_JSON_BYTES) throw tooLarge('A JSON list', MOST_JSON_BYTES)
  const value = parsed(new TextDecoder(encoding).decode(await readFile(path)), 1)
  const list = Array.isArray(value) ? value : listIn(value)
  yield* list ?? [value]
}

const TROUBLE = /(?:warning|error|message|notice|advertencia|aviso|mensaje)(?:e?s)?$/i

function listIn(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null
  // An order of its own has fields beside its list of lines.
  const parts: [string, unknown][] = Object.entries(value)
  if (parts.some(([, part]) => typeof part === 'string' && parts.length > 4)) return null
  const lists = parts.filter((part): part is [string, unknown[]] => Array.isArray(part[1]))
  const ofThings = lists.filter(([, list]) => list.some((item) => typeof item === 'object' && item !== null))
  // An answer has its errors and warnings beside the orders, mostly none.
  const isOfOrders = ([name]: [string, unknown]) => !TROUBLE.test(name)
  const [, found] = ofThings.find(isOfOrders) ?? lists.find(isOfOrders) ?? lists[0] ?? []
  return found ?? null
}

async function* jsonLines(path: string, encoding: Encoding): AsyncGenerator {
  let rest = ''
  let line = 0
  const take = (text: string): unknown[] => {
    line += 1
    return text.trim() === '' ? [] : [parsed(text, line)]
  }
  for await (const piece of textOf(path, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield* take(text)
    if (rest.length > MOST_LINE_CHARACTERS) {
      throw unreadable(`Line ${line + 1} is longer than ${MOST_LINE_CHARACTERS} characters.`, 'line', line + 1)
    }
  }
  yield* take(rest)
}

function parsed(text: string, line: number): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw unreadable(`Line ${line} is no JSON: ${why.slice(0, 200)}`, 'json', line)
  }
}
