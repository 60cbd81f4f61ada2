/** The leaves of a record as paths and values; a list is one leaf. Absent and null are the same. */
export function leavesOf(body: object, before = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  for (const [name, value] of Object.entries(body)) {
    const path = before + name
    if (isPlain(value)) for (const [inner, leaf] of leavesOf(value, `${path}.`)) leaves.set(inner, leaf)
    else if (value !== null && value !== undefined) leaves.set(path, value)
  }
  return leaves
}

/** Paths of which the two say something else. */
export function differingPaths(a: object, b: object): string[] {
  const [left, right] = [leavesOf(a), leavesOf(b)]
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => JSON.stringify(left.get(path)) !== JSON.stringify(right.get(path)),
  )
}

/** `mine` with these paths as `theirs` has them. */
export function pickedFields(mine: object, theirs: object, paths: readonly string[]): Record<string, unknown> {
  const picked = structuredClone({ ...mine }) as Record<string, unknown>
  for (const path of paths) put(picked, path.split('.'), valueAt(theirs, path.split('.')))
  return picked
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueAt(from: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return from
  return isPlain(from) && Object.hasOwn(from, first) ? valueAt(from[first], rest) : undefined
}

function put(into: Record<string, unknown>, [first, ...rest]: readonly string[], value: unknown): void {
  if (first === undefined || first === '__proto__') return
  if (rest.length === 0) {
    into[first] = value
    return
  }
  const inner = into[first]
  const next = isPlain(inner) ? inner : {}
  into[first] = next
  put(next, rest, value)
}
