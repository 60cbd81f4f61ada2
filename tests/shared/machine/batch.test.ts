import { expect, test } from 'vitest'
import {
  afterRestore,
  BATCH_TRANSITIONS,
  isOver,
  isRunning,
  isUnderWay,
  mayBeChecked,
  mayBeRemoved,
  mayBeRun,
  mayMove,
  mayRetryRows,
  moved,
  type BatchMove,
} from '../../../src-shared/machine/batch.ts'
import { BATCH_STATES, batchRulesSchema, type BatchState } from '../../../src-shared/station/batch/batch.ts'
import { columnMapSchema } from '../../../src-shared/station/batch/batch-field.ts'
import fc from '../../support/fast-check.ts'

const REASON = { code: 'LEDGER_RESTORED', message: 'It was put back.', retryable: false, details: {} }
const rules = batchRulesSchema.parse({})
const map = columnMapSchema.parse({
  columns: [{ header: 'Ref', field: 'reference' }],
  numbers: 'point',
  dates: 'iso',
})

const NEW = { state: 'RECEIVING' as BatchState, map: null, rules, reason: null, environment: null }

const anyMove: fc.Arbitrary<BatchMove> = fc.oneof(
  fc.constant<BatchMove>({ to: 'RECEIVING' }),
  fc.constant<BatchMove>({ to: 'CHECKED', map, rules }),
  fc.constantFrom('one', 'other').map((environment): BatchMove => ({ to: 'RUNNING', environment })),
  fc.constantFrom(REASON, null).map((reason): BatchMove => ({ to: 'PAUSED', reason })),
  fc.constantFrom<BatchMove>({ to: 'DONE' }, { to: 'CANCELLED' }),
)

const anyWalk = fc.array(anyMove, { maxLength: 30 }).map((moves) => {
  const walk = [moved(NEW, { to: 'RECEIVING' })]
  for (const move of moves) {
    const batch = walk[walk.length - 1]
    if (batch && mayMove(batch, move)) walk.push(moved(batch, move))
  }
  return walk
})

test('a batch runs only after every row was looked at, and stays with the service of its first run', () => {
  fc.assert(
    fc.property(anyWalk, (walk) => {
      const services = new Set(walk.map(({ environment }) => environment).filter((one) => one !== null))
      expect(services.size).toBeLessThanOrEqual(1)
      for (const batch of walk) {
        if (isUnderWay(batch)) expect(batch.map).not.toBeNull()
        if (isRunning(batch)) expect(batch.environment).not.toBeNull()
        if (batch.reason !== null) expect(batch.state).toBe('PAUSED')
      }
    }),
  )
})

test('what a screen offers for a batch is what its machine lets happen', () => {
  for (const state of BATCH_STATES) {
    const batch = { ...NEW, state }
    expect(mayBeRun(batch)).toBe(mayMove(batch, { to: 'RUNNING', environment: 'one' }))
    expect(mayBeChecked(batch)).toBe(state === 'RECEIVING' || mayMove(batch, { to: 'RECEIVING' }))
    if (mayRetryRows(batch)) expect(mayBeRun(batch)).toBe(true)
    if (isOver(batch)) expect(mayBeRemoved(batch)).toBe(true)
    // Without a run all its rows may have become orders.
    expect(mayMove(batch, { to: 'DONE' })).toBe(isUnderWay(batch) || state === 'CHECKED')
  }
  expect(Object.keys(BATCH_TRANSITIONS).toSorted()).toEqual([...BATCH_STATES].toSorted())
})

test('after a restore no batch hands in rows until a person says so', () => {
  for (const state of BATCH_STATES) {
    const after = afterRestore({ ...NEW, state }, REASON)
    expect(isRunning(after)).toBe(false)
    expect(after).toEqual(state === 'RUNNING' ? { ...NEW, state: 'PAUSED', reason: REASON } : { ...NEW, state })
  }
})
