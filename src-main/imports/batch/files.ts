import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { renameWhenFree } from '../../../src-node/rename.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { MOST_BATCH_BYTES, RESULTS_FORMATS, type ResultsFormat } from '../../../src-shared/station/batch/batch.ts'
import { notStored, StationError } from '../../../src-shared/station/error.ts'

const SNAPSHOTS_RETAINED = 2

export type BatchFiles = ReturnType<typeof batchFiles>

/** The files of batches: the uploads, and the results made of it. Their names are ids of ours, never a caller's. */
export function batchFiles(dataDir: string) {
  const dir = join(dataDir, 'batches')
  const input = (batchId: string) => join(dir, `${batchId}.csv`)
  const results = (batchId: string, snapshot: string, format: ResultsFormat) =>
    join(dir, `${batchId}.${snapshot}.results.${format}`)

  async function snapshots(batchId: string): Promise<string[]> {
    const names = await readdir(dir).catch(() => [])
    const isResults = (name: string) => RESULTS_FORMATS.some((format) => name.endsWith(`.results.${format}`))
    return names.filter((name) => name.startsWith(`${batchId}.`) && isResults(name))
  }

  async function removeResults(batchId: string): Promise<void> {
    for (const name of await snapshots(batchId)) await rm(join(dir, name), { force: true })
  }

  /** The upload, while its rows are written as CSV. */
  const original = (batchId: string) => join(dir, `${batchId}.original`)
  const dropOriginal = (batchId: string) => rm(original(batchId), { force: true })

  return {
    input,
    results,

    /** Moves the upload aside, for its rows to take its place; called again it finds it there. */
    setOriginalAside: async (batchId: string): Promise<string> => {
      const isAside = await stat(original(batchId)).catch(() => null)
      if (!isAside) await renameWhenFree(input(batchId), original(batchId))
      return original(batchId)
    },
    dropOriginal,

    /** Writes a chunk at its place: bytes that a crash left behind the last one that counted are written over. */
    writeChunk: async (batchId: string, at: number, bytes: Uint8Array): Promise<void> => {
      await mkdir(dir, { recursive: true })
      if (at + bytes.length > MOST_BATCH_BYTES) throw tooLarge()
      const file = await open(input(batchId), at === 0 ? 'w' : 'r+')
      try {
        let written = 0
        while (written < bytes.length) {
          written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten
        }
        await file.truncate(at + bytes.length)
        await file.sync()
      } finally {
        await file.close()
      }
    },

    /** Copies a file of this machine. @throws StationError NOT_FOUND, TOO_LARGE, UNREADABLE_FILE */
    copyIn: async (batchId: string, path: string): Promise<void> => {
      const found = await stat(path).catch(() => null)
      if (!found) throw notStored(`There is no file ${path}.`, { path })
      if (!found.isFile()) {
        throw new StationError({ code: 'UNREADABLE_FILE', message: `${path} is no file.`, details: { path } })
      }
      if (found.size > MOST_BATCH_BYTES) throw tooLarge()
      await mkdir(dir, { recursive: true })
      let copied = 0
      const counted = new Transform({
        transform(piece: Buffer, _encoding, done) {
          copied += piece.length
          // A file may grow while it is read.
          if (copied > MOST_BATCH_BYTES) done(tooLarge())
          else done(null, piece)
        },
      })
      await pipeline(createReadStream(path), counted, createWriteStream(input(batchId)))
    },

    /** Writes pieces to a file that is there only when it is whole. */
    writeWhole: async (path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> => {
      await mkdir(dir, { recursive: true })
      const part = `${path}.${runtime().random.uuid().slice(0, 8)}.part`
      try {
        await pipeline(pieces, createWriteStream(part))
        await renameWhenFree(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    /** At most this many bytes of a file from an offset on, and its size; null when there is no such file. */
    readAt: async (path: string, offset: number, most: number): Promise<{ bytes: Buffer; size: number } | null> => {
      const file = await open(path).catch(() => null)
      if (!file) return null
      try {
        const { size } = await file.stat()
        const length = Math.max(0, Math.min(most, size - offset))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
        return { bytes: buffer.subarray(0, bytesRead), size }
      } finally {
        await file.close()
      }
    },

    /** A file with the same bytes of a batch that the ledger does not know; when it was written. */
    sameAs: async (
      { sha256: hash, bytes }: { sha256: string; bytes: number },
      isKnown: (batchId: string) => Promise<boolean>,
    ): Promise<{ name: string; at: Date } | null> => {
      for (const name of await readdir(dir).catch(() => [])) {
        const batchId = /^([^.]+)\.csv$/.exec(name)?.[1]
        if (batchId === undefined || (await isKnown(batchId))) continue
        const path = join(dir, name)
        const found = await stat(path).catch(() => null)
        if (found?.size !== bytes) continue
        const digest = createHash('sha256')
        await pipeline(createReadStream(path), digest)
        if (digest.digest('hex') === hash) return { name, at: found.mtime }
      }
      return null
    },

    /** Keeps the newest results of a batch: an older one may still be fetched piece by piece. */
    dropOldSnapshots: async (batchId: string): Promise<void> => {
      const names = (await snapshots(batchId)).sort().reverse()
      for (const name of names.slice(SNAPSHOTS_RETAINED)) await rm(join(dir, name), { force: true })
    },

    removeResults,

    remove: async (batchId: string): Promise<void> => {
      await rm(input(batchId), { force: true })
      await dropOriginal(batchId)
      await removeResults(batchId)
    },
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function tooLarge(): StationError {
  return new StationError({
    code: 'TOO_LARGE',
    message: `A batch file can have at most ${MOST_BATCH_BYTES / 1024 / 1024} MB. Split it.`,
    details: { most: MOST_BATCH_BYTES },
  })
}
