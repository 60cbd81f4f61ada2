import { runtime } from '../../../src-node/runtime/runtime.ts'
import { after } from '../../../src-node/runtime/wait.ts'
import type { Clock } from '../../kernel/clock.ts'
import { anyStep, type AtStep } from '../../kernel/sqlite/at-step.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { asStationError } from '../../kernel/sqlite/store-error.ts'
import { watchCommits } from '../../kernel/sqlite/transaction.ts'
import { ledgerGone } from '../../inbox/break-notices.ts'
import { reservedSince, openReservationLog } from './reserved-references.rows.ts'
import { advancePosition, noteWatermark, readIdentity, readReach } from './identity.rows.ts'
import { openWatermark, type Watermark } from './watermark-file.ts'
import type { PageCapture } from '../increments/page-capture.ts'
import type { LedgerPlace } from './place.ts'

export interface LedgerWatchOptions {
  db: SqliteDatabase
  place: LedgerPlace
  files: StoreFiles
  clock: Clock
  /** What was marked before; null: nothing, or of another generation. */
  watermark: Watermark | null
  /** Without commits for so long, the journal goes into the ledger's own file. */
  quietMs: number
  onTrouble: (error: unknown) => void
  capture: PageCapture
  atStep?: AtStep
}

export interface LedgerWatch {
  /** Is the file that is open still in its place? Also asked before each commit. @throws StationError LEDGER_GONE */
  assertInPlace(): void
  /** False: the file that was open is not in its place. */
  close(): boolean
}

/**
 * Keeps beside the open ledger how far it has come and what it gave out, after every commit; and brings the journal into
 * the ledger's own file at quiet moments and at the end, so that little is in the journal alone.
 *
 * A commit does not wait for the disk here: both files may lag behind the ledger after a power cut, which is made good
 * when it is opened.
 */
export function watchLedger(options: LedgerWatchOptions): LedgerWatch {
  const { db, place, files, clock, watermark: lastWatermark, quietMs, capture, atStep = anyStep } = options
  const onTrouble = (error: unknown) => options.onTrouble(asStationError(error, place.watermark))
  const watermark = openWatermark(files, place.watermark)
  const given = openReservationLog(files, place.given)
  let lastAudit = lastWatermark?.audit ?? 0

  const follow = () => {
    const reach = readReach(db)
    if (reach.audit > lastAudit) given.append(reservedSince(db, lastAudit))
    lastAudit = reach.audit
    const { generation, position } = readIdentity(db)
    watermark.write({ generation, position, ...reach, at: clock.now().toISOString() })
  }
  const sync = () => {
    given.sync()
    watermark.sync()
  }

  follow()
  atStep('mark written')
  sync()
  if (!readIdentity(db).isMarked) noteWatermark(db)
  atStep('mark noted')
  capture.checkpoint()

  const opened = files.identity(place.file)
  const isInPlace = () => files.identity(place.file) === opened && files.exists(`${place.file}-wal`)
  const assertInPlace = () => {
    // What is committed to a file that has no name any more dies with the process.
    if (!isInPlace()) throw ledgerGone(place.file)
  }

  const tried = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onTrouble(error)
    }
  }
  const tidy = () =>
    tried(() => {
      capture.checkpoint()
      sync()
    })
  let quiet = after(quietMs, tidy, { isBackground: true })
  let isClosed = false
  let isBringingIn = false
  // Not before the caller that waits for the commit has its answer.
  const bringInSoon = () => {
    if (isBringingIn) return
    isBringingIn = true
    runtime().timers.soon(() => {
      isBringingIn = false
      if (!isClosed) tried(() => void capture.checkpoint())
    })
  }
  watchCommits(db, {
    changed: () => {
      assertInPlace()
      advancePosition(db)
    },
    committed: () => {
      tried(() => {
        follow()
        if (capture.follow()) bringInSoon()
      })
      quiet.cancel()
      quiet = after(quietMs, tidy, { isBackground: true })
    },
  })

  return {
    assertInPlace,
    close: () => {
      quiet.cancel()
      isClosed = true
      watchCommits(db, null)
      const isHere = isInPlace()
      try {
        atStep('close begun')
        db.pragma('wal_checkpoint(TRUNCATE)')
        atStep('close checkpointed')
        follow()
        sync()
        atStep('close marked')
      } catch (error) {
        onTrouble(error)
      } finally {
        given.close()
        watermark.close()
      }
      return isHere
    },
  }
}
