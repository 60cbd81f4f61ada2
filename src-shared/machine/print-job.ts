import type { StationErrorData } from '../station/error.ts'
import type {
  JobPages,
  PrintJob,
  PrintJobState,
  PrintProof,
  SentDetail,
  SpoolJob,
} from '../station/printing/printing.ts'

/**
 * The machine of a print job: transitions, predicates, and the effect of a restore. Pure; the ledger stores the
 * results (`store/ledger`), and SQL conditions are made from its conditions.
 */

/**
 * Allowed transitions. SENDING is committed before the first byte leaves, so a job found there at start is UNKNOWN. Once
 * bytes have left nothing leads back to QUEUED; FAILED does only when none had (`maySendAgain`).
 */
export const PRINT_JOB_TRANSITIONS = {
  QUEUED: ['SENDING', 'CANCELLED'],
  SENDING: ['SENT', 'PRINTED', 'FAILED', 'UNKNOWN'],
  SENT: ['PRINTED', 'FAILED'],
  UNKNOWN: ['PRINTED', 'FAILED', 'CANCELLED'],
  FAILED: ['QUEUED', 'CANCELLED'],
  PRINTED: [],
  CANCELLED: [],
} as const satisfies Record<PrintJobState, readonly PrintJobState[]>

/** A step to a state, with all that must be known to take it. */
export type PrintJobMove =
  /** Again in its old place. `isFresh`: a person wants it, so its age counts from now on. */
  | { to: 'QUEUED'; isFresh: boolean }
  | { to: 'SENDING' }
  /** Every byte was sent. `setBackOwed`: but for what sets the printer back, Latin-1. */
  | { to: 'SENT'; bytesSent: number; detail: SentDetail; spool?: SpoolJob | null; setBackOwed?: string }
  /** The printer proved it, or the operator confirmed it. */
  | { to: 'PRINTED'; bytesSent: number; proof: PrintProof; setBackOwed?: string }
  /** At least this many bytes left, over all copies; the result is unknown. */
  | { to: 'UNKNOWN'; bytesSent: number; error: StationErrorData; spool?: SpoolJob | null }
  | RefusedMove
  /** A person answered that it did not come out, and this job prints it instead. */
  | { to: 'FAILED'; error: StationErrorData; replacedBy: string }
  | { to: 'CANCELLED' }
  /** Its printer was never a real one, and was removed: what came out cannot be checked, and need not be. */
  | { to: 'CANCELLED'; isPrinterGone: true }

/** Not one byte left; tried again automatically at that moment, or never. */
interface RefusedMove {
  to: 'FAILED'
  error: StationErrorData
  nextTryAt: string | null
}

/** How a send ended. */
export type SendEnd = Extract<PrintJobMove, { to: 'SENT' | 'PRINTED' | 'UNKNOWN' }> | RefusedMove

/** A set of jobs, for code (`is...`) and for SQL alike. */
export interface JobCondition {
  readonly states: readonly PrintJobState[]
  /** Also a FAILED one that is tried again automatically; no other state has a next try. */
  readonly orTriedAgain: boolean
}

/** Not at its end: it waits, it is being sent, or how much of it came out is unknown. */
export const OPEN = { states: ['QUEUED', 'SENDING', 'UNKNOWN'], orTriedAgain: false } as const satisfies JobCondition
export const WAITING = { states: ['QUEUED'], orTriedAgain: true } as const satisfies JobCondition
export const UNDER_WAY = { states: ['QUEUED', 'SENDING'], orTriedAgain: true } as const satisfies JobCondition
export const ON_ITS_WAY = { states: OPEN.states, orTriedAgain: true } as const satisfies JobCondition
/** Its bytes may be leaving. */
export const IN_FLIGHT = { states: ['SENDING'], orTriedAgain: false } as const satisfies JobCondition
/** Also a question, which holds back QUEUED jobs. */
export const IN_HAND = { states: ['QUEUED', 'SENDING'], orTriedAgain: false } as const satisfies JobCondition
/** Not begun; one that waited too long among them. */
export const QUEUED = { states: ['QUEUED'], orTriedAgain: false } as const satisfies JobCondition
export const UNPROVED = { states: ['SENT'], orTriedAgain: false } as const satisfies JobCondition
/** How much of it came out is unknown. */
export const MAY_HAVE_COME_OUT = { states: ['UNKNOWN'], orTriedAgain: false } as const satisfies JobCondition
export const OUT = { states: ['SENT', 'PRINTED'], orTriedAgain: false } as const satisfies JobCondition

