import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HELD_RETRIES, renameWhenFree, renameWhenFreeSync } from '../../../src-node/rename.ts'
import { asStationError } from './store-error.ts'

/** A small file that stays open and is rewritten repeatedly. */
interface OpenFile {
  /** At that byte; null: behind what is there. */
  write(bytes: Uint8Array, at: number | null): void
  sync(): void
  close(): void
}

/**
 * The same off the event loop: a disk that is busy with a copy may take a second to sync a few bytes, and one that
 * frees a file of some gigabytes as well.
 */
interface LaterFiles {
  write(path: string, parts: readonly Uint8Array[]): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  sync(path: string): Promise<void>
}

/**
 * The stores' own file operations, beside SQLite. What is written, copied or renamed through it is on the disk when
 * the call returns.
 *
 * Never to be used on a database file that this process has open: closing a file drops every lock that the process holds
 * on it (POSIX), SQLite's with them. Sizes, names and renames are safe.
 */
export interface StoreFiles {
  /** With those above it. @throws StationError DATA_FOLDER_READ_ONLY, DISK_FULL */
  makeFolder(dir: string): void
  exists(path: string): boolean
  /** In bytes; null: there is no such file. */
  size(path: string): number | null
  /** Which file is there, under any name; null: there is none. */
  identity(path: string): string | null
  /** Names in a folder; none when there is no such folder. */
  list(dir: string): string[]
  read(path: string): Buffer<ArrayBuffer>
  write(path: string, bytes: Uint8Array): void
  copy(from: string, to: string): void
  rename(from: string, to: string): void
  /** A file, or a folder with all that is in it. */
  remove(path: string): void
  /** Waits until the file's bytes are on the disk. */
  sync(path: string): void
  /** Opens for writing in place, made when it is not there. */
  open(path: string): OpenFile
  later: LaterFiles
}

export const systemFiles: StoreFiles = {
  makeFolder: (dir) => {
    try {
      mkdirSync(dir, { recursive: true })
    } catch (cause) {
      throw asStationError(reasonOfFolder(dir) ?? cause, dir)
    }
  },
  exists: existsSync,
  size: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? null,
  identity: (path) => {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found ? `${found.dev}:${found.ino}` : null
  },
  list: (dir) => (existsSync(dir) ? readdirSync(dir) : []),
  read: (path) => readFileSync(path),
  write: (path, bytes) => {
    const file = openSync(path, 'w')
    try {
      writeWhole(file, bytes, 0)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    syncFolder(dirname(path))
  },
  copy: (from, to) => {
    copyFileSync(from, to)
    syncFile(to)
  },
  rename: (from, to) => {
    renameWhenFreeSync(from, to)
    syncFolder(dirname(to))
  },
  remove: (path) => {
    rmSync(path, { force: true, recursive: true, maxRetries: HELD_RETRIES })
    syncFolder(dirname(path))
  },
  sync: syncFile,
  open: (path) => {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    let end = statSync(path).size
    return {
      write: (bytes, at) => {
        writeWhole(file, bytes, at ?? end)
        end = Math.max(end, (at ?? end) + bytes.length)
      },
      sync: () => fsyncSync(file),
      close: () => closeSync(file),
    }
  },
  later: {
    write: async (path, parts) => {
      await withSynced(path, 'w', async (file) => {
        for (const part of parts) await file.appendFile(part)
      })
      await folderSynced(dirname(path))
    },
    rename: async (from, to) => {
      await renameWhenFree(from, to)
      await folderSynced(dirname(to))
    },
    remove: async (path) => {
      await rm(path, { force: true, recursive: true, maxRetries: HELD_RETRIES })
      await folderSynced(dirname(path))
    },
    sync: (path) => withSynced(path, 'r+', async () => undefined),
  },
}

async function withSynced(
  path: string,
  flags: 'w' | 'r+' | 'r',
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await work(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function folderSynced(dir: string): Promise<void> {
  if (process.platform !== 'win32') await withSynced(dir, 'r', async () => undefined)
}

/** When making several folders at once, Node.js reports a read-only disk as a missing folder. */
function reasonOfFolder(dir: string): unknown {
  if (!existsSync(dirname(dir))) return reasonOfFolder(dirname(dir))
  try {
    mkdirSync(dir)
    return null
  } catch (cause) {
    return cause
  }
}

function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A rename is on the disk only when its folder is. Windows knows no such call, and keeps its folders in a journal. */
function syncFolder(dir: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** What is left for this user on the disk of a folder; null where the system does not report it. */
export async function freeBytesAt(dir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  } catch {
    return null
  }
}
