import { atSite, returns } from '../command.ts'
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
} from '../spend/spend.ts'

/** Rows of the command table about spend. */
export const spendCommands = {
  /** Of the service in use. Its totals are the sums of its rows, one of each currency. */
  'spend.report': returns<SpendReport>()(spendReportSchema, atSite.clerk),
  /** How carriers kept their days: deliveries by carrier, by lane, or by both. Its total is the sum of its rows. */
  'spend.onTime': returns<OnTimeReport>()(onTimeSchema, atSite.clerk),
  /** Invoices of carriers as CSV: invoice, pro, amount and, if they are there, currency, date, carrier, accessorials. */
  'spend.importInvoices': returns<InvoiceImport>()(invoiceImportSchema, atSite.clerk),
  'spend.invoices': returns<InvoicePage>()(invoiceListSchema, atSite.clerk),
  /** WRONG_STATE: no booking has its number, or it agrees. */
  'spend.settle': returns<InvoiceLine>()(invoiceSettleSchema, atSite.supervisor),
  'spend.refunds': returns<Refund[]>()(refundListSchema, atSite.clerk),
  /** A person saw the money come, or takes that back. WRONG_STATE: nothing is due of it. */
  'spend.noteRefund': returns<Refund>()(refundNoteSchema, atSite.supervisor),
} as const
