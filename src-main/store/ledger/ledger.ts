import { basename } from 'node:path'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../clock.ts'
import { anyStep, type AtStep } from '../at-step.ts'
import { openDatabase, type SqliteDatabase } from '../database.ts'
import { systemFiles, type StoreFiles } from '../files.ts'
import { takeOwnerLock } from '../owner-lock.ts'
import { asStationError, damaged } from '../store-error.ts'
import { backUp, backupsIn, removeUnfinished } from './backup/backups.ts'
import { backupFailedNotice, fromAheadNotice } from './notice/break-notices.ts'
import { readIdentity } from './backup/identity.ts'
import { strangeness } from './backup/inspect.ts'
import { keepLedger } from './backup/keeping.ts'
import { readMark } from './backup/mark.ts'
import { LEDGER_MIGRATIONS } from './migrations.ts'
import { dismissNotices, openNotices } from './notice/notices.ts'
import { ledgerPlace, type LedgerPlace } from './backup/place.ts'
import { finishRecovery, removeIncoming } from './backup/recover.ts'
import { recoveries, type LedgerAnswer } from './backup/recoveries.ts'
import { beginRestore, endRestore } from './backup/restore.ts'
import { hasTraces, tracesIn } from './backup/traces.ts'

export type { LedgerAnswer } from './backup/recoveries.ts'

const BACKUP_EVERY_MS = 24 * 60 * 60 * 1000
/** A clock that is a little off is no reason to speak of it. */
const AHEAD_MS = 10 * 60 * 1000
const QUIET_MS = 2_000

/** The open ledger: the one connection, and what a person has to be told of it. */
export interface Ledger {
  db: SqliteDatabase
  notices: StationErrorData[]
  /** A person has taken note of all with this code. */
  dismiss(code: string): Promise<void>
  /** Told when what is kept beside the ledger could not be written; the ledger itself is not hurt by it. */
  onTrouble(listener: (error: unknown) => void): void
  close(): void
}

export interface LedgerOptions {
  /** What a person said when the ledger was missing. */
  answer?: LedgerAnswer | undefined
  files?: StoreFiles
  atStep?: AtStep
  /** Without commits for so long, the journal goes into the ledger's own file. */
  quietMs?: number
}

/**
 * Opens ledger.db in a data folder. A ledger that is damaged, gone, cut back or exchanged is never used as if nothing had
 * happened: the sound backup that had come furthest takes its place, what was there is put aside, and a notice in the
 * ledger says what is lost. Where no backup is sound, nothing is made: LEDGER_MISSING says what was there and what can be done.
 *
 * @throws StationError LEDGER_MISSING, DATABASE_FROM_FUTURE, DATA_IN_USE, DATA_FOLDER_READ_ONLY, DISK_FULL, WRONG_STATE for
 * an answer to a question that nobody asked
 */
export async function openLedger(dataDir: string, clock: Clock, options: LedgerOptions = {}): Promise<Ledger> {
  const { files = systemFiles } = options
  const place = ledgerPlace(dataDir)
  try {
    files.makeFolder(place.backupDir)
    const lock = takeOwnerLock(place.lock)
    try {
      return await openOwned(place, clock, { ...options, files }, lock.release)
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
  { files, answer, atStep = anyStep, quietMs = QUIET_MS }: LedgerOptions & { files: StoreFiles },
  release: () => void,
): Promise<Ledger> {
  finishRecovery(place, files, atStep)
  removeIncoming(place, files)
  removeUnfinished(files, place.backupDir)
  const plan = beginRestore(files, place.backupDir)
  atStep('plan taken')

  const openLive = () => openIfThere(place, files, clock, atStep)
  const db = await recoveries({ place, files, clock, atStep }).settle(openLive, plan, answer)
  let listener: (error: unknown) => void = (error) => console.error(error)
  try {
    const marked = readMark(files, place.mark)
    const keeping = keepLedger({
      db,
      place,
      files,
      clock,
      marked: marked?.generation === readIdentity(db).generation ? marked : null,
      quietMs,
      onTrouble: (error) => listener(error),
      atStep,
    })
    endRestore(files, place.backupDir)
    atStep('plan ended')
    const troubles = await backUpWhenDue(db, place, files, clock.now(), atStep)
    return {
      db,
      notices: [...openNotices(db), ...troubles],
      dismiss: (code) => dismissNotices(db, code, clock.now()),
      onTrouble: (told) => {
        listener = told
      },
      close: () => {
        keeping.close()
        db.close()
        atStep('closed')
        release()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens what lies in the ledger's place. @throws StationError DATABASE_DAMAGED also for one that is not there, where one was */
async function openIfThere(
  place: LedgerPlace,
  files: StoreFiles,
  clock: Clock,
  atStep: AtStep,
): Promise<SqliteDatabase> {
  const wasThere = hasTraces(tracesIn(place, files))
  // SQLite would make an empty file, and throw away a journal that belongs to none.
  if (wasThere && (files.size(place.file) ?? 0) === 0) {
    throw damaged(place.file, files.exists(place.file) ? 'it is 0 bytes long' : 'it is not there any more')
  }
  return openDatabase({
    file: place.file,
    migrations: LEDGER_MIGRATIONS,
    synchronous: 'FULL',
    checkPages: true,
    atStep,
    recognise: (db, version) => {
      const stranger = version > LEDGER_MIGRATIONS.length ? null : strangeness(db, version)
      if (stranger === null || (stranger.reason === 'empty' && !wasThere)) return
      throw damaged(place.file, stranger.detail)
    },
    beforeMigration: (db) => backUp({ db, dir: place.backupDir, files, now: clock.now(), atStep }),
  })
}

/** A backup that cannot be made is told; the station works on without it. */
async function backUpWhenDue(
  db: SqliteDatabase,
  place: LedgerPlace,
  files: StoreFiles,
  now: Date,
  atStep: AtStep,
): Promise<StationErrorData[]> {
  const troubles: StationErrorData[] = []
  const dir = place.backupDir
  const newest = backupsIn(files, dir)[0]
  const age = newest === undefined ? Infinity : now.getTime() - Date.parse(newest.at)
  if (newest !== undefined && age < -AHEAD_MS) {
    troubles.push(fromAheadNotice(newest.name, newest.at, now.toISOString()))
  }
  // By how far apart, for the clock may have been set back.
  if (Math.abs(age) <= BACKUP_EVERY_MS) return troubles
  try {
    await backUp({ db, dir, files, now, atStep })
  } catch (error) {
    troubles.push(
      backupFailedNotice(error instanceof StationError ? error.message : `${basename(dir)}: ${String(error)}`),
    )
  }
  return troubles
}
