import { basename, join } from 'node:path'
import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { anyStep, type AtStep } from '../../kernel/sqlite/at-step.ts'
import { openDatabase, type SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { damaged } from '../../kernel/sqlite/store-error.ts'
import { isIncrement, restoreIncrements } from '../increments/backup-chain.ts'
import { afterRestore } from './after-restore.rows.ts'
import { readReserved, takeInReserved } from './reserved-references.rows.ts'
import { beginGeneration, readIdentity } from './identity.rows.ts'
import { strangeness } from './inspect.rows.ts'
import { LEDGER_MIGRATIONS } from '../ledger/migrations.ts'
import { addNotices } from '../../inbox/notices.rows.ts'
import { WITH_JOURNALS, type LedgerPlace } from './place.ts'
import { endRestore } from './restore.ts'

/** What is known when a ledger stops being the one it was. */
export interface Break {
  place: LedgerPlace
  files: StoreFiles
  now: Date
  /** The moment that the rows show, ISO 8601 in UTC. */
  backupAt: string
  /** The generation that the mark names; null: there is no mark. */
  cameFrom: string | null
  /** The furthest position that any file of this ledger had. */
  position: number
  notices: readonly StationErrorData[]
  /** A person began an empty ledger. */
  isNew?: boolean
}

/**
 * Makes of rows from the past a ledger that may be used: nothing open in them is trusted, a new generation begins,
 * what was given out since is not given out again, and the person is notified. One transaction: all of it or none.
 */
export function distrust(db: SqliteDatabase, about: Break): void {
  const { place, files, now, backupAt, cameFrom, position, notices, isNew = false } = about
  db.transaction(() => {
    const reported = afterRestore(db, { now, backupAt, isNew })
    takeInReserved(db, readReserved(files, place.given))
    beginGeneration(db, { cameFrom, position: Math.max(position, readIdentity(db).position) })
    addNotices(db, now, [...notices, ...reported])
  }).immediate()
}

export interface Recovery extends Break {
  /** The file that takes the ledger's place; null: a new, empty ledger does. */
  source: string | null
  /** Where what lies in the ledger's place goes; its journals go with it. */
  putAsideAs: string
  atStep?: AtStep
}

const stepSchema = z.object({ putAsideAs: z.string() })

/**
 * Puts a file in the ledger's place. No process may have the ledger open. Killed before the step file is there,
 * nothing has happened; killed later, `finishRecovery` brings it to its end. What takes the place is ready in every
 * respect before it does.
 */
export async function recover(recovery: Recovery): Promise<void> {
  const { place, files, source, putAsideAs, atStep = anyStep } = recovery
  removeIncoming(place, files)
  try {
    atStep('recovery begun')
    if (source !== null) copyWithJournal(files, source, place.incoming)
    atStep('recovery copied')
    await makeReady(recovery)
    atStep('recovery ready')
    files.sync(place.incoming)
    atStep('recovery synced')
    const step = `${place.step}.new`
    files.write(
      step,
      Buffer.from(JSON.stringify({ putAsideAs: basename(putAsideAs) } satisfies z.input<typeof stepSchema>)),
    )
    atStep('recovery step written')
    files.rename(step, place.step)
    atStep('recovery step named')
  } catch (error) {
    removeIncoming(place, files)
    throw error
  }
  finishRecovery(place, files, atStep)
}

/** Ends a recovery that was interrupted between its renames; false: there was none. */
export function finishRecovery(place: LedgerPlace, files: StoreFiles, atStep: AtStep = anyStep): boolean {
  if (!files.exists(place.step)) return false
  const { putAsideAs } = stepSchema.parse(JSON.parse(files.read(place.step).toString('utf8')))
  // As long as it waits here, any file in the ledger's place is the old one's.
  if (files.exists(place.incoming)) {
    for (const suffix of WITH_JOURNALS) {
      if (!files.exists(place.file + suffix)) continue
      files.rename(place.file + suffix, join(place.dataDir, putAsideAs) + suffix)
      atStep(`recovery put aside${suffix}`)
    }
    files.rename(place.incoming, place.file)
    atStep('recovery in place')
  }
  // The plan is carried out, or reported in the ledger that is in place now.
  endRestore(files, place.backupDir)
  atStep('recovery plan ended')
  files.remove(place.step)
  atStep('recovery ended')
  return true
}

/** Leftovers of a recovery that was interrupted before its step file. */
export function removeIncoming(place: LedgerPlace, files: StoreFiles): void {
  for (const path of [...WITH_JOURNALS.map((suffix) => place.incoming + suffix), `${place.step}.new`]) {
    if (files.exists(path)) files.remove(path)
  }
}

/** A ledger that was set aside may have a journal with its last rows. */
function copyWithJournal(files: StoreFiles, source: string, target: string): void {
  if (isIncrement(source)) {
    restoreIncrements(source, target)
    files.sync(target)
    return
  }
  files.copy(source, target)
  if ((files.size(`${source}-wal`) ?? 0) > 0) files.copy(`${source}-wal`, `${target}-wal`)
}

async function makeReady(recovery: Recovery): Promise<void> {
  const { place, source, atStep = anyStep } = recovery
  const db = await openDatabase({
    file: place.incoming,
    migrations: LEDGER_MIGRATIONS,
    synchronous: 'FULL',
    checkPages: true,
    givesBack: true,
    atStep,
    recognise: (opened, version) => {
      const strange = source === null || version > LEDGER_MIGRATIONS.length ? null : strangeness(opened, version)
      if (strange !== null) throw damaged(place.incoming, strange.detail)
    },
  })
  try {
    atStep('recovery migrated')
    distrust(db, { ...recovery, isNew: source === null })
    atStep('recovery distrusted')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}
