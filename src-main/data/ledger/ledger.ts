import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { anyStep, noOpening, type AtStep, type OnOpening } from '../../kernel/sqlite/at-step.ts'
import { openDatabase, type DatabaseSpec, type SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { systemFiles, type StoreFiles } from '../../kernel/sqlite/files.ts'
import { takeOwnerLock } from '../../kernel/sqlite/owner-lock.ts'
import { asStationError, damaged, isDamaged, reasonOf } from '../../kernel/sqlite/store-error.ts'
import { backUp, backupsIn, removeUnfinished } from '../backup/backups.rows.ts'
import { rewriteWhenMuchIsFree } from '../backup/rewrite.ts'
import { takeLastClose, type LastClose } from '../increments/chain-end.ts'
import { copierOf, type CopyLedger } from '../backup/copy-ledger.ts'
import { fromAheadNotice } from '../../inbox/break-notices.ts'
import { readIdentity } from '../backup/identity.rows.ts'
import { strangeness } from '../backup/inspect.rows.ts'
import { backUpRegularly, type LedgerBackups } from '../backup/back-up-regularly.ts'
import { watchLedger } from '../backup/backup-watch.ts'
import { readWatermark } from '../backup/watermark-file.ts'
import { LEDGER_MIGRATIONS } from './migrations.ts'
import { capturePages } from '../increments/page-capture.ts'
import { dismissNotices, openNotices } from '../../inbox/notices.rows.ts'
import { ledgerPlace, type LedgerPlace } from '../backup/place.ts'
import { finishRecovery, removeIncoming } from '../backup/recover.ts'
import { recoveries, type LedgerAnswer } from '../backup/recoveries.ts'
import { beginRestore, endRestore } from '../backup/restore.ts'
import { hasLeftovers, leftoversIn } from '../backup/leftovers.ts'

export type { LedgerAnswer } from '../backup/recoveries.ts'

/** A clock that is a little off is no reason to speak of it. */
const AHEAD_MS = 10 * 60 * 1000
const QUIET_MS = 2_000

/** The open ledger: the one connection, and what to show a person of it. */
export interface Ledger {
  db: SqliteDatabase
  notices: StationErrorData[]
  backups: LedgerBackups
  /** A person has taken note of all with this code. */
  dismiss(code: string): Promise<void>
  /** Called when a file beside the ledger could not be written; the ledger itself is not hurt by it. */
  onTrouble(listener: (error: unknown) => void): void
  /**
   * Brings the journal in and empties it: overwritten values are nowhere any more. False: there is a reader; ask
   * again.
   */
  emptyJournal(): boolean
  close(): void
}

export interface LedgerOptions {
  /** A person's answer when the ledger was missing. */
  answer?: LedgerAnswer | undefined
  files?: StoreFiles
  /** Copies the ledger's file; a process of Node.js when absent. */
  copy?: CopyLedger
  atStep?: AtStep
  onOpening?: OnOpening | undefined
  /** Without commits for so long, the journal goes into the ledger's own file. */
  quietMs?: number
}

/**
 * Opens ledger.db in a data folder. A ledger that is damaged, gone, cut back or exchanged is never used as if nothing
 * had happened: the sound backup with the furthest position takes its place, what was there is set aside, and a
 * notice in the ledger names the loss. Where no backup is sound, nothing is made: LEDGER_MISSING names what was there
 * and what can be done.
 *
 * @throws StationError LEDGER_MISSING, DATABASE_FROM_FUTURE, DATA_IN_USE, DATA_FOLDER_READ_ONLY, DISK_FULL,
 * WRONG_STATE for an answer without a question
 */
export async function openLedger(dataDir: string, clock: Clock, options: LedgerOptions = {}): Promise<Ledger> {
  const { files = systemFiles } = options
  const place = ledgerPlace(dataDir)
  try {
    files.makeFolder(place.backupDir)
    const lock = takeOwnerLock(place.lock)
    const open = (isSuspect: boolean) => openOwned(place, clock, { ...options, files, isSuspect }, lock.release)
    try {
      return await open(false).catch((error: unknown) => {
        const reported = asStationError(error, place.file)
        if (!isDamaged(reported)) throw error
        // A page that is needed to open, in a file whose pages were not read because it was closed in order: they are read now.
        return open(true)
      })
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw asStationError(error, place.file)
  }
}

async function openOwned(
  place: LedgerPlace,
  clock: Clock,
  options: LedgerOptions & { files: StoreFiles; isSuspect: boolean },
  release: () => void,
): Promise<Ledger> {
  const { files, answer, copy = copierOf(), atStep = anyStep, quietMs = QUIET_MS, onOpening = noOpening } = options
  finishRecovery(place, files, atStep)
  removeIncoming(place, files)
  removeUnfinished(files, place.backupDir)
  const plan = beginRestore(files, place.backupDir)
  atStep('plan taken')

  const last = takeLastClose(place, files)
  if (last.kind === 'clean') putStrayJournalAside(place, files, clock)
  let isMigrated = false
  const openLive = () =>
    openIfThere({
      place,
      files,
      clock,
      atStep,
      last,
      isSuspect: options.isSuspect,
      onOpening,
      onMigration: () => (isMigrated = true),
    })
  const db = await recoveries({ place, files, clock, atStep, onOpening }).settle(openLive, plan, answer)
  let listener: (error: unknown) => void = (error) => console.error(error)
  const endInOrder = (work: () => void) => {
    try {
      work()
    } catch (error) {
      listener(error)
    }
  }
  try {
    const watermark = readWatermark(files, place.watermark)
    const identity = readIdentity(db)
    const capture = capturePages(db, place.file)
    const isSame = last.kind === 'clean' && last.end.generation === identity.generation && !isMigrated
    const backups = backUpRegularly({
      db,
      place,
      files,
      clock,
      capture,
      copy,
      end: isSame ? last.end : null,
      assertInPlace: () => keeping.assertInPlace(),
      onTrouble: (error) => listener(error),
      atStep,
    })
    const keeping = watchLedger({
      db,
      place,
      files,
      clock,
      watermark: watermark?.generation === identity.generation ? watermark : null,
      quietMs,
      capture,
      onTrouble: (error) => listener(error),
      atStep,
    })
    endRestore(files, place.backupDir)
    atStep('plan ended')
    return {
      db,
      notices: [...openNotices(db), ...aheadOfClock(place, files, clock.now())],
      backups,
      dismiss: (code) => dismissNotices(db, code, clock.now()),
      onTrouble: (reported) => {
        listener = reported
      },
      emptyJournal: capture.empty,
      close: () => {
        endInOrder(backups.endChain)
        const isInPlace = keeping.close()
        capture.close()
        db.close()
        if (isInPlace) endInOrder(backups.noteClosed)
        atStep('closed')
        release()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

interface LiveOptions {
  place: LedgerPlace
  files: StoreFiles
  clock: Clock
  atStep: AtStep
  last: LastClose
  /** Something in it reads as damaged. */
  isSuspect: boolean
  onOpening: OnOpening
  /** Its pages are other ones now than in the copies that there are. */
  onMigration: () => void
}

/**
 * Opens what lies in the ledger's place, in a time that does not grow with it. Every page is read first only where there is
 * a reason: it read as damaged before, or it was changed while it was closed. After an end that was not in order the pages
 * are read in the full copy that is then due at once.
 * @throws StationError DATABASE_DAMAGED also for one that is not there, where one was
 */
async function openIfThere(options: LiveOptions): Promise<SqliteDatabase> {
  const { place, files, clock, atStep, last, onOpening, onMigration } = options
  const wasThere = hasLeftovers(leftoversIn(place, files))
  // SQLite would make an empty file, and throw away a journal that belongs to none.
  if (wasThere && (files.size(place.file) ?? 0) === 0) {
    throw damaged(place.file, files.exists(place.file) ? 'it is 0 bytes long' : 'it is gone')
  }
  const isMarked = files.exists(place.suspect)
  const spec: DatabaseSpec = {
    file: place.file,
    migrations: LEDGER_MIGRATIONS,
    synchronous: 'FULL',
    givesBack: true,
    checkPages: options.isSuspect || isMarked || last.kind === 'changed',
    atStep,
    onOpening,
    recognise: (db, version) => {
      const strange = version > LEDGER_MIGRATIONS.length ? null : strangeness(db, version)
      if (strange === null || (strange.reason === 'empty' && !wasThere)) return
      throw damaged(place.file, strange.detail)
    },
    beforeMigration: async (db) => {
      onMigration()
      await backUp({ db, dir: place.backupDir, files, now: clock.now(), atStep })
    },
  }
  try {
    const db = await openDatabase(spec)
    if (isMarked) files.remove(place.suspect)
    const isAnew = await rewriteWhenMuchIsFree({ db, place, files, atStep, onOpening })
    if (!isAnew) return db
    onMigration()
    return await openDatabase({ ...spec, checkPages: false })
  } catch (error) {
    // Until another takes its place every start reads all of it, whatever the start before reported.
    if (!isMarked && isDamaged(error)) markSuspect(place, files, error)
    throw error
  }
}

/** A full disk takes no mark: the finding is reported all the same, and found by the copy that is then due. */
function markSuspect(place: LedgerPlace, files: StoreFiles, error: unknown): void {
  try {
    files.write(place.suspect, Buffer.from(reasonOf(error)))
  } catch {
    return
  }
}

/** One that was closed in order has no journal: SQLite would lay another one's pages over it. */
function putStrayJournalAside({ file }: LedgerPlace, files: StoreFiles, clock: Clock): void {
  if ((files.size(`${file}-wal`) ?? 0) === 0) return
  files.rename(`${file}-wal`, `${file}-wal.stray-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}`)
}

/** The newest copy is stamped ahead of the clock: one of the two is wrong. */
function aheadOfClock(place: LedgerPlace, files: StoreFiles, now: Date): StationErrorData[] {
  const newest = backupsIn(files, place.backupDir)[0]
  if (newest === undefined || Date.parse(newest.at) - now.getTime() <= AHEAD_MS) return []
  return [fromAheadNotice(newest.name, newest.at, now.toISOString())]
}
