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

/**
 * Reads as much of a value as the schema takes: a field that cannot be read is left out, and so is whatever cannot be
 * without it, up to the value itself.
 */
export function salvage<T extends z.ZodType>(schema: T, told: unknown): Salvaged<z.output<T>> {
  const notes: AnswerNote[] = []
  let value = told
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { ok: true, value: parsed.data }
    const gone: (readonly PropertyKey[])[] = []
    for (const issue of parsed.error.issues.toSorted((a, b) => byPlace(b.path, a.path))) {
      const { path, message } = issue
      if (gone.some((prefix) => prefix.every((key, at) => path[at] === key))) continue
      if (notes.length < MOST_NOTES) notes.push({ path: path.join('.'), message })
      const place = standingPlace(value, isIndispensable(issue) ? path.slice(0, -1) : path)
      if (place.length === 0) return { ok: false, issues: notes.toReversed() }
      gone.push(place)
      value = without(value, place)
    }
  }
  return { ok: false, issues: notes }
}

/** Its place cannot be without it: `indispensable` of field.ts. */
function isIndispensable(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isNeeded'] === true
}

/** The path as far as something stands there: of what is missing, the place of what it is missing from. */
function standingPlace(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  let inner = value
  for (const [depth, key] of path.entries()) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return path.slice(0, depth)
    inner = Object.entries(inner).find(([name]) => name === String(key))?.[1]
  }
  return path
}

/** The value without what stands at this place. */
function without(value: unknown, [key = '', ...rest]: readonly PropertyKey[]): unknown {
  const isLast = rest.length === 0
  if (Array.isArray(value)) {
    const index = Number(key)
    return isLast ? value.toSpliced(index, 1) : value.with(index, without(value[index], rest))
  }
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, inner]) => {
      if (name !== String(key)) return [[name, inner]]
      return isLast ? [] : [[name, without(inner, rest)]]
    }),
  )
}

/** Places in the order in which they stand: later elements of a list are taken out before earlier ones. */
function byPlace(a: readonly PropertyKey[], b: readonly PropertyKey[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]]
    if (x === y) continue
    return typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1
  }
  return a.length - b.length
}
