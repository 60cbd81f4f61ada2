import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { createSpend } from './spend.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { invoiceStore } from './invoices.rows.ts'
import { refundStore } from './refunds.rows.ts'
import { onTimeSums } from '../shipments/on-time.rows.ts'
import { spendSums } from './sums.rows.ts'

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
