/**
 * JSON with the names of every object in their order: the same content is the same text. Only Waybill's own hashes and comparisons
 * rest on it, so it need not be that of RFC 8785; hashes are stored, so it must stay what it is.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
  return `{${fields.join(',')}}`
}
