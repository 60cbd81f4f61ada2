import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Anything in quotes that reads like a path beside the file: an import, a type's import, a reference, a worker's address. */
const BESIDE = /['"`](\.{1,2}(?:\/[^'"`\n]*)?)['"`]/g
const NAMES_OTHERS = /\.(svelte|[cm]?[jt]s)$/

/**
 * The files that `from` and what they name lead to, themselves among them: rather too many than too few. A path leads to
 * every file of its name whatever its extension, so that it makes no difference how a tool resolves it.
 * @param files all files that there are
 * @param from those of them to begin with
 * @returns in a fixed order
 */
export function reachedFiles(root: string, files: readonly string[], from: readonly string[]): string[] {
  const byStem = Map.groupBy(files, stemOf)
  const reached = new Set(from)
  // A set that grows while it is walked through is walked to its end.
  for (const file of reached) {
    if (!NAMES_OTHERS.test(file)) continue
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(BESIDE)) {
      const named = posix.join(posix.dirname(file), path)
      for (const stem of [stemOf(named), posix.join(named, 'index')])
        byStem.get(stem)?.forEach((other) => reached.add(other))
    }
  }
  return [...reached].toSorted()
}

/** A path without what stands behind the first dot of the file's name. */
const stemOf = (path: string): string => path.replace(/(?<=(^|\/)[^/.]+)\.[^/]*$/, '')
