/** A WHERE clause of those conditions whose value was given, each with one `?`, and the values in order. */
export function where(conditions: readonly (readonly [sql: string, value: string | number | undefined])[]): {
  sql: string
  values: (string | number)[]
} {
  const given = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  return {
    sql: given.length > 0 ? `WHERE ${given.map(({ sql }) => sql).join(' AND ')}` : '',
    values: given.map(({ value }) => value),
  }
}

/** The instant of a query's timestamp or day, a day being its first moment in UTC. */
export function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

/** A list as one value, for `IN (SELECT value FROM json_each(?))`. */
export function jsonList(values: readonly string[] | undefined): string | undefined {
  return values === undefined ? undefined : JSON.stringify(values)
}
