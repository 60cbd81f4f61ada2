import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Watermark } from '../data/backup/watermark-file.ts'
import type { Candidate, PassedOver } from '../data/backup/leftovers.ts'

/** Notices to a person that a ledger is not the one it was. Each stays until it is dismissed. */

const notice = (code: string, message: string, details: Record<string, unknown>): StationErrorData => ({
  code,
  message,
  retryable: false,
  details,
})

/** How much a file lacks of the watermark's count. */
function lostSince(mark: Watermark | null, bookings: number, until: string | null): string {
  const reached = `It shows ${bookings} bookings until ${until ?? 'its beginning'}`
  if (mark === null) return `${reached}.`
  const lost = Math.max(0, mark.bookings - bookings)
  return `${reached}; there were ${mark.bookings} until ${mark.at}, so ${lost} are missing from it. They may be at the service: check Track before booking again.`
}

export const restoredNotice = (
  { name, facts }: Candidate,
  mark: Watermark | null,
  putAsideAs: string,
): StationErrorData =>
  notice(
    'LEDGER_RESTORED',
    `The backup ${name} replaced the ledger, as requested. ${lostSince(mark, facts.bookings, facts.until)} The previous one is saved as ${putAsideAs}.`,
    { backup: name, putAside: putAsideAs, bookings: facts.bookings, until: facts.until },
  )

/** A backup took the place of a ledger that was damaged or gone, or of one that had gone back. */
export function replacedNotice(
  code: 'DATABASE_DAMAGED' | 'LEDGER_BEHIND',
  why: string,
  { name, facts }: Candidate,
  mark: Watermark | null,
  passedOver: readonly PassedOver[],
  putAsideAs: string,
): StationErrorData {
  const others = passedOver.map((other) => ` The newer backup ${other.name} was not used: ${other.detail}.`).join('')
  return notice(
    code,
    `The ledger could not be used: ${why}. The backup ${name} replaced it. ${lostSince(mark, facts.bookings, facts.until)}${others} The previous one is saved as ${putAsideAs}.`,
    { reason: why, putAside: putAsideAs, backup: name, passedOver, bookings: facts.bookings, until: facts.until },
  )
}

export const newLedgerNotice = (why: string, mark: Watermark | null, putAsideAs: string): StationErrorData =>
  notice(
    'LEDGER_NEW',
    `A new, empty ledger was created, as requested: ${why}. ${mark ? `The previous one had ${mark.bookings} bookings until ${mark.at}. ` : ''}Bookings made earlier are at the service and show under Track. The previous one is saved as ${putAsideAs}.`,
    { reason: why, putAside: putAsideAs, bookings: mark?.bookings ?? null, until: mark?.at ?? null },
  )

export const behindNotice = (mark: Watermark, bookings: number, until: string | null): StationErrorData =>
  notice(
    'LEDGER_BEHIND',
    `The ledger is missing its latest records: its journal was lost, or an older copy replaced it. ${lostSince(mark, bookings, until)} Nothing open in it is sent automatically.`,
    { bookings, until, bookingsBefore: mark.bookings, untilBefore: mark.at },
  )

export const strangeNotice = (mark: Watermark | null, bookings: number, until: string | null): StationErrorData =>
  notice(
    'LEDGER_EXCHANGED',
    mark === null
      ? `The ledger's watermark file is missing, so it is unknown whether the ledger is complete. ${lostSince(null, bookings, until)} Nothing open in it is sent automatically.`
      : `This folder has a different ledger from the one last used here. ${lostSince(mark, bookings, until)} Nothing open in it is sent automatically.`,
    { bookings, until, bookingsBefore: mark?.bookings ?? null, untilBefore: mark?.at ?? null },
  )

export const droppedNotice = (name: string, why: string): StationErrorData =>
  notice(
    'RESTORE_DROPPED',
    `The ledger did not go back to the backup ${name}: ${why}. It is unchanged; if you still want to restore, plan it again in Settings > Data and backups.`,
    { backup: name, reason: why },
  )

export const backupFailed = (why: string): StationError =>
  new StationError({
    code: 'BACKUP_FAILED',
    message: `A scheduled backup failed: ${why} Retrying in ten minutes.`,
    retryable: true,
    details: { reason: why },
  })

export const ledgerGone = (file: string): StationError =>
  new StationError({
    code: 'LEDGER_GONE',
    message: `${file} is no longer the file that Waybill has open: it was removed, moved or replaced. Nothing is accepted until it is back. Put it back, or restart Waybill; earlier records are in the backup.`,
    retryable: true,
    details: { file },
  })

export const ledgerSuspect = (why: string): StationError =>
  new StationError({
    code: 'LEDGER_SUSPECT',
    message: `The ledger reads as damaged: ${why} Finish open work and restart Waybill. It then checks the ledger and, if it cannot be used, restores the last verified backup; the damaged file is saved.`,
    details: { reason: why },
  })

export const fromAheadNotice = (name: string, at: string, now: string): StationErrorData =>
  notice(
    'BACKUP_FROM_AHEAD',
    `The backup ${name} is stamped ${at}, and this computer's clock says ${now}: one of the two is wrong, so the dates do not show which backup is newest.`,
    { name, at, now },
  )
