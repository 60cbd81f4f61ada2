import { sleep } from '../../src-node/runtime/wait.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { freePagesOf, giveBackPages, isMuchFree } from './retention/give-back.ts'
import { packDocuments } from './retention/pack-documents.rows.ts'

/** Between two slices: scans, bookings and prints have their turn, and the disk rests. */
const PAUSE_MS = 100

interface ShrinkingOptions {
  db: SqliteDatabase
  /** Asked after each slice. */
  closing: Pick<AbortSignal, 'aborted'>
}

/**
 * Reduces the ledger's size on the disk while the station works: packs older documents, then returns free pages. In
 * slices of one short transaction; stopped or killed between any two, it continues with what is left.
 */
export function createShrinking({ db, closing }: ShrinkingOptions) {
  async function goOn(slice: (db: SqliteDatabase) => Promise<boolean>): Promise<void> {
    while (!closing.aborted && (await slice(db))) await sleep(PAUSE_MS, { isBackground: true })
  }

  return {
    /** Called by the clock. Resolves when nothing is left to do, or the station closes. */
    tick: oneAtATime(async () => {
      await goOn(packDocuments)
      if (isMuchFree(freePagesOf(db))) await goOn(giveBackPages)
    }),
  }
}
