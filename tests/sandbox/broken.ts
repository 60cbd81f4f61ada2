import fc from '../support/fast-check.ts'

/** Any JSON value, with the strings that break things: NUL, half characters, control characters. */
const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(1e308, -0, 5e-324, '9999-12-31'))

/** A valid body with one to three of its parts, at any depth, replaced by anything. */
export const broken = (valid: object) => {
  const paths = pathsOf(valid)
  return fc
    .array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((body, [path, part]) => replaced(body, path, part), valid))
}

function pathsOf(body: unknown, path: string[] = []): string[][] {
  if (typeof body !== 'object' || body === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(body).flatMap(([key, part]) => pathsOf(part, [...path, key])),
  ]
}

function replaced(body: unknown, [key, ...rest]: string[], part: unknown): unknown {
  if (key === undefined) return part
  if (typeof body !== 'object' || body === null) return body
  if (Array.isArray(body))
    return body.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, part) : item))
  return { ...body, [key]: replaced(new Map(Object.entries(body)).get(key), rest, part) }
}
