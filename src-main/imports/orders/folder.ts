import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MOST_BATCH_BYTES } from '../../../src-shared/station/batch/batch.ts'
import { renameWhenFree } from '../../../src-node/rename.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { examineFile } from '../csv/encoding.ts'
import { tooLarge } from '../sheets/refusal.ts'
import { tableKindOf } from '../sheets/table-file.ts'

/** Where files go that were read, and those that could not be. */
const TAKEN_TO = { done: 'done', failed: 'failed' } as const
export type TakenTo = keyof typeof TAKEN_TO

/** A file as it lies in the folder: when one of these changes, it is written to still. */
export interface FoundFile {
  name: string
  size: number
  changedAt: number
  /** Why it cannot be looked at. */
  cause?: unknown
}

/** A file that was moved aside; its digest is empty where it could not be opened. */
type FailedFile = Pick<FoundFile, 'name'> & { bytes: number; sha256: string }

/** The system's code of an error, else its text. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)

/** The temporary names of files being written, and the lock files of spreadsheets. */
const IS_UNFINISHED = /^[.~]|\.(part|partial|tmp|temp|crdownload)$/i

/** Files of the folder that may hold orders, by name. Throws the system's error when the folder cannot be read. */
export async function filesIn(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !IS_UNFINISHED.test(entry.name) && tableKindOf(entry.name) !== null)
    .map(({ name }) => name)
    .sort()
  const found: FoundFile[] = []
  for (const name of names) {
    // One may go between the two looks.
    const now = await lookAt(folder, name).catch((cause: unknown) => ({ name, size: 0, changedAt: 0, cause }))
    if (now) found.push(now)
  }
  return found
}

/** Null: it is gone. @throws the system's error */
async function lookAt(folder: string, name: string): Promise<FoundFile | null> {
  const now = await stat(join(folder, name)).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return null
    throw cause
  })
  return now && { name, size: now.size, changedAt: now.mtimeMs }
}

export const isSameFile = (a: FoundFile, b: FoundFile | null | undefined): boolean =>
  a.size === b?.size && a.changedAt === b.changedAt

/**
 * Copies a file to our own folder, where no other program writes. Null: it changed meanwhile, or is gone.
 * @throws StationError TOO_LARGE
 */
export async function copyAside(folder: string, file: FoundFile, dir: string): Promise<string | null> {
  if (file.size > MOST_BATCH_BYTES) throw tooLarge('The file', MOST_BATCH_BYTES)
  await mkdir(dir, { recursive: true })
  const copy = join(dir, `${runtime().random.uuid()}${extname(file.name).toLowerCase()}`)
  try {
    await pipeline(createReadStream(join(folder, file.name)), createWriteStream(copy))
  } catch (error) {
    await rm(copy, { force: true }).catch(() => undefined)
    if ((await lookAt(folder, file.name).catch(() => file)) === null) return null
    throw error
  }
  if (isSameFile(file, await lookAt(folder, file.name))) return copy
  await rm(copy, { force: true })
  return null
}

/** Does a file begin with nothing but zeros? Programs that copy keep the room first. */
export async function isZeros(path: string): Promise<boolean> {
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { end: 4095 })
  for await (const piece of pieces) if (piece.some((byte) => byte !== 0)) return false
  return true
}

/** Moves a file into a folder beside, under a name that is free there. @returns its path */
export async function moveTo(folder: string, name: string, to: TakenTo, at: Date): Promise<string> {
  const dir = join(folder, TAKEN_TO[to])
  await mkdir(dir, { recursive: true })
  const path = join(dir, await freeName(dir, name, at))
  await renameWhenFree(join(folder, name), path)
  return path
}

/** Was a file that was moved written to since it was read? */
export async function hasChanged(path: string, file: FoundFile): Promise<boolean> {
  const now = await stat(path).catch(() => null)
  return now !== null && (now.size !== file.size || now.mtimeMs !== file.changedAt)
}

/** Puts a file that was moved back into the folder. */
export async function bringBack(folder: string, path: string, name: string, at: Date): Promise<void> {
  await renameWhenFree(path, join(folder, await freeName(folder, name, at)))
}

/**
 * Puts a file that failed back into the folder: of several of its name the one with its bytes. One alone may have been
 * corrected where it lies. @returns whether it was there
 */
export async function moveBack(folder: string, file: FailedFile, at: Date): Promise<boolean> {
  const { name, bytes, sha256 } = file
  const dir = join(folder, TAKEN_TO.failed)
  const all = await readdir(dir).catch(() => [])
  const named = all.filter((one) => one === name || plainName(one) === name).sort()
  let found = named.length === 1 ? named[0] : undefined
  for (const one of named.length === 1 ? [] : named) {
    const now = await examineFile(join(dir, one)).catch(() => null)
    // Of one that could not be opened the size alone is known.
    if (now?.bytes === bytes && (sha256 === '' || now.sha256 === sha256)) found = one
  }
  if (found === undefined) return false
  await renameWhenFree(join(dir, found), join(folder, await freeName(folder, name, at)))
  return true
}

/** The name that a file had before `freeName`. */
const plainName = (name: string): string => name.replace(/\.\d{4}-\d{2}-\d{2}T[\d-]+Z(?=\.[^.]*$)/, '')

async function freeName(dir: string, name: string, at: Date): Promise<string> {
  if ((await stat(join(dir, name)).catch(() => null)) === null) return name
  const end = extname(name)
  const stamp = at.toISOString().replaceAll(/[:.]/g, '-')
  return `${name.slice(0, name.length - end.length)}.${stamp}${end}`
}
