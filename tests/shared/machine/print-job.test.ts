import { expect, test } from 'vitest'
import {
  afterRestore,
  asksSomebody,
  didNotComeOut,
  hasTrouble,
  isInHand,
  isOnItsWay,
  isOut,
  isReplaced,
  isUnderWay,
  isUnsent,
  isWaiting,
  mayMove,
  mayStop,
  restOf,
  sheetInDoubt,
  maySendAgain,
  moved,
  PRINT_JOB_TRANSITIONS,
  type PrintJobMove,
} from '../../../src-shared/machine/print-job.ts'
import { PRINT_JOB_STATES, type JobPages, type PrintJob } from '../../../src-shared/station/printing/printing.ts'
import { aJob } from '../../renderer/builders.ts'
import fc from '../../support/fast-check.ts'

const AT = '2026-11-21T12:00:00.000Z'
const ERROR = { code: 'PRINTER_UNREACHABLE', message: 'It is off.', retryable: true, details: {} }

const QUEUED = aJob({ state: 'QUEUED', bytesSent: 0, attempts: 0 })

const anyMove: fc.Arbitrary<PrintJobMove> = fc.oneof(
  fc.boolean().map((isFresh): PrintJobMove => ({ to: 'QUEUED', isFresh })),
  fc.constant<PrintJobMove>({ to: 'SENDING' }),
  fc.nat(100).map((bytesSent): PrintJobMove => ({ to: 'SENT', bytesSent, detail: 'handed-over' })),
  fc
    .constantFrom('receipt', 'operator', 'status-twice')
    .map((kind): PrintJobMove => ({ to: 'PRINTED', bytesSent: 100, proof: { kind } })),
  fc.nat(100).map((bytesSent): PrintJobMove => ({ to: 'UNKNOWN', bytesSent, error: ERROR })),
  fc.constantFrom(AT, null).map((nextTryAt): PrintJobMove => ({ to: 'FAILED', error: ERROR, nextTryAt })),
  fc.constant<PrintJobMove>({ to: 'FAILED', error: ERROR, replacedBy: 'job_2' }),
  fc.constant<PrintJobMove>({ to: 'CANCELLED' }),
)

/** Every job on a walk of steps that may be taken, the first one included. */
const anyWalk = fc.array(anyMove, { maxLength: 40 }).map((moves) => {
  const walk = [QUEUED]
  for (const move of moves) {
    const job = walk[walk.length - 1]
    if (job && mayMove(job, move)) walk.push(moved(job, move, AT))
  }
  return walk
})

test('a job of which bytes have left is never sent again, whatever happens to it', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      const left = walk.findIndex(({ state }) => state === 'SENT' || state === 'PRINTED' || state === 'UNKNOWN')
      if (left < 0) return
      for (const job of walk.slice(left)) {
        expect(isWaiting(job) || isInHand(job) || maySendAgain(job) || isUnsent(job)).toBe(false)
      }
    }),
  )
})

test('a printed job always has its proof, and says who gave it', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      for (const { state, proof, confirmedBy } of walk) {
        expect(proof !== null).toBe(state === 'PRINTED')
        expect(confirmedBy).toBe(proof === null ? null : proof.kind === 'operator' ? 'operator' : 'printer')
      }
    }),
  )
})

test('only a failed job has a next try, and what failed or is unknown says why', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      for (const { state, nextTryAt, error } of walk) {
        if (nextTryAt !== null) expect(state).toBe('FAILED')
        expect(error !== null).toBe(state === 'FAILED' || state === 'UNKNOWN')
      }
    }),
  )
})

test('every job either is out, is on its way, or did not come out', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      for (const job of walk) {
        if (isUnderWay(job)) expect(isOnItsWay(job)).toBe(true)
        expect([isOut(job), isUnderWay(job), didNotComeOut(job)].filter(Boolean)).toHaveLength(1)
        if (hasTrouble(job)) expect(isOut(job)).toBe(false)
      }
    }),
  )
})

