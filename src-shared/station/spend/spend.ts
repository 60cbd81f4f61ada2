import { z } from 'zod'
import { daySchema } from '../../freight/scalar.ts'
import type { CellFault } from '../batch/batch.ts'
import { idSchema, rowNumberSchema } from '../limits.ts'
import type { Money } from '../money.ts'

/** The groupings of a report of spend. */
export const SPEND_BY = ['carrier', 'lane', 'week', 'consignee'] as const
export type SpendBy = (typeof SPEND_BY)[number]

/** A report has at most this many rows, those with the most money; the rest is one row without a name. */
const MOST_ROWS = 5_000
export const spendReportSchema = z
  .object({
    by: z.enum(SPEND_BY, { error: `must be one of ${SPEND_BY.join(', ')}` }),
    /** The first and the last day; weeks are taken whole, Monday to Sunday (UTC). */
    from: daySchema.max(10),
    until: daySchema.max(10),
    limit: z.int().min(1).max(MOST_ROWS).default(500),
  })
  .strict()
export type SpendReportInput = z.output<typeof spendReportSchema>

/** Sums in minor units of one currency. */
export interface SpendSums {
  /** ISO 4217; empty: bookings without a price. */
  currency: string
  /** All that were booked: the amounts are of the same ones. */
  bookings: number
  /** How many of them were canceled later. */
  cancelled: number
  quoted: number
  /** The service's charge; the quote where it named none. */
  charged: number
  /** The total of carriers' invoices. */
  billed: number
  /** The part of it that is in dispute. */
  disputed: number
  /** The part of it for accessorials that were not in the quote. */
  unquoted: number
  refundDue: number
  refundReceived: number
}

export interface SpendRow extends SpendSums {
  /** A carrier, a lane, a consignee, or a week's Monday; null: all that are not named. */
  name: string | null
}

export interface SpendReport {
  rows: SpendRow[]
  /** One of each currency. */
  totals: SpendSums[]
  /** Older bookings that are not counted yet. */
  toCount: number
}

/** Answer of `spend.today`. */
export interface SpentToday {
  /** In the currency of most bookings; null: nothing that has a price. */
  spent: Money | null
  /** The daily limit in whole units of the currency; 0: none. */
  perDay: number
}

export const INVOICE_STATES = ['differs', 'unmatched', 'disputed', 'agrees', 'accepted'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const invoiceListSchema = z
  .object({
    state: z.enum(INVOICE_STATES, { error: `must be one of ${INVOICE_STATES.join(', ')}` }),
    before: rowNumberSchema.optional(),
    limit: z.int().min(1).max(500).default(100),
  })
  .strict()

interface InvoiceCharge {
  code: string
  minor: number
  /** It was asked for in the quote. */
  isQuoted: boolean
}

/** A carrier's invoice for one shipment. */
export interface InvoiceLine {
  seq: number
  lineId: string
  invoice: string
  pro: string
  carrier: string
  invoicedOn: string | null
  billed: Money
  /** The expected amount; null: no booking, no price, or a price in another currency. */
  expected: Money | null
  charges: InvoiceCharge[]
  booking: { bookingId: string; reference: string } | null
  state: InvoiceState
  note: string
  settledBy: string | null
  settledAt: string | null
}

export interface InvoicePage {
  lines: InvoiceLine[]
  /** How many wait for a person. */
  counts: Record<'differs' | 'unmatched' | 'disputed', number>
}

/** 2 MB of CSV, in base64. */
const MOST_FILE = 2_800_000
export const invoiceImportSchema = z
  .object({ base64: z.base64().max(MOST_FILE, 'a file can have at most 2 MB') })
  .strict()

/** The columns of a file of invoices, under the names that a problem uses for them. */
export const INVOICE_COLUMNS = ['invoice', 'pro', 'amount', 'currency', 'date', 'carrier', 'accessorials'] as const
export type InvoiceColumn = (typeof INVOICE_COLUMNS)[number]

/** The problem of a row: a kind and its parameters for a screen, and a sentence for programs. */
export interface InvoiceProblem extends CellFault {
  /** As a spreadsheet numbers rows. */
  row: number
  column: InvoiceColumn
}

export interface InvoiceImport {
  added: number
  /** Lines that were taken in before. */
  known: number
  problems: InvoiceProblem[]
}

const MOST_NOTE = 500
/** `open`: as it was before a person settled it. */
export const invoiceSettleSchema = z
  .object({
    lineId: idSchema('lineId'),
    to: z.enum(['disputed', 'accepted', 'open'], { error: 'must be disputed, accepted or open' }),
    note: z.string().trim().max(MOST_NOTE).default(''),
  })
  .strict()
export type InvoiceSettle = z.output<typeof invoiceSettleSchema>

export const refundListSchema = z
  .object({ before: rowNumberSchema.optional(), limit: z.int().min(1).max(500).default(100) })
  .strict()

/** The refund of a canceled booking, expected or received. */
export interface Refund {
  seq: number
  bookingId: string
  reference: string
  carrierName: string
  proNumber: string | null
  refund: Money
  cancelledAt: string
  isReceived: boolean
  /** Who confirmed it; null: the service, or not confirmed. */
  notedBy: string | null
}

export const refundNoteSchema = z.object({ bookingId: idSchema('bookingId'), isReceived: z.boolean() }).strict()
