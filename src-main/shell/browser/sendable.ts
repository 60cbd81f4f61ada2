/**
 * Where a value holds something that would not arrive at a page as it left: a path such as `value.shipments[3].at`. Null
 * when it is plain data throughout. The two shells carry values differently (JSON here, structured clone there); plain
 * data is what both carry unchanged, so that a command that works in one works in the other.
 */
export function unsendablePath(value: unknown, path = 'value'): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return null
    case 'number':
      return Number.isFinite(value) ? null : path
    case 'object':
      return value === null ? null : pathInside(value, path)
    default:
      return path
  }
}

function pathInside(value: object, path: string): string | null {
  if (Array.isArray(value)) {
    // JSON has no undefined: in a list it would become null, in an object it is left out.
    return first(value, (item: unknown, index) =>
      item === undefined ? `${path}[${index}]` : unsendablePath(item, `${path}[${index}]`),
    )
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return path
  return first(Object.entries(value), ([key, item]) => unsendablePath(item, `${path}.${key}`))
}

function first<T>(items: readonly T[], look: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const found = look(item, index)
    if (found !== null) return found
  }
  return null
}
