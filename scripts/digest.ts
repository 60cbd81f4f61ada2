import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What packages hold, the lock file stands for. */
const PACKAGES = 'node_modules'

/**
 * Every file that a path of a project stands for: itself, or what the folder holds, at any depth, in a fixed order.
 * Files that version control does not know are among them; packages are not. A path that is not there stands for nothing.
 * @param path from the root, with slashes; '' is the root
 * @returns paths from the root, with slashes on every system
 */
export function filesOf(root: string, path: string): string[] {
  const whole = join(root, path)
  const stats = statSync(whole, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) return [path]
  return readdirSync(whole, { withFileTypes: true })
    .filter(({ name }) => name !== PACKAGES)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      return entry.isDirectory() ? filesOf(root, inner) : [inner]
    })
}

/**
 * What a result follows from, as one word: it is another one when a file's content or name has changed, when a file was
 * added or is gone, and when one of the words has changed. Of contents, not of times: a fresh clone and a switched branch
 * have new times for the same files.
 * @param files paths from the root
 * @param words what else the result follows from: a command, a version
 */
export function digestOf(root: string, files: readonly string[], words: readonly string[] = []): string {
  const hash = createHash('sha256').update(JSON.stringify(words))
  for (const file of files) {
    const content = contentOf(join(root, file))
    hash.update(`\0${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** A socket, a file that is gone, and a link that leads to a folder have no content but their name. */
function contentOf(path: string): Uint8Array {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? readFileSync(path) : new Uint8Array()
}
