import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFileSync } from '../../../src-node/rename.ts'

const fileSchema = z.coerce.number().pipe(z.int().nonnegative())

/**
 * The most heartbeats of its sender that a process has seen in the site's database. A database that counts fewer has
 * gone back: it is a copy that was started unchanged, under any timeline of PostgreSQL.
 */
export interface HeartbeatWatermark {
  /** Null: this process has never seen any. */
  most(): number | null
  note(beats: number): void
}

/** Remembers them as long as the process runs. */
export function heartbeatWatermark(
  before: number | null = null,
  keep: (beats: number) => void = () => undefined,
): HeartbeatWatermark {
  let most = before
  return {
    most: () => most,
    note: (beats) => {
      if (most !== null && beats <= most) return
      most = beats
      keep(beats)
    },
  }
}

/** Remembers them in a file as well: a process that starts after its database was put back knows of it. */
export function openHeartbeatWatermark(path: string): HeartbeatWatermark {
  const before = existsSync(path) ? fileSchema.safeParse(readFileSync(path, 'utf8').trim()) : undefined
  return heartbeatWatermark(before?.data ?? null, (beats) => {
    replaceFileSync(path, `${beats}\n`, { mode: 0o600 })
  })
}
