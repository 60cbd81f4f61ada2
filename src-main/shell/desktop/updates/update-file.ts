import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFileSync } from '../../../../src-node/rename.ts'

const version = z.string().max(60)
const packageSchema = z.object({ version, file: z.string(), sha512: z.string() })
/** The package that a version was installed from, kept with its digest. */
export type StoredPackage = z.output<typeof packageSchema>

const updateFileSchema = z.object({
  /** The last step, not confirmed yet: from which version to which. */
  step: z
    .object({
      from: version,
      to: version,
      /** The package for a rollback; null: none was kept. */
      kept: packageSchema.nullable().catch(null),
      /** Up to which version the older one reads records; null: not noted. */
      records: z.int().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The package of the version that runs, where it came from the feed. */
  own: packageSchema.nullable().default(null),
  /** The older one was put back, and has not reported it yet. */
  back: z.object({ from: version, to: version }).nullable().default(null),
  /** Did not start: not offered again. */
  refused: z.array(version).max(100).default([]),
})
export type UpdateFile = z.output<typeof updateFileSchema>

const fileIn = (folder: string) => join(folder, 'updates.json')

/** The known update state from start to start. A file that cannot be read counts as none. */
export function readUpdates(folder: string): UpdateFile {
  try {
    return updateFileSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
  } catch {
    return updateFileSchema.parse({})
  }
}

export function writeUpdates(folder: string, updates: UpdateFile): void {
  replaceFileSync(fileIn(folder), JSON.stringify(updates))
}
