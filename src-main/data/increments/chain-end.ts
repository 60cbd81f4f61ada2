import { statSync } from 'node:fs'
import { z } from 'zod'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import type { LedgerPlace } from '../backup/place.ts'

const endSchema = z.object({
  /** The full copy and the last cut on top of it; null: there is none yet. */
  base: z.string().nullable(),
  last: z.string().nullable(),
  generation: z.string(),
  position: z.int(),
  /** The ledger's file as it was left. */
  size: z.int(),
  modifiedMs: z.number(),
})

/** What a ledger that was closed in order leaves behind: its file as it was, and the copies that hold all that is in it. */
export type ChainEnd = z.infer<typeof endSchema>

/** `unclean`: it was not closed in order. `changed`: it was, and its file is another one now. */
export type LastClose = { kind: 'clean'; end: ChainEnd } | { kind: 'unclean' } | { kind: 'changed' }

/** How the ledger was closed. The note of it is for one opening: a station that dies leaves none. */
export function takeLastClose(place: LedgerPlace, files: StoreFiles): LastClose {
  if (!files.exists(place.closed)) return { kind: 'unclean' }
  const end = readEnd(place, files)
  const now = statOf(place.file)
  files.remove(place.closed)
  if (end === null || now === null || now.size !== end.size || now.modifiedMs !== end.modifiedMs) {
    return { kind: 'changed' }
  }
  return { kind: 'clean', end }
}

function readEnd(place: LedgerPlace, files: StoreFiles): ChainEnd | null {
  try {
    return endSchema.parse(JSON.parse(files.read(place.closed).toString('utf8')))
  } catch {
    return null
  }
}

/** Called when the ledger's file is closed and will not change any more. */
export function noteClose(place: LedgerPlace, files: StoreFiles, end: Omit<ChainEnd, 'size' | 'modifiedMs'>): void {
  const now = statOf(place.file)
  if (now !== null) files.write(place.closed, Buffer.from(JSON.stringify({ ...end, ...now } satisfies ChainEnd)))
}

function statOf(file: string): { size: number; modifiedMs: number } | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? { size: found.size, modifiedMs: found.mtimeMs } : null
}
