import type { z } from 'zod'

/** Something of an answer that could not be read. */
export interface AnswerNote {
  /** Where, as in `data.rates.0.transitDays`. */
  path: string
  /** What was wrong: `is not a number`. */
  message: string
}

/** What could be read of a value; or why nothing of it is worth anything. */
export type Salvaged<T> = { ok: true; value: T } | { ok: false; issues: AnswerNote[] }

/** Each turn takes something out of the value; an answer that is nothing but faults is not read to its end. */
const MOST_TURNS = 50
const MOST_NOTES = 20

/** What is removed from a value: each key whole, or with what is removed inside it. */
type Gone = Map<string, Gone | 'whole'>

/**
 * Reads as much of a value as the schema takes: a field that cannot be read is left out, and so is every container
 * that cannot do without it, up to the value itself. Each turn walks the value once, however much of it is removed.
 */
export function parseLeniently<T extends z.ZodType>(schema: T, reported: unknown): Salvaged<z.output<T>> {
  const notes: AnswerNote[] = []
  let value = reported
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    const gone: Gone = new Map()
    for (const issue of parsed.error.issues.toSorted((a, b) => byPlace(b.path, a.path))) {
      const { path, message } = issue
      if (isGone(gone, path)) continue
      if (notes.length < MOST_NOTES) notes.push({ path: path.join('.'), message })
      const place = placeOf(value, isIndispensable(issue) ? path.slice(0, -1) : path)
      if (place.length === 0) return { ok: false, issues: notes.toReversed() }
      takeOut(gone, place)
    }
    value = without(value, gone)
  }
  return { ok: false, issues: notes }
}

/** Its place cannot be without it: `indispensable` of field.ts. */
function isIndispensable(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isNeeded'] === true
}

/** The existing part of a path: for a missing value, the place of its container. */
function placeOf(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  let inner = value
  for (const [depth, key] of path.entries()) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return path.slice(0, depth)
    inner = Reflect.get(inner, key) as unknown
  }
  return path
}

/** Is this place, or a container of it, removed? */
function isGone(gone: Gone, path: readonly PropertyKey[]): boolean {
  let inner: Gone | 'whole' | undefined = gone
  for (const key of path) {
    if (inner === 'whole' || inner === undefined) break
    inner = inner.get(String(key))
  }
  return inner === 'whole'
}

function takeOut(gone: Gone, place: readonly PropertyKey[]): void {
  let inner = gone
  for (const key of place.slice(0, -1)) {
    const known = inner.get(String(key))
    const next: Gone = known === undefined || known === 'whole' ? new Map() : known
    inner.set(String(key), next)
    inner = next
  }
  inner.set(String(place.at(-1)), 'whole')
}

/** The value without what is taken out. */
function without(value: unknown, gone: Gone): unknown {
  const left = (key: string, inner: unknown): unknown[] => {
    const part = gone.get(key)
    if (part === 'whole') return []
    return [part === undefined ? inner : without(inner, part)]
  }
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => left(String(index), inner))
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, inner]) => left(name, inner).map((kept) => [name, kept])),
  )
}

/** Places in document order: later elements of a list are removed before earlier ones. */
function byPlace(a: readonly PropertyKey[], b: readonly PropertyKey[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]]
    if (x === y) continue
    return typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1
  }
  return a.length - b.length
}
