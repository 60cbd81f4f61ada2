import { join } from 'node:path'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OnOpening } from '../../kernel/sqlite/at-step.ts'
import { openDatabase, putAside, type SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { CACHE_MIGRATIONS } from './migrations.ts'

/** The open cache: the one connection, and what went wrong when it was opened. */
export interface Cache {
  db: SqliteDatabase
  notices: StationErrorData[]
  close(): void
}

const UNUSABLE = ['DATABASE_DAMAGED', 'DATABASE_FROM_FUTURE']

/**
 * Opens cache.db in a data folder. A damaged file, or one of a newer version, is set aside and a new one is filled
 * again from the service, with a notice.
 *
 * @throws StationError DATA_IN_USE, DISK_FULL, DISK_FAILED, DATA_FOLDER_READ_ONLY
 */
export async function openCache(dataDir: string, clock: Clock, onOpening?: OnOpening): Promise<Cache> {
  const file = join(dataDir, 'cache.db')
  const open = () =>
    openDatabase({ file, migrations: CACHE_MIGRATIONS, synchronous: 'NORMAL', checkPages: false, onOpening })
  const opened = (db: SqliteDatabase, notices: StationErrorData[]): Cache => ({ db, notices, close: () => db.close() })
  try {
    return opened(await open(), [])
  } catch (error) {
    // A full disk says nothing of the file.
    if (!(error instanceof StationError) || !UNUSABLE.includes(error.code)) throw error
    const putAsideAs = putAside(file, clock.now())
    const notice: StationErrorData = {
      ...error.toData(),
      message: `${error.message} It had copies only: it is saved as ${putAsideAs}, and the shipments are being downloaded again.`,
      details: { ...error.details, putAside: putAsideAs },
    }
    return opened(await open(), [notice])
  }
}
