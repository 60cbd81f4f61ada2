import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where stamps lie, and what tools remember from one run to the next. */
const CACHE = 'node_modules/.cache/waybill-checks'

const stampSchema = z.object({
  /** What the tool's own cache was made with: its command, its configuration, the packages. */
  setting: z.string(),
  /** The digest of everything that the tool read when it passed; null when it has not. */
  passed: z.string().nullable(),
})
type Stamp = z.infer<typeof stampSchema>

/** The folder in which a check's tool may keep what it knows, from the project's root. */
export const toolCache = (check: string): string => `${CACHE}/${check}`

/** What is known of a check; a stamp that is missing, or that cannot be read, knows nothing. */
export function readStamp(root: string, check: string): Stamp {
  try {
    return stampSchema.parse(JSON.parse(readFileSync(stampFile(root, check), 'utf8')))
  } catch {
    return { setting: '', passed: null }
  }
}

export function writeStamp(root: string, check: string, stamp: Stamp): void {
  mkdirSync(join(root, CACHE), { recursive: true })
  writeFileSync(stampFile(root, check), JSON.stringify(stamp))
}

/** Forgets what the tool knows: it was made under other rules. */
export function clearToolCache(root: string, check: string): void {
  rmSync(join(root, toolCache(check)), { recursive: true, force: true })
  // Some tools write a file there and make no folder for it.
  mkdirSync(join(root, toolCache(check)), { recursive: true })
}

const stampFile = (root: string, check: string): string => join(root, CACHE, `${check}.json`)
