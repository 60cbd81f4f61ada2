import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { createSpend } from '../spend/spend.ts'
import type { SqliteDatabase } from '../store/database.ts'
import { invoiceStore } from '../store/ledger/spend/invoices.ts'
import { refundStore } from '../store/ledger/spend/refunds.ts'
import { onTimeSums } from '../store/cache/on-time.ts'
import { spendSums } from '../store/ledger/spend/sums.ts'

interface SpendParts {
  ledger: SqliteDatabase
  cache: SqliteDatabase
  /** The service in use. */
  environment: () => string
  clock: Clock
  ids: Ids
  closing: AbortSignal
}

/** What was spent, what carriers bill for it, and what comes back. */
export function wireSpend({ ledger, cache, environment, clock, ids, closing }: SpendParts) {
  return createSpend({
    sums: spendSums(ledger),
    onTime: onTimeSums(cache),
    invoices: invoiceStore(ledger, clock, ids),
    refunds: refundStore(ledger, clock),
    environment,
    closing,
  })
}
