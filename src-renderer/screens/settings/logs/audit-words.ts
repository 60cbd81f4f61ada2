/**
 * The facts of an audit row beside its subject, in one line: `name: Bench 4 · printed: true`. Empty values are left
 * out; values in an object are shown by both names: `media widthIn: 4`.
 */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  return partsOf(detail, '').join(' · ')
}

function partsOf(detail: object, within: string): string[] {
  return Object.entries(detail).flatMap(([key, value]: [string, unknown]) => {
    const name = within === '' ? key : `${within} ${key}`
    if (value === null || value === undefined || value === '') return []
    if (Array.isArray(value)) return value.every(isPlain) ? [`${name}: ${value.join(', ')}`] : partsOf(value, name)
    if (typeof value === 'object') return partsOf(value, name)
    return [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
}

const isPlain = (value: unknown): boolean => typeof value !== 'object'
