import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFileSync } from '../../../src-node/rename.ts'

const fileSchema = z.object({ timeline: z.string(), upTo: z.int().nonnegative() })

/** How far a process of the site has scanned its own copy of the service's data, in a file beside that copy. */
export function openForgottenTo(path: string) {
  const read = (): z.output<typeof fileSchema> | null => {
    if (!existsSync(path)) return null
    try {
      return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // It cannot be read: everything is looked through again.
      return null
    }
  }
  let kept = read()
  return {
    /** Numbers of the list mean something within one timeline alone. */
    upTo: (timeline: string): number => (kept?.timeline === timeline ? kept.upTo : 0),
    note: (timeline: string, upTo: number): void => {
      kept = { timeline, upTo }
      replaceFileSync(path, JSON.stringify(kept), { mode: 0o600 })
    },
  }
}
