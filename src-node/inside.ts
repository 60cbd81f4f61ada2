import { isAbsolute, relative, resolve, sep } from 'node:path'

/**
 * Where a name that came inside a file is in our own folder.
 * @throws Error when it leads out of the folder, for any name
 */
export function insideOf(folder: string, name: string): string {
  const root = resolve(folder)
  const path = resolve(root, name)
  const way = relative(root, path)
  const leads = way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) || name.includes('\0')
  if (leads) throw new Error(`the name ${JSON.stringify(name)} leads out of its folder`)
  return path
}
