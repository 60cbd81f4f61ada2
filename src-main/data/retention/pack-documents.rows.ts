import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { MOST_PACKED_BYTES, packed, unpacked } from '../../labels/document-bytes.rows.ts'

/** Of one transaction: some milliseconds. */
const ROWS = 10
const MOST_BYTES = 128 * 1024
/** Above every hash. */
const ALL = 'g'

const packedUpTo = (db: SqliteDatabase): string =>
  z.string().parse(statement(db, 'SELECT after FROM document_backfill').pluck().get())

/** Is there nothing left of before that is to be packed? */
export const isEveryDocumentPacked = (db: SqliteDatabase): boolean => packedUpTo(db) === ALL

const sizesSchema = z.array(z.object({ sha256: z.string(), size: z.int() }))

/**
 * Packs documents that were kept before documents were packed, some in one short transaction, in the order of their
 * hashes. A damaged one stays as it is: its reader finds that. False: all are packed.
 */
export async function packDocuments(db: SqliteDatabase): Promise<boolean> {
  if (isEveryDocumentPacked(db)) return false
  return inTransaction(db, () => {
    const next = sizesSchema.parse(
      statement(
        db,
        `SELECT sha256, length(bytes) AS size FROM document_bytes WHERE sha256 > ? ORDER BY sha256 LIMIT ${ROWS}`,
      ).all(packedUpTo(db)),
    )
    let last = ALL
    let bytes = 0
    for (const { sha256, size } of next) {
      if (size > 0 && size <= MOST_PACKED_BYTES) pack(db, sha256)
      last = sha256
      bytes += size
      if (bytes > MOST_BYTES) break
    }
    statement(db, 'UPDATE document_backfill SET after = ?').run(last)
    return last !== ALL
  })
}

function pack(db: SqliteDatabase, sha256: string): void {
  const kept = z
    .instanceof(Uint8Array)
    .parse(statement(db, 'SELECT bytes FROM document_bytes WHERE sha256 = ?').pluck().get(sha256))
  const whole = unpacked(sha256, kept)
  if (whole === null) return
  const smaller = packed(whole)
  if (smaller.length < kept.length)
    statement(db, 'UPDATE document_bytes SET bytes = ? WHERE sha256 = ?').run(smaller, sha256)
}
