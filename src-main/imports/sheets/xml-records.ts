import type { Encoding } from '../../../src-shared/station/batch/batch.ts'
import { unreadable } from './refusal.ts'
import { readXml, textOf, type XmlReader } from './xml-events.ts'

/** More is no order. */
const MOST_RECORD_CHARACTERS = 256 * 1024
/** The overhead of an element beside its text. */
const ELEMENT_CHARACTERS = 8
const MOST_PATHS = 10_000
const MOST_DEPTH = 24
/** What people call one order, in the languages of the app; lower case. */
const ORDER_WORDS = ['order', 'salesorder', 'orden', 'pedido', 'shipment', 'envio', 'embarque', 'record', 'row', 'fila']

interface Seen {
  name: string
  depth: number
  count: number
  /** It has values of its own: attributes, or elements that hold text alone. */
  hasValues: boolean
}

/** The records of an XML file: each element that holds one order. @throws StationError UNREADABLE_FILE */
export async function* xmlRecords(path: string, encoding: Encoding): AsyncGenerator {
  yield* recordsAt(path, encoding, await recordPath(path, encoding))
}

/** Which element is an order: the outermost that is called so, else the outermost that comes repeatedly, else the outermost with values. */
async function recordPath(path: string, encoding: Encoding): Promise<string> {
  const seen = new Map<string, Seen>()
  const stack: { path: string; hasElements: boolean }[] = []
  const reader: XmlReader = {
    open: (name, attributes) => {
      const parent = stack.at(-1)
      if (parent) parent.hasElements = true
      const at = `${parent?.path ?? ''}/${name}`
      assertDepth(stack.length)
      const known = seen.get(at) ?? { name: name.toLowerCase(), depth: stack.length, count: 0, hasValues: false }
      known.count += 1
      known.hasValues ||= Object.keys(attributes).length > 0
      if (seen.size < MOST_PATHS) seen.set(at, known)
      stack.push({ path: at, hasElements: false })
    },
    text: () => undefined,
    close: () => {
      const ended = stack.pop()
      const parent = seen.get(stack.at(-1)?.path ?? '')
      if (ended && !ended.hasElements && parent) parent.hasValues = true
    },
  }
  for await (const _ of readXml(textOf(path, encoding), reader, () => [])) continue
  const withValues = [...seen].filter(([, one]) => one.hasValues).toSorted(([, a], [, b]) => a.depth - b.depth)
  const found =
    withValues.find(([, { name }]) => ORDER_WORDS.includes(name)) ??
    withValues.find(([, { count }]) => count > 1) ??
    withValues[0]
  if (!found) throw unreadable('The XML holds no element with values.', 'no rows')
  return found[0]
}

interface Building {
  text: string
  parts: Map<string, unknown[]>
}

async function* recordsAt(path: string, encoding: Encoding, wanted: string): AsyncGenerator {
  const names: string[] = []
  const building: Building[] = []
  let records: unknown[] = []
  let characters = 0
  const count = (text: string, more = 0) => {
    characters += text.length + more
    if (characters > MOST_RECORD_CHARACTERS) {
      throw unreadable(`One order holds more than ${MOST_RECORD_CHARACTERS} characters.`, 'record')
    }
  }
  const reader: XmlReader = {
    open: (name, attributes) => {
      names.push(name)
      assertDepth(names.length)
      if (building.length === 0 && `/${names.join('/')}` !== wanted) return
      if (building.length === 0) characters = 0
      const parts = new Map<string, unknown[]>()
      for (const [key, value] of Object.entries(attributes)) {
        count(key + value)
        parts.set(key, [value])
      }
      count(name, ELEMENT_CHARACTERS)
      building.push({ text: '', parts })
    },
    text: (text) => {
      const now = building.at(-1)
      if (!now) return
      count(text)
      now.text += text
    },
    close: (name) => {
      names.pop()
      const ended = building.pop()
      if (!ended) return
      const value = valueOf(ended)
      const parent = building.at(-1)
      if (!parent) records.push(value)
      else add(parent.parts, name, value)
    },
  }
  yield* readXml(textOf(path, encoding), reader, () => {
    const ready = records
    records = []
    return ready
  })
}

function add(parts: Map<string, unknown[]>, name: string, value: unknown): void {
  const known = parts.get(name)
  if (known) known.push(value)
  else parts.set(name, [value])
}

function valueOf({ text, parts }: Building): unknown {
  const own = text.trim()
  if (parts.size === 0) return own
  const named = [...parts].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const)
  return Object.fromEntries(own === '' ? named : [['', own] as const, ...named])
}

function assertDepth(depth: number): void {
  if (depth > MOST_DEPTH) throw unreadable(`The XML is nested deeper than ${MOST_DEPTH} elements.`, 'depth')
}
