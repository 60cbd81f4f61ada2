import { nextTurn } from '../../src-node/runtime/wait.ts'
import { mondayOf } from '../../src-shared/station/day.ts'
import type { SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import { invalidField } from '../../src-shared/station/error.ts'
import type { OnTimeInput, OnTimeReport } from '../../src-shared/station/spend/on-time.ts'
import type {
  InvoiceImport,
  InvoiceLine,
  InvoicePage,
  InvoiceSettle,
  InvoiceState,
  Refund,
  SpendReport,
  SpendReportInput,
  SpentToday,
} from '../../src-shared/station/spend/spend.ts'
import type { Spending } from '../booking/spending.rows.ts'
import { textOfBytes } from '../imports/csv/csv-read.ts'
import type { Clock } from '../kernel/clock.ts'
import type { OnTimeSumStore } from '../shipments/on-time.rows.ts'
import type { InvoiceStore } from './invoices.rows.ts'
import type { RefundStore } from './refunds.rows.ts'
import type { SpendSumStore } from './sums.rows.ts'
import { importInvoices } from './invoice-csv.ts'

export interface SpendPorts {
  sums: SpendSumStore
  onTime: OnTimeSumStore
  invoices: InvoiceStore
  refunds: RefundStore
  spending: Pick<Spending, 'onDayOf'>
  limits: () => Promise<SpendLimits>
  clock: Clock
  /** The service in use. */
  environment: () => string
  closing: AbortSignal
}

export interface Spend {
  /** @throws StationError INVALID_INPUT when the days are turned */
  report(input: SpendReportInput): Promise<SpendReport>
  today(): Promise<SpentToday>
  /** How carriers keep their days. @throws StationError INVALID_INPUT when the days are turned */
  onTime(input: OnTimeInput): Promise<OnTimeReport>
  /** @throws StationError UNREADABLE_FILE */
  importInvoices(bytes: Uint8Array): Promise<InvoiceImport>
  invoices(query: { state: InvoiceState; before?: number | undefined; limit: number }): Promise<InvoicePage>
  settle(input: InvoiceSettle): Promise<InvoiceLine>
  refunds(before: number | undefined, limit: number): Promise<Refund[]>
  noteRefund(bookingId: string, isReceived: boolean): Promise<Refund>
  /** Counts bookings and shipments of before the sums, and looks for the bookings of invoices, slice by slice until all is done. */
  goOn(): Promise<void>
}

/** Spend, carriers' bills, and refunds. */
export function createSpend(ports: SpendPorts): Spend {
  const { sums, onTime, invoices, refunds, spending, limits, clock, environment, closing } = ports
  async function match(): Promise<void> {
    for (let after: number | null = 0; after !== null && !closing.aborted;) {
      after = await invoices.matchMore(environment(), after)
      await nextTurn()
    }
  }

  return {
    today: async () => ({
      spent: (await spending.onDayOf(environment(), clock.now()))[0] ?? null,
      perDay: (await limits()).perDay,
    }),
    report: async (input) => sums.report(environment(), inWeeks(input)),
    onTime: async (input) => onTime.report(inWeeks(input)),
    importInvoices: async (bytes) => {
      const at = environment()
      const result = await importInvoices(textOfBytes(bytes), (line) => invoices.add(at, line))
      await match()
      return result
    },
    invoices: (query) => invoices.list(environment(), query),
    settle: invoices.settle,
    refunds: (before, limit) => refunds.list(environment(), before, limit),
    noteRefund: refunds.note,
    goOn: async () => {
      while (!closing.aborted && (await sums.countOlder())) await nextTurn()
      while (!closing.aborted && (await onTime.countOlder())) await nextTurn()
      await match()
    },
  }
}

/** The Mondays of the first and of the last day. @throws StationError INVALID_INPUT */
function inWeeks<D extends { from: string; until: string }>(input: D): D {
  if (input.until < input.from) throw invalidField('until', 'must not be before from')
  return { ...input, from: mondayOf(input.from), until: mondayOf(input.until) }
}