type State = Pick<PrintJob, 'state'>
type Status = Pick<PrintJob, 'state' | 'nextTryAt'>
type Question = Pick<PrintJob, 'state' | 'question'>
type Ended = Pick<PrintJob, 'state' | 'error'>

/** Whether a job belongs to a condition. */
export function holds({ states, orTriedAgain }: JobCondition, { state, nextTryAt }: Status): boolean {
  return states.includes(state) || (orTriedAgain && nextTryAt !== null)
}

const inStates = ({ states }: JobCondition, state: PrintJobState): boolean => states.includes(state)

/** Is it still to be printed, without a byte having left? So is a FAILED job that is tried again automatically. */
export const isWaiting = (job: Status): boolean => holds(WAITING, job)

/** Does it come out, or end, without a person's action? */
export const isUnderWay = (job: Status): boolean => holds(UNDER_WAY, job)

/** A label of it may still come out of a printer: a second job beside it could print it twice. */
export const isOnItsWay = (job: Status): boolean => holds(ON_ITS_WAY, job)

/** The printer has it whole, or proved that it came out. */
export const isOut = ({ state }: State): boolean => inStates(OUT, state)

/** Sent whole, and nothing has proved yet that it came out. */
export const isUnproved = ({ state }: State): boolean => inStates(UNPROVED, state)

/** Some of it may have come out; only a person can decide. */
export const mayHaveComeOut = ({ state }: State): boolean => inStates(MAY_HAVE_COME_OUT, state)

/** Bytes have left, and a person may answer what came out. */
export const isAskable = (job: State): boolean => isUnproved(job) || mayHaveComeOut(job)

/** It waited so long that a person decides whether it is still to be printed. */
export const isStale = ({ state, question }: Question): boolean => state === 'QUEUED' && question === 'stale'

/** Does it wait for an answer? */
export const asksSomebody = (job: Question): boolean => mayHaveComeOut(job) || isStale(job)

/** Its printer has it to do or is at it, and no answer is needed first. */
export const isInHand = (job: Question): boolean => job.state === 'SENDING' || mayBeSent(job)

/** It is next when its turn comes: it waits for its printer and for no answer. */
export const mayBeSent = (job: Question): boolean => job.state === 'QUEUED' && !isStale(job)

/** It goes page by page and is under way: a person may end it after the current page. */
export const mayStop = ({ state, pages }: Pick<PrintJob, 'state' | 'pages'>): boolean =>
  inStates(IN_FLIGHT, state) && pages !== null && pages.stop === null

/** The sheet that may or may not have come out; null: none, or the job is sent as one. */
export function sheetInDoubt({ state, pages }: Pick<PrintJob, 'state' | 'pages'>): number | null {
  if (pages === null || !inStates(MAY_HAVE_COME_OUT, state)) return null
  return pages.isBetween || pages.handedOver >= pages.end ? null : pages.handedOver + 1
}

/**
 * The sheets that are still to be printed after a person's answer about a job that goes page by page; null: none.
 * Pages that the printer took whole are not printed again, unless nothing else is left to print.
 * @param answer `printed`: the sheet in doubt came out, or all of a job that came back with a backup
 */
export function restOf(
  job: Pick<PrintJob, 'state' | 'pages' | 'error'>,
  answer: 'printed' | 'print-again',
): Pick<JobPages, 'begin' | 'end'> | null {
  const { pages } = job
  if (pages === null) return null
  const inDoubt = sheetInDoubt(job)
  const all = answer === 'printed' ? null : { begin: pages.begin, end: pages.handedOver }
  if (!mayHaveComeOut(job)) return all
  if (answer === 'printed' && job.error?.code === 'LEDGER_RESTORED') return null
  const begin = answer === 'printed' ? (inDoubt ?? pages.handedOver) : pages.handedOver
  const end = pages.stop === null ? pages.end : (inDoubt ?? pages.handedOver)
  return begin < end ? { begin, end } : all
}

