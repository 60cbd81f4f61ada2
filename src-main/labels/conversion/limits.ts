import type { RequestKind } from './protocol.ts'

/**
 * What one document may cost, all in one place. They are set so that any genuine label or paper stays far below them and
 * the whole process stays below 400 MB whatever is uploaded.
 */

const MB = 1 << 20

/** A label is some 100 kB, a scanned PDF some MB. */
export const MOST_BYTES = 16 * MB
/** Pages or labels of one document that are drawn at once. A screen asks for a few of any number. */
export const MOST_PAGES = 200
/** What a PNG may unpack to. A color scan of a letter page at 300 dpi is 25 MB. */
export const MOST_DECODED_BYTES = 48 * MB
/** All pictures of one answer together. */
export const MOST_DRAWN_BYTES = 64 * MB

/** scan: a label that an operator waits for at a packing station. bulk: papers, previews, batches, and every large file. */
export const LANES = ['scan', 'bulk'] as const
export type LaneName = (typeof LANES)[number]

/** Larger than this it is no label of a few pages, and would hold those who scan. */
export const MOST_SCAN_BYTES = MB

/**
 * Labels of no more bytes are validated on the spot: it takes the main thread a millisecond or two, and a round trip
 * to another thread takes as long.
 */
export const MOST_INLINE_BYTES = 32 << 10

export interface LaneLimits {
  /** Of the thread's JavaScript; a thread that needs more is ended. */
  heapMb: number
  /** Of all that the thread holds; one that takes more is ended. Both lanes together leave some 100 MB to the rest of it. */
  mostBytes: number
  /** A thread that holds more than this outside of its heap after a job is replaced: what a library took it never gives back. */
  mostStoredBytes: number
  /** A document that has more pages than this goes to the other lane; no bound where that would be this one. */
  mostPages: number
  /** A thread without work ends after this. */
  idleMs: number
  /** Whether a thread that a document ended is replaced before the next one comes. */
  isWarm: boolean
}

export const LANE_LIMITS: Readonly<Record<LaneName, LaneLimits>> = {
  scan: {
    heapMb: 48,
    mostBytes: 112 * MB,
    mostStoredBytes: 72 * MB,
    mostPages: 8,
    idleMs: 15 * 60_000,
    isWarm: true,
  },
  bulk: {
    heapMb: 64,
    mostBytes: 160 * MB,
    mostStoredBytes: 72 * MB,
    mostPages: Infinity,
    idleMs: 30_000,
    isWarm: false,
  },
}

/** Of each WebAssembly library (PDF, ZPL, barcodes), in pages of 64 kB: what a ZPL label at 600 dpi takes. */
export const MOST_WASM_PAGES = (128 * MB) / (64 << 10)
/** Of the PDF library: a picture of a letter page at 300 dpi in color three times over. */
export const MOST_PDF_MEMORY = 80 * MB

/** How often the memory of a thread at work is looked at. */
export const LOOK_EVERY_MS = 20

/** A thread that is not at work after this has not started. */
export const START_LIMIT_MS = 30_000

export interface Work {
  lane: LaneName
  kind: RequestKind
  bytes: number
  /** Labels of a ZPL stream: its renderer draws them all in one go. 1 for what is drawn page by page. */
  labels: number
}

export type TimeLimit = (work: Work) => number

/**
 * Milliseconds for a page, or for all where a library draws all at once. A page of a label takes some 30 ms, of a
 * drawing some 500; a label in ZPL 40 to 200; a slow machine takes ten times as long, and its first one needs the library.
 */
export const timeLimit: TimeLimit = ({ lane, bytes, labels }) =>
  (lane === 'scan' ? 10_000 : 30_000) + Math.ceil(bytes / MB) * 1_000 + Math.min(labels, MOST_PAGES) * 250