test('a job that was printed anew can neither be sent again nor given up', () => {
  const sent = moved(moved(QUEUED, { to: 'SENDING' }, AT), { to: 'SENT', bytesSent: 100, detail: 'handed-over' }, AT)
  const replaced = moved(sent, { to: 'FAILED', error: ERROR, replacedBy: 'job_2' }, AT)
  expect(isReplaced(replaced)).toBe(true)
  expect(replaced.error?.details).toEqual({ reprintedAs: 'job_2' })
  expect(mayMove(replaced, { to: 'QUEUED', isFresh: true })).toBe(false)
  expect(mayMove(replaced, { to: 'CANCELLED' })).toBe(false)
  expect([hasTrouble(replaced), hasTrouble(aJob({ state: 'FAILED' }))]).toEqual([false, true])
})

test('a label that waited too long is not sent before somebody has answered', () => {
  const stale: PrintJob = { ...QUEUED, question: 'stale' }
  expect(asksSomebody(stale)).toBe(true)
  expect(mayMove(stale, { to: 'SENDING' })).toBe(false)
  expect(mayMove(stale, { to: 'CANCELLED' })).toBe(true)
})

test('after a restore nothing that may have been printed is sent by itself, and what was at its end stays', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      for (const job of walk) {
        const after = afterRestore(job, ERROR, AT)
        expect(isUnderWay(after)).toBe(false)
        if (!isOnItsWay(job)) expect(after).toEqual(job)
        else expect(after).toMatchObject({ state: 'UNKNOWN', question: null, nextTryAt: null, error: ERROR })
      }
    }),
  )
})

test('every state is on the map, and every state that something leads to can be left or is an end', () => {
  expect(Object.keys(PRINT_JOB_TRANSITIONS).toSorted()).toEqual([...PRINT_JOB_STATES].toSorted())
  const ends = PRINT_JOB_STATES.filter((state) => PRINT_JOB_TRANSITIONS[state].length === 0)
  expect(ends).toEqual(['PRINTED', 'CANCELLED'])
})

const PAGES: JobPages = { ofCopy: 10, begin: 0, end: 20, handedOver: 7, isBetween: false, stop: null }
const paged = (state: PrintJob['state'], pages: Partial<JobPages> = {}): PrintJob => ({
  ...QUEUED,
  state,
  pages: { ...PAGES, ...pages },
})

test('a person stops a job that goes page by page while it is sent, once', () => {
  expect(PRINT_JOB_STATES.filter((state) => mayStop(paged(state)))).toEqual(['SENDING'])
  expect(mayStop(paged('SENDING', { stop: { kind: 'asked' } }))).toBe(false)
  expect(mayStop({ ...QUEUED, state: 'SENDING' })).toBe(false)
})

test.each([
  ['a page in doubt came out', paged('UNKNOWN'), 'printed', { begin: 8, end: 20 }],
  ['a page in doubt did not', paged('UNKNOWN'), 'print-again', { begin: 7, end: 20 }],
  ['the last page came out', paged('UNKNOWN', { handedOver: 19 }), 'printed', null],
  ['none was in doubt', paged('UNKNOWN', { isBetween: true }), 'printed', { begin: 7, end: 20 }],
  ['it was stopped meanwhile', paged('UNKNOWN', { stop: { kind: 'asked' } }), 'printed', null],
  [
    'it was stopped, and that page did not',
    paged('UNKNOWN', { stop: { kind: 'asked' } }),
    'print-again',
    { begin: 7, end: 8 },
  ],
  ['all had been taken, and none came out', paged('UNKNOWN', { handedOver: 20 }), 'print-again', { begin: 0, end: 20 }],
  [
    'all was sent, and nothing came out',
    paged('SENT', { begin: 3, handedOver: 20 }),
    'print-again',
    { begin: 3, end: 20 },
  ],
  ['all was sent and came out', paged('SENT', { handedOver: 20 }), 'printed', null],
  ['it goes as one', { ...QUEUED, state: 'UNKNOWN' as const }, 'print-again', null],
] as const)('what is left to print when %s', (_what, job, answer, rest) => {
  expect(restOf(job, answer)).toEqual(rest)
})

test('what came back with a backup and came out is not gone on with', () => {
  const error = { code: 'LEDGER_RESTORED', message: '', retryable: false, details: {} }
  expect(restOf({ ...paged('UNKNOWN'), error }, 'printed')).toBeNull()
  expect(sheetInDoubt(paged('UNKNOWN'))).toBe(8)
  expect(sheetInDoubt(paged('SENDING'))).toBeNull()
})
