import type { Base } from '../app/wire-base.ts'
import { spending } from '../booking/spending.rows.ts'
import { onTimeSums } from '../shipments/on-time.rows.ts'
import { invoiceStore } from './invoices.rows.ts'
import { refundStore } from './refunds.rows.ts'
import { createSpend } from './spend.ts'
import { spendSums } from './sums.rows.ts'

/** Spend, carriers' bills, and refunds. */
export const wireSpend = ({ ledger, cache, environment, clock, ids, settings, closing }: Base) =>
  createSpend({
    sums: spendSums(ledger.db),
    onTime: onTimeSums(cache.db),
    invoices: invoiceStore(ledger.db, clock, ids),
    refunds: refundStore(ledger.db, clock),
    spending: spending(ledger.db),
    limits: settings.spendLimits,
    ...{ environment, clock },
    closing: closing.signal,
  })
