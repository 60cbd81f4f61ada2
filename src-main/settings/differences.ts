import { canonical } from '../../src-shared/canonical.ts'
import type { SettingDifference } from '../../src-shared/station/app/settings-file.ts'

/** Two settings that are the same JSON are the same, in any order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return differencesOf('', one, other).length === 0
}

/** What `then` would change of `now`, leaf by leaf. What `then` leaves out stays, also a whole thing of a list. */
export function differencesOf(path: string, now: unknown, then: unknown): SettingDifference[] {
  if (then === undefined) return []
  if (isNamedList(then)) {
    const known = isNamedList(now) ? now : []
    return then.flatMap((item) => {
      const before = sameNamed(known, item, then)
      return differencesOf(`${path}[${keyOf(item)}]`, before, item)
    })
  }
  // An empty list leaves out every one.
  if (Array.isArray(then) && then.length === 0 && isNamedList(now)) return []
  if (isFields(then) && isFields(now)) {
    return Object.entries(then).flatMap(([key, value]) =>
      differencesOf(path === '' ? key : `${path}.${key}`, now[key], value),
    )
  }
  return canonical(now) === canonical(then) ? [] : [{ path, now: now ?? null, then }]
}

/**
 * `then` with what it leaves out taken from `now`, so that a default of the schema never replaces a value that is there.
 * A thing of another kind is a new one.
 */
export function filledFrom(now: unknown, then: unknown): unknown {
  if (isNamedList(then) && isNamedList(now)) return then.map((item) => filledFrom(sameNamed(now, item, then), item))
  if (!isFields(then) || !isFields(now) || then['kind'] !== now['kind']) return then
  return {
    ...now,
    ...Object.fromEntries(Object.entries(then).map(([key, value]) => [key, filledFrom(now[key], value)])),
  }
}

/**
 * The thing that an item of a list means: the one of its name, else one whose name differs in capital letters alone,
 * unless another item of the list means that one.
 */
export function sameNamed<T extends Named>(known: readonly T[], item: Named, items: readonly Named[]): T | undefined {
  const isExact = (one: Named, other: Named) => keyOf(one) === keyOf(other)
  return (
    known.find((one) => isExact(one, item)) ??
    known.find((one) => keyLike(one) === keyLike(item) && !items.some((other) => isExact(other, one)))
  )
}

/** The first item of a list that an earlier one names too, in any letter case: the places of both; null: there is none. */
export function alikeIn(items: readonly Named[]): { first: number; second: number } | null {
  const keys = items.map(keyLike)
  const second = keys.findIndex((key, at) => keys.indexOf(key) < at)
  return second < 0 ? null : { first: keys.indexOf(keys[second] ?? ''), second }
}

/** One changed value in the audit log; null: none was set. */
export interface SettingChange {
  path: string
  was: unknown
  now: unknown
}

/** What the audit log records of a change: each changed value, before and after. Of a list, only its changed items. */
export const changed = (was: unknown, now: unknown): { changes: SettingChange[] } => ({
  changes: changesOf('', was, now),
})

function changesOf(path: string, was: unknown, now: unknown): SettingChange[] {
  if (canonical(was ?? null) === canonical(now ?? null)) return []
  const before = was ?? (isFields(now) ? {} : null)
  const after = now ?? (isFields(was) ? {} : null)
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => changesOf(path === '' ? name : `${path}.${name}`, before[name], after[name]))
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [gone, added] = [without(before, after), without(after, before)]
    // Only their order differs, or how often one is there.
    if (gone.length > 0 || added.length > 0) return [{ path, was: gone, now: added }]
  }
  return [{ path, was: before, now: after }]
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map(canonical))
  return items.filter((item) => !known.has(canonical(item)))
}

/** The first field of a file that the schema knows nothing of; null: it knows all. */
export function unknownField(path: string, given: unknown, known: unknown): string | null {
  if (Array.isArray(given) && Array.isArray(known)) {
    return firstOf(given.map((item, index) => unknownField(`${path}[${index}]`, item, known[index])))
  }
  if (!isFields(given) || !isFields(known)) return null
  return firstOf(
    Object.entries(given).map(([key, value]) => {
      const place = path === '' ? key : `${path}.${key}`
      return Object.hasOwn(known, key) ? unknownField(place, value, known[key]) : place
    }),
  )
}

const firstOf = (found: readonly (string | null)[]): string | null => found.find((one) => one !== null) ?? null

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** List items are distinguished by their name, routes by their document, web pages by their origin. */
interface Named {
  name?: unknown
  document?: unknown
  origin?: unknown
}
// The file may have spaces around a name that its schema trims.
const keyOf = ({ name, document, origin }: Named): string => String(name ?? document ?? origin).trim()
const keyLike = (item: Named): string => keyOf(item).toLowerCase()
const isNamedList = (value: unknown): value is Fields[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isFields(item) && ('name' in item || 'document' in item || 'origin' in item))
