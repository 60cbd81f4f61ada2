import { atSite, nothing, returns } from '../command.ts'
import { onTimeSchema, type OnTimeReport } from '../spend/on-time.ts'
import {
  invoiceImportSchema,
  invoiceListSchema,
  invoiceSettleSchema,
  refundListSchema,
  refundNoteSchema,
  spendReportSchema,
  type InvoiceImport,
  type InvoiceLine,
  type InvoicePage,
  type Refund,
  type SpendReport,
  type SpentToday,
} from '../spend/spend.ts'

/** Rows of the command table about spend. */
export const spendCommands = {
  /** Returns what was spent at the service in use. Its totals are the sums of its rows, one of each currency. */
  'spend.report': returns<SpendReport>()(spendReportSchema, atSite.clerk),
  /** Returns what was spent today at the service in use, and the daily limit. */
  'spend.today': returns<SpentToday>()(nothing, atSite.clerk),
  /**
   * Returns how carriers kept their days: deliveries by carrier, by lane, or by both. Its total is the sum of its rows.
   */
  'spend.onTime': returns<OnTimeReport>()(onTimeSchema, atSite.clerk),
  /**
   * Imports invoices of carriers as CSV: invoice, pro, amount and, if they are there, currency, date, carrier,
   * accessorials.
   */
  'spend.importInvoices': returns<InvoiceImport>()(invoiceImportSchema, atSite.clerk),
  /** Lists the imported invoice lines. */
  'spend.invoices': returns<InvoicePage>()(invoiceListSchema, atSite.clerk),
  /** Settles an invoice line that differs from its booking. WRONG_STATE: no booking has its number, or it agrees. */
  'spend.settle': returns<InvoiceLine>()(invoiceSettleSchema, atSite.supervisor),
  /** Lists the refunds that are due or received. */
  'spend.refunds': returns<Refund[]>()(refundListSchema, atSite.clerk),
  /** Records that a refund was received, or takes that back. WRONG_STATE: nothing is due of it. */
  'spend.noteRefund': returns<Refund>()(refundNoteSchema, atSite.supervisor),
} as const
