import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a file system of its own, small enough to be filled. */
export interface SmallDisk {
  dir: string
  /** Takes every byte that is left. */
  fill(): void
  free(): void
  /** It was filled and not freed since. */
  isFull(): boolean
  remove(): void
}

const SIZE = '48m'
const CHUNK = Buffer.alloc(64 * 1024)

/** Mounts a small disk in memory; null where this process may not mount, or there is no such file system. */
export function mountSmallDisk(): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const dir = mkdtempSync(join(tmpdir(), 'waybill-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'waybill-chaos', dir], { stdio: 'ignore' })
  } catch {
    // Root in a container may lack the right to mount: there is no small disk then, and the caller says so.
    rmSync(dir, { recursive: true, force: true })
    return null
  }
  const ballast = join(dir, 'ballast')
  let isMounted = true
  let isFull = false
  const remove = () => {
    if (!isMounted) return
    isMounted = false
    execFileSync('umount', ['-l', dir])
    rmSync(dir, { recursive: true, force: true })
  }
  // A mount outlives the process that made it: whoever is stopped in the middle leaves none behind.
  process.once('exit', remove)
  return {
    dir,
    isFull: () => isFull,
    fill: () => {
      isFull = true
      const file = openSync(ballast, 'a')
      try {
        for (let size = CHUNK.length; size >= 1; size = size >> 1) writeUntilFull(file, CHUNK.subarray(0, size))
      } finally {
        closeSync(file)
      }
    },
    free: () => {
      isFull = false
      rmSync(ballast, { force: true })
    },
    remove: () => {
      process.off('exit', remove)
      remove()
    },
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  for (;;) {
    try {
      writeSync(file, chunk)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}
