import { z } from 'zod'

/** The most that JSON of any shape may be: levels, values (keys not counted), and UTF-16 units of all texts together. */
export interface JsonBounds {
  depth: number
  values: number
  text: number
}

/** The schemas that take JSON of any shape, with the most of each. */
export const jsonBounds = z.registry<JsonBounds>()

/** JSON of any shape within bounds, which are looked at first: a schema of a million values refuses slowly. */
export function boundedJson(bounds: JsonBounds) {
  const schema = z
    .custom<z.core.util.JSONType>(
      (value) => excessOf(value, bounds) === null,
      `must be JSON of at most ${bounds.depth} levels, ${bounds.values} values and ${bounds.text} characters`,
    )
    .pipe(z.json())
  jsonBounds.add(schema, bounds)
  return schema
}

/** The same for an object; its message reports the fields. */
export function boundedFields(bounds: JsonBounds, message: string) {
  const schema = z
    .custom<Record<string, unknown>>(isRecord, message)
    .refine((value) => excessOf(value, bounds) === null, {
      error: `must be at most ${bounds.depth} levels, ${bounds.values} values and ${bounds.text} characters`,
    })
  jsonBounds.add(schema, bounds)
  return schema
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What there is too much of in a value; null: nothing. Looks at no more than the bounds allow. */
export function excessOf(value: unknown, { depth, values, text }: JsonBounds): keyof JsonBounds | null {
  let seen = 0
  let length = 0
  /** Depth first, without recursion: a value may be deeper than the stack. */
  const open: { value: unknown; level: number }[] = [{ value, level: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    seen += 1
    if (seen > values) return 'values'
    if (typeof next.value === 'string') length += next.value.length
    if (length > text) return 'text'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.level > depth) return 'depth'
    const level = next.level + 1
    if (Array.isArray(next.value)) {
      if (seen + open.length + next.value.length > values) return 'values'
      for (const inner of next.value) open.push({ value: inner, level })
      continue
    }
    for (const [key, inner] of Object.entries(next.value)) {
      length += key.length
      open.push({ value: inner, level })
    }
    if (seen + open.length > values) return 'values'
  }
  return length > text ? 'text' : null
}
