import { expect, test } from 'vitest'
import {
  afterRestore as restored,
  isRunning,
  mayBeRemoved,
  mayMove,
  moved,
  takesRules,
  type BatchMove,
} from '../../src-shared/machine/batch.ts'
import { columnMapSchema } from '../../src-shared/station/batch/batch-field.ts'
import { batchRulesSchema } from '../../src-shared/station/batch/batch.ts'
import { afterRestore } from '../../src-main/data/backup/after-restore.rows.ts'
import { batchStore, type LedgerBatch } from '../../src-main/imports/batch/batches.rows.ts'
import fc from '../support/fast-check.ts'
import { testLedger } from '../support/ledger.ts'

const REASON = { code: 'HAS_ERRORS', message: 'A row has an error.', retryable: false, details: {} }
const rules = batchRulesSchema.parse({ onError: 'skip-row' })
const map = columnMapSchema.parse({
  columns: [{ header: 'Ref', field: 'reference' }],
  numbers: 'point',
  dates: 'iso',
})

const anyMove: fc.Arbitrary<BatchMove> = fc.oneof(
  fc.constant<BatchMove>({ to: 'RECEIVING' }),
  fc.constant<BatchMove>({ to: 'CHECKED', map, rules }),
  fc.constantFrom('here', 'there').map((environment): BatchMove => ({ to: 'RUNNING', environment })),
  fc.constantFrom(REASON, null).map((reason): BatchMove => ({ to: 'PAUSED', reason })),
  fc.constantFrom<BatchMove>({ to: 'DONE' }, { to: 'CANCELLED' }),
)

test('whatever is done to batches in whatever order, the ledger has them as their machine says, a restore included', async () => {
  const { clock, db } = await testLedger()
  const batches = batchStore(db, clock)
  const model = new Map<string, LedgerBatch>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 20 }), async (moves) => {
      const batchId = `bat_${model.size}`
      let batch = await batches.begin(batchId, 'orders.csv')
      for (const move of moves) {
        clock.advance(1_000)
        const taken = batches.move(batchId, batch.state, move)
        if (mayMove(batch, move)) {
          batch = { ...moved(batch, move), updatedAt: clock.now().toISOString() }
          expect(await taken).toEqual(batch)
        } else await expect(taken).rejects.toMatchObject({ code: 'WRONG_STATE' })
        const ruled = batches.setRules(batchId, batch.rules)
        if (takesRules(batch)) batch = await ruled
        else await expect(ruled).rejects.toMatchObject({ code: 'WRONG_STATE' })
      }
      model.set(batchId, batch)
    }),
    { numRuns: 40 },
  )
  expect([...model.values()].some(isRunning)).toBe(true)
  clock.advance(1_000)
  afterRestore(db, { now: clock.now(), backupAt: '2026-11-21T14:00:00.000Z' })
  for (const before of model.values()) {
    const after = await batches.get(before.batchId)
    expect(after).toEqual({ ...restored(before, after.reason ?? REASON), updatedAt: after.updatedAt })
    expect(after.reason?.code === 'LEDGER_RESTORED').toBe(isRunning(before))
    const removed = batches.remove(before.batchId)
    if (mayBeRemoved(after)) await removed
    else await expect(removed).rejects.toMatchObject({ code: 'WRONG_STATE' })
  }
})
