import { errorFacts } from '../../../src-node/log/error-facts.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { AtStep, OnOpening } from '../../kernel/sqlite/at-step.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { freeBytesAt, type StoreFiles } from '../../kernel/sqlite/files.ts'
import { asStationError, isDamaged } from '../../kernel/sqlite/store-error.ts'
import { freePagesOf, isMuchFree } from '../retention/give-back.ts'
import { isEveryDocumentPacked } from '../retention/pack-documents.rows.ts'
import { inspectWhole } from './inspections.ts'
import type { LedgerPlace } from './place.ts'

interface Rewrite {
  /** Just opened, and unused. */
  db: SqliteDatabase
  place: LedgerPlace
  files: StoreFiles
  atStep: AtStep
  onOpening: OnOpening
}

/**
 * A ledger from before free pages could be returned in use is rewritten, once, when much of it is free. The new
 * file takes its place when it is whole, verified and on the disk; killed before that, nothing has happened. Where
 * the disk has no room for both, the ledger keeps its size.
 * @returns whether another file is in its place now; `db` is closed then
 * @throws StationError DATABASE_DAMAGED, with `db` closed
 */
export async function rewriteWhenMuchIsFree({ db, place, files, atStep, onOpening }: Rewrite): Promise<boolean> {
  const pages = freePagesOf(db)
  if (pages.canGo || !isMuchFree(pages) || !isEveryDocumentPacked(db)) return false
  const used = pages.free / pages.share - pages.free
  if (((await freeBytesAt(place.dataDir)) ?? 0) < used * 1.5) return false
  await onOpening('migration')
  atStep('writing anew')
  try {
    // Nothing is in the journal alone, or the new file would come to lie under it.
    db.pragma('wal_checkpoint(TRUNCATE)')
    // Of the file that is written out of this one.
    db.pragma('auto_vacuum = INCREMENTAL')
    db.prepare('VACUUM INTO ?').run(place.incoming)
    atStep('written anew')
    const facts = await inspectWhole(place.incoming)
    if (!facts.isSound) throw new Error(facts.detail)
    files.sync(place.incoming)
  } catch (error) {
    const reported = asStationError(error, place.file)
    files.remove(place.incoming)
    if (isDamaged(reported)) {
      db.close()
      throw reported
    }
    runtime().log.warn('the ledger keeps its size', { error: errorFacts(error) })
    return false
  }
  atStep('rewritten file checked')
  db.close()
  files.rename(place.incoming, place.file)
  atStep('rewritten file in place')
  return true
}
