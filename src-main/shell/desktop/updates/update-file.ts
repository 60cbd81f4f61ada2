import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const version = z.string().max(60)
const updateFileSchema = z.object({
  /** The step that was taken last and has not proved itself: from which version to which. */
  step: z.object({ from: version, to: version, kept: z.string().nullable() }).nullable().default(null),
  /** Did not start: not offered again. */
  refused: z.array(version).max(100).default([]),
})
export type UpdateFile = z.output<typeof updateFileSchema>

const fileIn = (folder: string) => join(folder, 'updates.json')

/** What is known of updates from start to start. A file that nobody can make sense of is as none. */
export function readUpdates(folder: string): UpdateFile {
  try {
    return updateFileSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
  } catch {
    return updateFileSchema.parse({})
  }
}

/** Whole or not at all. */
export function writeUpdates(folder: string, updates: UpdateFile): void {
  writeFileSync(`${fileIn(folder)}.new`, JSON.stringify(updates))
  renameSync(`${fileIn(folder)}.new`, fileIn(folder))
}
