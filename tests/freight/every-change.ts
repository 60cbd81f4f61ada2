import { openedEnvelope } from '../../src-main/freight/answer/envelope.ts'
import { parseLeniently } from '../../src-main/freight/answer/parse-leniently.ts'
import type { Documented } from './documented-answers.ts'

/** Every field of a documented answer changed in every way, and what becomes of the answer. */

/** A field as services may write it. `dropped` leaves it out. */
const CHANGES: Record<string, (value: unknown) => unknown> = {
  dropped: () => undefined,
  null: () => null,
  empty: () => '',
  'another type': (value) => (typeof value === 'object' ? 'text' : { strange: [1] }),
  'unknown word': (value) => (typeof value === 'string' ? 'SOMETHING_NEW' : value),
  'as text': (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  'as number': (value) => (typeof value === 'string' ? 4711 : value),
  huge: (value) => (typeof value === 'number' ? 1e300 : typeof value === 'string' ? 'x'.repeat(5_000) : value),
  'with extras': (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, new: { a: [1] } } : value,
}

type Path = (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  // Of rows alike, the first stands for all.
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value)
  const inner = entries.flatMap(([key, one]) => pathsOf(one, [...at, key]))
  return at.length === 0 ? inner : [at, ...inner]
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) => {
      const next: unknown = index === key ? changed(one, rest, change) : one
      return next === undefined ? [] : [next]
    })
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const next: unknown = name === key ? changed(one, rest, change) : one
      return next === undefined ? [] : [[name, next]]
    }),
  )
}

/**
 * `read`: all that was told, or all but what is not there. `left out`: the field cannot be read, the rest is. `row left out`:
 * the row cannot be read and is noted, the others are. `refused`: nothing is read.
 */
type Outcome = 'read' | 'left out' | 'row left out' | 'refused'

/** One field changed in one way. */
export interface Tried {
  /** `data.rates.0.totalCost` */
  field: string
  /** A name of `CHANGES`. */
  how: string
  outcome: Outcome
}

/** What becomes of an answer for each change of each field that makes a difference on the wire. */
export function tryEveryField(documented: Documented): Tried[] {
  const asShown = JSON.stringify(documented.answer)
  return pathsOf(documented.answer).flatMap((path) =>
    Object.entries(CHANGES).flatMap(([how, change]): Tried[] => {
      const reported = changed(documented.answer, path, change)
      if (JSON.stringify(reported) === asShown) return []
      return [{ field: path.join('.'), how, outcome: outcomeOf(documented, reported, path) }]
    }),
  )
}

/** What is read of an answer; null: nothing. */
function readOf({ schema }: Documented, reported: unknown): unknown {
  const opened = openedEnvelope(reported)
  const read = opened && parseLeniently(schema, opened)
  return read?.ok ? (read.value ?? {}) : null
}

const NOTHING_TOLD = new Set(['null', '""', undefined])

function outcomeOf(documented: Documented, reported: unknown, path: Path): Outcome {
  const read = readOf(documented, reported)
  if (read === null) return 'refused'
  const text = JSON.stringify(read)
  if (text.includes('"aside":[{') || /"unread":[1-9]/.test(text)) return 'row left out'
  if (isRowGone(documented, text, path)) return 'row left out'
  if (NOTHING_TOLD.has(JSON.stringify(valueAt(reported, path)))) return 'read'
  const asDropped = JSON.stringify(
    readOf(
      documented,
      changed(documented.answer, path, () => undefined),
    ),
  )
  return text === asDropped && text !== JSON.stringify(readOf(documented, documented.answer)) ? 'left out' : 'read'
}

/** Is the answer read as if the row that the field stands in had never been listed? */
function isRowGone(documented: Documented, text: string, path: Path): boolean {
  const depth = path.findIndex((key) => typeof key === 'number')
  const rows = valueAt(documented.answer, path.slice(0, depth))
  if (depth < 0 || !Array.isArray(rows) || rows.length < 2) return false
  const withoutRow = changed(documented.answer, path.slice(0, depth + 1), () => undefined)
  return text === JSON.stringify(readOf(documented, withoutRow))
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === String(key))?.[1]
        : undefined,
    value,
  )
}

/** The table of docs/interface.md: a line for each field of each documented answer. */
export function readingTable(answers: Readonly<Record<string, Documented>>): string {
  const lines = Object.entries(answers).flatMap(([name, documented]) => linesOf(name, documented))
  return `${HEAD}\n${lines.join('\n')}\n`
}

const HEAD = `| Answer | Field | Read | Left out, the rest is read | Its row is left out, the others are read | Refused | Why it is needed |
| --- | --- | --- | --- | --- | --- | --- |`

function linesOf(name: string, documented: Documented): string[] {
  const tried = Map.groupBy(tryEveryField(documented), ({ field }) => field)
  return [...tried].map(([field, all]) => {
    const cell = (outcome: Outcome) => {
      const found = all.filter((one) => one.outcome === outcome).map(({ how }) => how)
      return found.length === all.length ? 'always' : found.join(', ')
    }
    const cells = [cell('read'), cell('left out'), cell('row left out'), cell('refused'), documented.needs[field] ?? '']
    return `| ${[name, `\`${field}\``, ...cells].join(' | ')} |`
  })
}
