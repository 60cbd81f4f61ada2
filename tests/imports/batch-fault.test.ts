import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createBatches } from '../../src-main/imports/batch/batches.ts'
import { batchFiles } from '../../src-main/imports/batch/files.ts'
import { columnMapStore } from '../../src-main/imports/batch/batch-maps.rows.ts'
import { spending } from '../../src-main/booking/spending.rows.ts'
import { batchFixStore } from '../../src-main/imports/batch/batch-fixes.rows.ts'
import { batchQuoteStore } from '../../src-main/imports/batch/batch-quotes.rows.ts'
import { batchRowStore } from '../../src-main/imports/batch/batch.rows.ts'
import { batchStore } from '../../src-main/imports/batch/batches.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { batchRulesSchema } from '../../src-shared/station/batch/batch.ts'
import { batchCells, batchCsv } from '../support/batch-files.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

it('a batch whose end could not be written down comes to its end by itself once there is room again', async () => {
  const dir = tempDir()
  const clock = new FakeClock(TEST_START)
  const ids = countingIds()
  const { db, close } = await openLedger(dir, clock)
  const faults: unknown[] = []
  const batches = createBatches({
    batches: batchStore(db, clock),
    rows: batchRowStore(db, () => 'embedded'),
    fixes: batchFixStore(db, clock, () => 'embedded'),
    maps: columnMapStore(db, clock),
    files: batchFiles(dir),
    savedAddress: () => null,
    submit: async () => ({ bookingId: ids.next('bkg') }),
    freeReference: async ({ reference }) => reference,
    takeOrders: () => Promise.reject(new Error('no row of this file becomes an order')),
    quotes: batchQuoteStore(db),
    quote: () => Promise.reject(new Error('no row of this file asks for a quote')),
    storedQuote: () => Promise.reject(new Error('no row of this file asks for a quote')),
    priceTolerance: async () => 0,
    carrierRules: {
      decide: () => Promise.reject(new Error('no row of this file asks for a quote')),
      admit: async () => ({ byRule: null, approvedBy: null, isMailed: null }),
    },
    isUsedAtService: async () => false,
    isBookedElsewhere: async () => false,
    spending: spending(db),
    limits: async () => ({ perBatch: 0, perDay: 0 }),
    restorations: { newest: async () => null },
    environment: () => 'embedded',
    language: async () => 'en',
    clock,
    ids,
    onChange: () => undefined,
    onFault: (error) => faults.push(error),
  })
  onTestFinished(async () => {
    await batches.close()
    close()
  })
  const path = join(dir, 'orders.csv')
  writeFileSync(path, batchCsv([batchCells('PO-1'), batchCells('PO-2')]))
  const { batchId } = await batches.openFile(path, 'orders.csv')
  const { map } = await batches.finish(batchId)
  if (!map) throw new Error('no map was suggested')
  await batches.check(batchId, map, batchRulesSchema.parse({}))
  db.exec(
    `CREATE TRIGGER refusing BEFORE UPDATE OF state ON batch WHEN NEW.state = 'DONE' BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  await batches.run(batchId, { isComparedWithService: false, isSameFileMeant: false })
  await expect.poll(() => faults.length, { timeout: 10_000 }).toBe(1)
  db.exec('DROP TRIGGER refusing')
  await expect.poll(async () => (await batches.get(batchId)).state, { timeout: 15_000 }).toBe('DONE')
  expect((await batches.get(batchId)).counts).toMatchObject({ submitted: 2, waiting: 0 })
})
