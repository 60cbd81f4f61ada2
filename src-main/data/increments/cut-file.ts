import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  createReadStream,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'

/** https://sqlite.org/fileformat.html 1.3.3: written and read without a journal of the WAL kind. */
export const ROLLBACK_MODE = Buffer.from([1, 1])
export const ROLLBACK_MODE_AT = 18

const MAGIC = 'WAYBILL-CUT-1\n'
const HASH_BYTES = 32
/** How many pages are compressed at a time: memory stays small, and waits stay short. */
const CHUNK_PAGES = 128
/** No head is longer. */
const HEAD_BYTES = 4096
const FAST = { level: 1 }
const CHANGED = 'it is not as it was written: its checksum differs'

const headSchema = z.object({
  /** The full copy below the first increment of the chain. */
  base: z.string(),
  /** The increment before; null: the base is. */
  previous: z.string().nullable(),
  generation: z.string(),
  version: z.int(),
  /** ISO 8601 in UTC, by the computer's clock. */
  at: z.string(),
  position: z.int(),
  bookings: z.int(),
  until: z.string().nullable(),
  pageSize: z.int(),
  /** How many pages the ledger has. */
  pageCount: z.int(),
})

/**
 * An increment: the pages of the ledger that changed since the file before it, each as it was at that moment. A line
 * that names the format, one of JSON, chunks of pages (how many, how many bytes, raw deflate of number and page), an
 * empty chunk, SHA-256.
 */
export type IncrementHead = z.infer<typeof headSchema>

type Pages = ReadonlyMap<number, Buffer>

/** The bytes of an increment file, compressed off the event loop, piece by piece. */
export async function encodeIncrement(head: IncrementHead, pages: Pages): Promise<Buffer[]> {
  const deflate = promisify<Buffer, { level: number }, Buffer>(deflateRaw)
  const seal = beginSeal(head)
  for (const [count, raw] of chunksOf(pages)) seal.add(chunkOf(count, await deflate(raw, FAST)))
  return seal.end()
}

/** The same at once, for the end of the station. */
export function encodeIncrementNow(head: IncrementHead, pages: Pages): Buffer[] {
  const seal = beginSeal(head)
  for (const [count, raw] of chunksOf(pages)) seal.add(chunkOf(count, deflateRawSync(raw, FAST)))
  return seal.end()
}

function* chunksOf(pages: Pages): Generator<[number, Buffer]> {
  let parts: Buffer[] = []
  for (const [page, bytes] of pages) {
    parts.push(numbers(page), bytes)
    if (parts.length < CHUNK_PAGES * 2) continue
    yield [parts.length / 2, Buffer.concat(parts)]
    parts = []
  }
  if (parts.length > 0) yield [parts.length / 2, Buffer.concat(parts)]
}

const chunkOf = (count: number, packed: Buffer): Buffer => Buffer.concat([numbers(count, packed.length), packed])

/** Hashes what is added as it comes: the whole at once would hold the loop. */
function beginSeal(head: IncrementHead) {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  const add = (part: Buffer) => {
    hash.update(part)
    parts.push(part)
  }
  add(Buffer.from(`${MAGIC}${JSON.stringify(head)}\n`))
  return {
    add,
    end: (): Buffer[] => {
      add(numbers(0, 0))
      return [...parts, hash.digest()]
    },
  }
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}

/** The head of an incremental backup; only its first bytes are read. @throws Error when it is none */
export function readIncrementHead(path: string): IncrementHead {
  const bytes = Buffer.alloc(HEAD_BYTES)
  const handle = openSync(path, 'r')
  try {
    const read = readSync(handle, bytes, 0, HEAD_BYTES, 0)
    return headOf(bytes.subarray(0, read)).head
  } finally {
    closeSync(handle)
  }
}

/** The whole cut, compared with its hash. @throws Error when it is not as it was written */
export function readIncrement(path: string): { head: IncrementHead; pages: () => Generator<[number, Buffer]> } {
  const bytes = readFileSync(path)
  const content = bytes.subarray(0, Math.max(0, bytes.length - HASH_BYTES))
  if (!createHash('sha256').update(content).digest().equals(bytes.subarray(content.length))) {
    throw new Error(CHANGED)
  }
  const { head, end } = headOf(content)
  return { head, pages: () => pagesOf(content, end, head.pageSize) }
}

/** Reads an increment back from the disk, piece by piece. @throws Error when it is not as it was written */
export async function proveIncrement(path: string): Promise<void> {
  const hash = createHash('sha256')
  let last = Buffer.alloc(0)
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.concat([last, z.instanceof(Buffer).parse(piece)])
    last = bytes.subarray(Math.max(0, bytes.length - HASH_BYTES))
    hash.update(bytes.subarray(0, bytes.length - last.length))
  }
  if (!hash.digest().equals(last)) throw new Error(CHANGED)
}

function headOf(bytes: Buffer): { head: IncrementHead; end: number } {
  const end = bytes.indexOf('\n', MAGIC.length)
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0) throw new Error('it is no cut of a ledger')
  return { head: headSchema.parse(JSON.parse(bytes.toString('utf8', MAGIC.length, end))), end: end + 1 }
}

function* pagesOf(content: Buffer, start: number, pageSize: number): Generator<[number, Buffer]> {
  for (let at = start; ;) {
    const count = content.readUInt32BE(at)
    const length = content.readUInt32BE(at + 4)
    if (count === 0) return
    const raw = inflateRawSync(content.subarray(at + 8, at + 8 + length))
    for (let n = 0; n < count; n++) {
      const from = n * (4 + pageSize)
      yield [raw.readUInt32BE(from), raw.subarray(from + 4, from + 4 + pageSize)]
    }
    at += 8 + length
  }
}

/**
 * Makes a ledger file of a full copy and the increments on top of it, in order; it is on the disk when this returns.
 */
export function layCuts(base: string, increments: readonly string[], target: string): void {
  copyFileSync(base, target)
  const handle = openSync(target, 'r+')
  try {
    for (const path of increments) {
      const { head, pages } = readIncrement(path)
      for (const [page, bytes] of pages()) writeSync(handle, bytes, 0, bytes.length, (page - 1) * head.pageSize)
      ftruncateSync(handle, head.pageCount * head.pageSize)
    }
    setRollbackMode(handle)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Marks an open file's head as having no journal: a file in WAL mode would leave files beside it on every read.
 * https://sqlite.org/fileformat.html 1.3.3.
 */
export function setRollbackMode(handle: number): void {
  writeSync(handle, ROLLBACK_MODE, 0, ROLLBACK_MODE.length, ROLLBACK_MODE_AT)
}