/** A new job replaced this one. */
export const isReplaced = ({ error }: Pick<PrintJob, 'error'>): boolean =>
  error !== null && 'reprintedAs' in error.details

/** Refused before the first byte, or answered as not come out. */
export const hasFailed = ({ state }: State): boolean => state === 'FAILED'

/** It failed without a byte having left: it may be sent again, in its old place. */
export const maySendAgain = (job: Ended): boolean => hasFailed(job) && !isReplaced(job)

/** Not one byte of it has left: it may be canceled, or go to another printer. */
export const isUnsent = (job: Ended): boolean => job.state === 'QUEUED' || maySendAgain(job)

/** Did it fail, so that a person at the station should look? */
export const hasTrouble = (job: Ended): boolean => mayHaveComeOut(job) || maySendAgain(job)

/** Did it not come out, and will it not automatically? */
export const didNotComeOut = (job: Status): boolean => !isUnderWay(job) && !isOut(job)

/** Has it waited longer than the station's limit? Then it asks before it is sent. @param freshAt ISO 8601 */
export function isTooOld(freshAt: string, now: Date, staleMs: number): boolean {
  return Date.parse(freshAt) < now.getTime() - staleMs
}

/** Whether a job may take a step. */
export function mayMove(job: PrintJob, move: PrintJobMove): boolean {
  const followers: readonly PrintJobState[] = PRINT_JOB_TRANSITIONS[job.state]
  if (!followers.includes(move.to)) return false
  switch (move.to) {
    case 'QUEUED':
      return maySendAgain(job)
    case 'CANCELLED':
      return 'isPrinterGone' in move ? mayHaveComeOut(job) : isUnsent(job)
    case 'SENDING':
      return mayBeSent(job)
    case 'FAILED':
      // Only a send can be refused; a job that has left is replaced or stays.
      return 'replacedBy' in move ? isAskable(job) : job.state === 'SENDING'
    default:
      return true
  }
}

/** The job after a step that it may take. @param at now, ISO 8601 */
export function moved(job: PrintJob, move: PrintJobMove, at: string): PrintJob {
  return {
    ...job,
    state: move.to,
    bytesSent: 'bytesSent' in move ? move.bytesSent : job.bytesSent,
    confirmedBy: 'proof' in move ? confirmedBy(move.proof) : null,
    proof: 'proof' in move ? move.proof : null,
    detail: 'detail' in move ? move.detail : null,
    question: null,
    attempts: move.to === 'SENDING' ? job.attempts + 1 : job.attempts,
    nextTryAt: 'nextTryAt' in move ? move.nextTryAt : null,
    spool: spoolAfter(job, move),
    // Wanted again: that a person stopped it before its first byte is over.
    pages: move.to === 'QUEUED' && job.pages !== null ? { ...job.pages, stop: null } : job.pages,
    error: errorOf(move),
    updatedAt: at,
  }
}

/** A job that is sent again gets other numbers; in every other case it keeps them. */
function spoolAfter(job: PrintJob, move: PrintJobMove): SpoolJob | null {
  if (move.to === 'SENDING') return null
  return ('spool' in move ? move.spool : job.spool) ?? null
}

/** Maps the proof to who confirmed it. */
function confirmedBy({ kind }: PrintProof): 'operator' | 'printer' {
  return kind === 'operator' ? 'operator' : 'printer'
}

function errorOf(move: PrintJobMove): StationErrorData | null {
  if (!('error' in move)) return null
  if (!('replacedBy' in move)) return move.error
  return { ...move.error, details: { ...move.error.details, reprintedAs: move.replacedBy } }
}

/** What a restore does to the jobs that were ON_ITS_WAY: jobs unsent in the backup may have been printed since. */
export function afterRestore(job: PrintJob, error: StationErrorData, at: string): PrintJob {
  if (!isOnItsWay(job)) return job
  return { ...job, state: 'UNKNOWN', question: null, nextTryAt: null, error, updatedAt: at }
}
