import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ZipEntry } from '../../src-node/zip.ts'

const MOST_REPORTS = 5
const MOST_BYTES = 20_000_000

/** Where the desktop app has reports of processes that died kept. */
export const crashFolder = (dataDir: string): string => join(dataDir, 'window', 'crashes')

/** The newest reports as files of a ZIP. They hold pieces of memory, and with it names and addresses. */
export function crashEntries(dataDir: string): ZipEntry[] {
  return reportsIn(crashFolder(dataDir))
    .flatMap((file) => {
      const now = statSync(file, { throwIfNoEntry: false })
      return now && now.size <= MOST_BYTES ? [{ file, mtimeMs: now.mtimeMs }] : []
    })
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs)
    .slice(0, MOST_REPORTS)
    .map(({ file }, at) => ({ name: `crashes/${at + 1}.dmp`, bytes: readFileSync(file) }))
}

function reportsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    // No process of this station ever died, or there is no desktop app.
    return []
  }
}
