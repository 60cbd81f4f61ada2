import { wrongState, type StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AtStep, OnOpening } from '../../kernel/sqlite/at-step.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { isDamaged, reasonOf } from '../../kernel/sqlite/store-error.ts'
import { unsoundBackup } from './backups.rows.ts'
import {
  behindNotice,
  droppedNotice,
  newLedgerNotice,
  replacedNotice,
  restoredNotice,
  strangeNotice,
} from '../../inbox/break-notices.ts'
import { readIdentity, readReach, type LedgerIdentity } from './identity.rows.ts'
import { readUntil } from './inspect.rows.ts'
import type { Watermark } from './watermark-file.ts'
import { addNotices } from '../../inbox/notices.rows.ts'
import { WITH_JOURNALS, type LedgerPlace } from './place.ts'
import { distrust, recover } from './recover.ts'
import type { BegunRestore } from './restore.ts'
import { bestCandidate, furthestPosition, ledgerMissing, leftoversIn, type Candidate } from './leftovers.ts'

/** A person's answer when there is no usable ledger. */
export type LedgerAnswer = { kind: 'new' } | { kind: 'restore'; name: string }

export interface RecoveriesOptions {
  place: LedgerPlace
  files: StoreFiles
  clock: Clock
  atStep: AtStep
  onOpening: OnOpening
}

