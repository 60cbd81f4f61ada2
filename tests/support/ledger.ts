import { onTestFinished } from 'vitest'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { FakeClock } from './fake-clock.ts'
import { newStores } from './new-stores.ts'

/** A ledger of its own for the running test. */
export async function testLedger({ dataDir = newStores(), at }: { dataDir?: string; at?: string } = {}) {
  const clock = new FakeClock(at)
  const ledger = await openLedger(dataDir, clock)
  onTestFinished(() => (ledger.db.open ? ledger.close() : undefined))
  return { clock, dataDir, ledger, db: ledger.db }
}
