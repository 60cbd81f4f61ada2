import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'

/** https://sqlite.org/fileformat2.html 4.1: the journal's head, and that of each of its frames. */
const HEAD_BYTES = 32
const FRAME_HEAD_BYTES = 24
/** More than most commits write: what lies behind them in the journal is of before its last begin. */
const FIRST_FRAMES = 32
const BLOCK_FRAMES = 256
/**
 * A checkpoint of this many frames blocks the event loop for some milliseconds; SQLite's own measure is twice as
 * much.
 */
const CHECKPOINT_FRAMES = 500

/** The newest committed copy of each page that changed, and how many pages the ledger has with them. */
export interface CapturedPages {
  pages: Map<number, Buffer>
  pageCount: number
}

export interface PageCapture {
  /** After a commit: takes its pages out of the journal. True: the journal is long enough to be brought in. */
  follow(): boolean
  /** Brings the journal into the ledger's own file. False: not all of it. */
  checkpoint(): boolean
  /** The same, and empties the journal, which otherwise keeps what was written before until it is written over. */
  empty(): boolean
  /** Captures changed pages, from now on or from where the journal begins; earlier captures are dropped. */
  begin(from: { fromStart: boolean }): void
  /** What changed since the last take. The pages are forgotten here. */
  take(): CapturedPages
  /** What is kept, in bytes. */
  bytes(): number
  /** Closes the journal, before the connection does. */
  close(): void
}

const checkpointSchema = z.array(z.object({ busy: z.int(), log: z.int(), checkpointed: z.int() })).length(1)

/**
 * Follows which pages change, by reading the journal of the one connection that writes. It only works while no one
 * else checkpoints: `wal_autocheckpoint` is off, and every checkpoint goes through here. Any process may open the
 * journal; the ledger's own file never is.
 */
export function capturePages(db: SqliteDatabase, file: string): PageCapture {
  db.pragma('wal_autocheckpoint = 0')
  const pageSize = z.int().parse(db.pragma('page_size', { simple: true }))
  const frameBytes = FRAME_HEAD_BYTES + pageSize
  const block = Buffer.alloc(frameBytes * BLOCK_FRAMES)
  const head = Buffer.alloc(HEAD_BYTES)
  let handle: number | null = null
  let salts = ''
  let nextFrame = 0
  let kept = new Map<number, Buffer>()
  let pageCount = 0
  let isKeeping = false

  function open(): number | null {
    try {
      return openSync(`${file}-wal`, 'r')
    } catch (error) {
      // Nothing was written yet.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  /** Takes in what was committed since the last look. What a transaction that was rolled back has left is passed over. */
  function look(): void {
    handle ??= open()
    if (handle === null || readSync(handle, head, 0, HEAD_BYTES, 0) < HEAD_BYTES) return
    const now = head.toString('latin1', 16, 24)
    if (now !== salts) {
      salts = now
      nextFrame = 0
    }
    let uncommitted: [number, Buffer][] = []
    for (let frame = nextFrame, most = FIRST_FRAMES; ; most = BLOCK_FRAMES) {
      const read = readSync(handle, block, 0, most * frameBytes, HEAD_BYTES + frame * frameBytes)
      const frames = Math.floor(read / frameBytes)
      for (let n = 0; n < frames; n++) {
        const at = n * frameBytes
        if (block.toString('latin1', at + 8, at + 16) !== salts) return
        frame += 1
        if (isKeeping) {
          uncommitted.push([
            block.readUInt32BE(at),
            Buffer.from(block.subarray(at + FRAME_HEAD_BYTES, at + frameBytes)),
          ])
        }
        const pagesAfter = block.readUInt32BE(at + 4)
        if (pagesAfter === 0) continue
        for (const [page, bytes] of uncommitted) kept.set(page, bytes)
        uncommitted = []
        nextFrame = frame
        pageCount = pagesAfter
      }
      if (frames < most) return
    }
  }

  function bringIn(how: 'PASSIVE' | 'TRUNCATE'): boolean {
    look()
    try {
      const [row] = checkpointSchema.parse(db.pragma(`wal_checkpoint(${how})`))
      return row !== undefined && row.busy === 0 && row.log === row.checkpointed
    } catch (error) {
      // A reader walks through a table at the moment; a later checkpoint brings the journal in.
      if (error instanceof Error && 'code' in error && error.code === 'SQLITE_LOCKED') return false
      throw error
    }
  }

  return {
    follow: () => {
      look()
      return nextFrame >= CHECKPOINT_FRAMES
    },

    checkpoint: () => bringIn('PASSIVE'),

    empty: () => bringIn('TRUNCATE'),

    begin: ({ fromStart }) => {
      if (fromStart) nextFrame = 0
      else look()
      kept = new Map()
      isKeeping = true
    },

    take: () => {
      look()
      const pages = kept
      kept = new Map()
      return { pages, pageCount }
    },

    bytes: () => kept.size * pageSize,

    close: () => {
      if (handle !== null) closeSync(handle)
      handle = null
    },
  }
}
