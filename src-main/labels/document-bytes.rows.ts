import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'

/** What zstd begins with: RFC 8878 3.1.1. */
const ZSTD_BEGIN = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Larger ones stay as they came: to pack them would hold the loop for more than some milliseconds. */
export const MOST_PACKED_BYTES = 1024 * 1024
/** Saving less is not worth the time that unpacking takes. PDF and PNG are packed already. */
const LEAST_SAVED = 0.1

/** SHA-256, lower-case hex. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes as they are kept: packed by zstd where that pays. */
export function packed(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MOST_PACKED_BYTES) return bytes
  const smaller = zstdCompressSync(bytes)
  return smaller.length <= bytes.length * (1 - LEAST_SAVED) ? smaller : bytes
}

/** Whether bytes begin as what is packed does. Only their hash says whether they are. */
export const mayBePacked = (kept: Uint8Array): boolean => ZSTD_BEGIN.equals(kept.subarray(0, ZSTD_BEGIN.length))

/** The bytes that were kept under that hash; null: what is there now is something else, or nothing any more. */
export function unpacked(sha256: string, kept: Uint8Array): Uint8Array | null {
  const bytes = mayBePacked(kept) ? unzipped(kept) : null
  if (bytes !== null && hashOf(bytes) === sha256) return bytes
  return hashOf(kept) === sha256 ? kept : null
}

/** Rows with their documents as they were kept; null: one of them is not. */
export function allUnpacked<T extends { sha256: string; bytes: Uint8Array }>(rows: readonly T[]): T[] | null {
  const whole = rows.flatMap((row) => {
    const bytes = unpacked(row.sha256, row.bytes)
    return bytes === null ? [] : [{ ...row, bytes }]
  })
  return whole.length === rows.length ? whole : null
}

function unzipped(kept: Uint8Array): Uint8Array | null {
  try {
    return zstdDecompressSync(kept, { maxOutputLength: MOST_PACKED_BYTES })
  } catch {
    // Damaged on the disk, or a document that happens to begin alike: its hash decides.
    return null
  }
}

/** Keeps bytes once, under their SHA-256. To be called inside a transaction. */
export function storeBytes(db: SqliteDatabase, bytes: Uint8Array): string {
  const sha256 = hashOf(bytes)
  // Deleted bytes are empty, those damaged on a disk differ: the next store of the same document restores them.
  statement(
    db,
    `INSERT INTO document_bytes (sha256, bytes) VALUES (?, ?)
     ON CONFLICT (sha256) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`,
  ).run(sha256, packed(bytes))
  return sha256
}
