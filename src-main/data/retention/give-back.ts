import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { advancePosition } from '../backup/identity.rows.ts'

/** `PRAGMA auto_vacuum`: free pages can be returned on request. */
const INCREMENTAL = 2
/** Less than this is soon written on again. */
const LEAST_BYTES = 16 * 1024 * 1024
const LEAST_SHARE = 0.1
/** Pages of one transaction: some milliseconds. */
const PAGES = 32

/** What of a ledger's file holds nothing. */
interface FreePages {
  /** In bytes. */
  free: number
  /** Of the whole file. */
  share: number
  /** They can be returned while it is in use. */
  canGo: boolean
}

export function freePagesOf(db: SqliteDatabase): FreePages {
  const read = (name: string) => z.int().parse(db.pragma(name, { simple: true }))
  const free = read('freelist_count')
  return {
    free: free * read('page_size'),
    share: free / read('page_count'),
    canGo: read('auto_vacuum') === INCREMENTAL,
  }
}

/** Is enough of a ledger free that the disk should have it back? */
export const isMuchFree = ({ free, share }: FreePages): boolean => free >= LEAST_BYTES && share >= LEAST_SHARE

/**
 * Gives some free pages back to the disk in one short transaction: pages from the end of the file take their places. False:
 * none is left, or none can go.
 */
export async function giveBackPages(db: SqliteDatabase): Promise<boolean> {
  const { free, canGo } = freePagesOf(db)
  if (free === 0 || !canGo) return false
  await inTransaction(db, () => {
    // Moved pages are a change of the file like any other: a follower of its commits must get them.
    advancePosition(db)
    db.pragma(`incremental_vacuum(${PAGES})`)
  })
  return true
}
