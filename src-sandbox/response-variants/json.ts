/** JSON as it was parsed. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value with each field of each of its objects made again, from the inside outwards; undefined leaves a field out. */
export function mapFields(value: unknown, make: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    return make(
      value.map((entry: unknown) => mapFields(entry, make, name)).filter((entry) => entry !== undefined),
      name,
    )
  }
  if (!isObject(value)) return make(value, name)
  const fields = Object.entries(value).map(([field, inner]) => [field, mapFields(inner, make, field)] as const)
  return make(Object.fromEntries(fields.filter(([, inner]) => inner !== undefined)), name)
}