/** Decides on a ledger when it is opened, and what takes its place. */
export function recoveries({ place, files, clock, atStep, onOpening }: RecoveriesOptions) {
  /** A name that no file has: what was set aside is never overwritten, whatever the clock says. */
  function putAsideAs(why: 'damaged' | 'replaced'): string {
    const name = `${place.file}.${why}-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}`
    for (let copy = 1; ; copy++) {
      const free = copy === 1 ? name : `${name}-${copy}`
      if (!WITH_JOURNALS.some((suffix) => files.exists(free + suffix))) return free
    }
  }

  async function putInPlace(
    source: Candidate | null,
    why: 'damaged' | 'replaced',
    report: (putAsideAs: string) => StationErrorData[],
    reached = 0,
  ): Promise<void> {
    const leftovers = leftoversIn(place, files)
    const aside = putAsideAs(why)
    await recover({
      place,
      files,
      now: clock.now(),
      atStep,
      source: source?.path ?? null,
      backupAt: source?.facts.until ?? source?.at ?? clock.now().toISOString(),
      cameFrom: leftovers.watermark?.generation ?? null,
      position: Math.max(furthestPosition(leftovers), reached),
      putAsideAs: aside,
      notices: report(aside),
    })
  }

  /** There is no ledger to use: the answer decides, else the plan, else the sound backup that had come furthest. */
  async function replaceUnusable(why: string, { wanted, brokenOff }: BegunRestore, answer?: LedgerAnswer) {
    await onOpening('repair')
    const leftovers = leftoversIn(place, files)
    const { watermark: watermark } = leftovers
    if (answer?.kind === 'new') {
      await putInPlace(null, 'damaged', (aside) => [newLedgerNotice(why, watermark, aside)])
      return
    }
    const planned = answer?.name ?? wanted
    const chosen = planned === null ? null : await bestCandidate(place, leftovers, planned)
    if (answer?.kind === 'restore' && chosen?.best === null) {
      throw unsoundBackup(answer.name, chosen.passedOver[0] ?? notThere)
    }
    const found = chosen?.best ? chosen : await bestCandidate(place, leftovers)
    const { best, passedOver } = found
    if (best === null) throw ledgerMissing(place, leftovers, { why, passedOver })
    const dropped = [
      ...(wanted !== null && wanted !== best.name ? [droppedNotice(wanted, 'it could not be used')] : []),
      ...(brokenOff === null ? [] : [brokenOffNotice(brokenOff)]),
    ]
    try {
      await putInPlace(best, 'damaged', (aside) => [
        replacedNotice('DATABASE_DAMAGED', why, best, watermark, passedOver, aside),
        ...dropped,
      ])
    } catch (error) {
      if (files.exists(place.step)) throw error
      const reason = `${why}, and the backup ${best.name} could not be put in its place (${reasonOf(error)})`
      throw ledgerMissing(place, leftovers, { why: reason, passedOver })
    }
  }

  /** The ledger is sound, and a person wants to go back. What cannot be done is reported in the ledger as it is. */
  async function carryOut(db: SqliteDatabase, wanted: string, openLive: () => Promise<SqliteDatabase>) {
    const leftovers = leftoversIn(place, files)
    const { best, passedOver } = await bestCandidate(place, leftovers, wanted)
    if (best === null) {
      report(db, [droppedNotice(wanted, (passedOver[0] ?? notThere).detail)])
      return db
    }
    const { position } = readIdentity(db)
    // Opened before: a file that another Waybill holds is refused there and never moved from under it.
    db.close()
    try {
      await putInPlace(best, 'replaced', (aside) => [restoredNotice(best, leftovers.watermark, aside)], position)
    } catch (error) {
      if (files.exists(place.step)) throw error
      const live = await openLive()
      report(live, [droppedNotice(wanted, reasonOf(error))])
      return live
    }
    return openLive()
  }

  /** Is this the ledger that was used here last, and has it all that was written? */
  async function mendContinuity(db: SqliteDatabase, openLive: () => Promise<SqliteDatabase>): Promise<SqliteDatabase> {
    const leftovers = leftoversIn(place, files)
    const { watermark: watermark } = leftovers
    const identity = readIdentity(db)
    const gap = gapOf(identity, watermark)
    if (gap === null) return db
    const { bookings } = readReach(db)
    const until = readUntil(db)
    if (gap === 'behind') {
      const { best, passedOver } = await bestCandidate(place, leftovers)
      if (best !== null && (best.facts.position ?? 0) > identity.position) {
        db.close()
        const why = 'its latest records are missing: its journal was lost, or an older copy replaced it'
        await putInPlace(
          best,
          'replaced',
          (aside) => [replacedNotice('LEDGER_BEHIND', why, best, watermark, passedOver, aside)],
          identity.position,
        )
        return openLive()
      }
    }
    atStep('gap found')
    distrust(db, {
      place,
      files,
      now: clock.now(),
      backupAt: until ?? clock.now().toISOString(),
      cameFrom: watermark?.generation ?? null,
      position: furthestPosition(leftovers),
      notices: [
        gap === 'behind' && watermark
          ? behindNotice(watermark, bookings, until)
          : strangeNotice(watermark, bookings, until),
      ],
    })
    atStep('gap mended')
    return db
  }

  function report(db: SqliteDatabase, notices: StationErrorData[]): void {
    db.transaction(() => addNotices(db, clock.now(), notices)).immediate()
  }

  /** Opens the ledger by `openLive`, after all that has to be done first; returns it open. */
  async function settle(
    openLive: () => Promise<SqliteDatabase>,
    plan: BegunRestore,
    answer?: LedgerAnswer,
  ): Promise<SqliteDatabase> {
    let db: SqliteDatabase
    try {
      db = await openLive()
    } catch (error) {
      if (!isDamaged(error)) throw error
      await replaceUnusable(String(error.details['reason']), plan, answer)
      return openLive()
    }
    try {
      if (answer !== undefined) throw notAsked(place.file)
      if (plan.brokenOff !== null) report(db, [brokenOffNotice(plan.brokenOff)])
      if (plan.wanted !== null) db = await carryOut(db, plan.wanted, openLive)
      return await mendContinuity(db, openLive)
    } catch (error) {
      if (db.open) db.close()
      throw error
    }
  }

  return { settle }
}

const notThere = { reason: 'unreadable', detail: 'it is gone' }
const brokenOffNotice = (name: string) => droppedNotice(name, 'Waybill stopped while doing it')

/** Null: the same ledger, and nothing is missing. */
function gapOf(identity: LedgerIdentity, watermark: Watermark | null): 'behind' | 'exchanged' | null {
  if (watermark !== null && watermark.generation === identity.generation) {
    return identity.position < watermark.position ? 'behind' : null
  }
  const hasJustBegun = !identity.isMarked && identity.cameFrom === (watermark?.generation ?? null)
  if (!hasJustBegun) return 'exchanged'
  return identity.position < (watermark?.position ?? 0) ? 'behind' : null
}

function notAsked(file: string): StationError {
  return wrongState(
    `${file} is fine and in use, so it was not replaced. Start without --new-ledger and --restore-ledger, and plan a restore in Settings > Data and backups.`,
    { state: 'SOUND', file },
  )
}
