import { renameSync, rmSync, writeFileSync, type WriteFileOptions } from 'node:fs'
import { rename } from 'node:fs/promises'
import { monotonic, sleep } from './runtime/wait.ts'

/** The errors while a virus scanner, an indexer or a sync program briefly holds a file. */
const HELD = new Set(['EPERM', 'EBUSY', 'EACCES'])
const PATIENCE_MS = 2_000
const PAUSE_MS = 50

/** Was a file held by another program? */
export const isHeldFile = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && HELD.has(cause.code)

/** Option of Node.js's own deletions: what is held for a moment is tried again, each time a tenth of a second later. */
export const HELD_RETRIES = 5

/** Deletes a file or folder, and leaves what another program holds. @throws the system's own error for any other reason */
export function removeUnlessHeldSync(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (cause) {
    if (!isHeldFile(cause)) throw cause
  }
}

/** Renames; a file that another program holds is tried again for two seconds. Rejects with the system's own error. */
export async function renameWhenFree(
  from: string,
  to: string,
  once: (from: string, to: string) => Promise<void> = rename,
) {
  const giveUpAt = monotonic() + PATIENCE_MS
  for (;;) {
    try {
      return await once(from, to)
    } catch (cause) {
      if (!isHeldFile(cause) || monotonic() >= giveUpAt) throw cause
      await sleep(PAUSE_MS)
    }
  }
}

/** The same for what cannot continue before it is done: the thread waits. */
export function renameWhenFreeSync(
  from: string,
  to: string,
  once: (from: string, to: string) => void = renameSync,
): void {
  const giveUpAt = monotonic() + PATIENCE_MS
  for (;;) {
    try {
      return once(from, to)
    } catch (cause) {
      if (!isHeldFile(cause) || monotonic() >= giveUpAt) throw cause
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

/** Replaces a small file whole or not at all: what is cut off is beside it, as `.new`. */
export function replaceFileSync(path: string, text: string, options: WriteFileOptions = {}): void {
  writeFileSync(`${path}.new`, text, options)
  renameWhenFreeSync(`${path}.new`, path)
}
