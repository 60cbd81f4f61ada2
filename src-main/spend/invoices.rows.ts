import { z } from 'zod'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Money } from '../../src-shared/station/money.ts'
import {
  INVOICE_STATES,
  type InvoiceLine,
  type InvoicePage,
  type InvoiceSettle,
  type InvoiceState,
} from '../../src-shared/station/spend/spend.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { byCodeValues, hasPro } from '../shipments/by-code.rows.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

/** Lines without a booking that are looked at in one transaction. */
const SLICE = 200

const chargeSchema = z.object({ code: z.string(), minor: z.int(), isQuoted: z.boolean() })
const rowSchema = z.object({
  seq: z.int(),
  line_id: z.string(),
  invoice: z.string(),
  pro: z.string(),
  carrier: z.string(),
  invoiced_on: z.string().nullable(),
  minor: z.int(),
  currency: z.string(),
  charges: jsonColumn(z.array(chargeSchema)),
  expected: z.int().nullable(),
  state: z.enum(INVOICE_STATES),
  note: z.string(),
  settled_by: z.string().nullable(),
  settled_at: z.string().nullable(),
  booking_id: z.string().nullable(),
  reference: z.string().nullable(),
})
const foundSchema = z.object({
  seq: z.int(),
  minor: z.int().nullable(),
  currency: z.string().nullable(),
  /** Of a shipment that was canceled. */
  refund: z.int().nullable(),
  refundCurrency: z.string().nullable(),
  accessorials: jsonColumn(z.array(z.string())).nullable(),
})
const SELECT = `SELECT l.*, b.booking_id, b.reference FROM invoice_line l LEFT JOIN booking b ON b.seq = l.booking_seq`

/** A line of an invoice. */
export interface BilledLine {
  invoice: string
  pro: string
  carrier: string
  invoicedOn: string | null
  /** Without a currency it is the booking's, or US dollars where none is known. */
  billed: Money
  charges: { code: string; minor: number }[]
}

function toLine(raw: unknown): InvoiceLine {
  const row = rowSchema.parse(raw)
  const { currency, booking_id: bookingId, reference } = row
  return {
    seq: row.seq,
    lineId: row.line_id,
    invoice: row.invoice,
    pro: row.pro,
    carrier: row.carrier,
    invoicedOn: row.invoiced_on,
    billed: { minor: row.minor, currency },
    expected: row.expected === null ? null : { minor: row.expected, currency },
    charges: row.charges,
    booking: bookingId === null || reference === null ? null : { bookingId, reference },
    state: row.state,
    note: row.note,
    settledBy: row.settled_by,
    settledAt: row.settled_at,
  }
}

/** Lines of carriers' invoices, beside the bookings that they bill. */
export function invoiceStore(db: SqliteDatabase, clock: Clock, ids: Ids) {
  /**
   * The booking to compare a line with: carriers write a PRO with dashes or without, and two may use the same one.
   * To be called inside a transaction.
   * @returns null: no booking has its number
   */
  function compared(environment: string, lineSeq: number, { pro, carrier, billed, charges }: BilledLine) {
    const row = statement(
      db,
      `SELECT b.seq, coalesce(b.summary ->> '$.charged.minor', b.summary ->> '$.total.minor') AS minor,
         coalesce(b.summary ->> '$.charged.currency', b.summary ->> '$.total.currency') AS currency,
         b.cancellation ->> '$.refund.minor' AS refund, b.cancellation ->> '$.refund.currency' AS refundCurrency,
         b.origin -> '$.request.accessorials' AS accessorials
       FROM booking b WHERE ${hasPro('?')} AND +b.environment = ? AND +b.state = 'BOOKED'
       ORDER BY lower(b.summary ->> '$.carrierName') = lower(?) DESC, b.seq DESC LIMIT 1`,
    ).get(byCodeValues(pro).pros, environment, carrier)
    if (row === undefined) return null
    const found = foundSchema.parse(row)
    const before = z
      .int()
      .parse(
        statement(
          db,
          'SELECT coalesce(sum(minor), 0) FROM invoice_line WHERE booking_seq = ? AND currency = ? AND seq <> ?',
        )
          .pluck()
          .get(found.seq, billed.currency, lineSeq),
      )
    const refund = found.refund === null || found.refundCurrency === billed.currency ? (found.refund ?? 0) : null
    const price = found.currency === billed.currency ? found.minor : null
    const expected = price !== null && refund !== null ? price - refund - before : null
    const reported = charges.map((charge) => ({
      ...charge,
      isQuoted: found.accessorials?.includes(charge.code) ?? false,
    }))
    return {
      bookingSeq: found.seq,
      expected,
      charges: reported,
      unquoted: reported.reduce((sum, { minor, isQuoted }) => sum + (isQuoted ? 0 : minor), 0),
      state: stateOf(billed.minor, expected),
    }
  }

  const one = (lineId: string) => {
    const row = statement(db, `${SELECT} WHERE l.line_id = ?`).get(lineId)
    if (row === undefined) throw notFound('invoice line', { lineId })
    return toLine(row)
  }

  return {
    /** Takes a line in, once: an invoice names a number once. */
    add: (environment: string, line: BilledLine): Promise<'added' | 'known' | 'other'> =>
      inTransaction(db, () => {
        const known: unknown = statement(
          db,
          `SELECT minor || ' ' || currency FROM invoice_line WHERE environment = ? AND invoice = ? AND pro = ?`,
        )
          .pluck()
          .get(environment, line.invoice, line.pro)
        if (known !== undefined) return known === `${line.billed.minor} ${line.billed.currency}` ? 'known' : 'other'
        const found = compared(environment, 0, line)
        statement(
          db,
          `INSERT INTO invoice_line (line_id, environment, invoice, pro, carrier, invoiced_on, minor, currency, charges,
             unquoted, booking_seq, expected, state, taken_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          ids.next('inv'),
          environment,
          line.invoice,
          line.pro,
          line.carrier,
          line.invoicedOn,
          line.billed.minor,
          line.billed.currency,
          JSON.stringify(found?.charges ?? line.charges.map((charge) => ({ ...charge, isQuoted: false }))),
          found?.unquoted ?? 0,
          found?.bookingSeq ?? null,
          found?.expected ?? null,
          found?.state ?? 'unmatched',
          clock.now().toISOString(),
        )
        return 'added'
      }),

    /** Looks for the bookings of lines that have none, some at a time. @returns where to continue; null: at the end */
    matchMore: (environment: string, after: number): Promise<number | null> =>
      inTransaction(db, () => {
        const lines = statement(
          db,
          `${SELECT} WHERE l.environment = ? AND l.state = 'unmatched' AND l.seq > ? ORDER BY l.seq LIMIT ${SLICE}`,
        )
          .all(environment, after)
          .map(toLine)
        for (const line of lines) {
          const found = compared(environment, line.seq, line)
          if (!found) continue
          statement(
            db,
            'UPDATE invoice_line SET booking_seq = ?, expected = ?, charges = ?, unquoted = ?, state = ? WHERE seq = ?',
          ).run(found.bookingSeq, found.expected, JSON.stringify(found.charges), found.unquoted, found.state, line.seq)
        }
        return lines.length < SLICE ? null : (lines.at(-1)?.seq ?? null)
      }),

    /** Newest first. @param before the seq that the page before ended with */
    list: async (
      environment: string,
      { state, before, limit }: { state: InvoiceState; before?: number | undefined; limit: number },
    ): Promise<InvoicePage> => {
      const lines = statement(
        db,
        `${SELECT} WHERE l.environment = ? AND l.state = ? AND l.seq < ? ORDER BY l.seq DESC LIMIT ?`,
      )
        .all(environment, state, before ?? Number.MAX_SAFE_INTEGER, limit)
        .map(toLine)
      const count = (of: InvoiceState) =>
        z
          .int()
          .parse(
            statement(db, 'SELECT count(*) FROM invoice_line WHERE environment = ? AND state = ?')
              .pluck()
              .get(environment, of),
          )
      return {
        lines,
        counts: {
          differs: count('differs'),
          unmatched: count('unmatched'),
          disputed: count('disputed'),
        },
      }
    },

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    settle: ({ lineId, to, note }: InvoiceSettle): Promise<InvoiceLine> =>
      inTransaction(db, () => {
        const before = one(lineId)
        if (before.state === 'unmatched' || before.state === 'agrees') {
          throw wrongState('Only lines with a difference can be disputed or accepted.', {
            lineId,
            lineState: before.state,
          })
        }
        const now = clock.now()
        const isOpen = to === 'open'
        statement(
          db,
          'UPDATE invoice_line SET state = ?, note = ?, settled_by = ?, settled_at = ? WHERE line_id = ?',
        ).run(
          isOpen ? stateOf(before.billed.minor, before.expected?.minor ?? null) : to,
          note,
          isOpen ? null : (currentUser()?.name ?? null),
          isOpen ? null : now.toISOString(),
          lineId,
        )
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'invoice',
          subjectId: lineId,
          action: isOpen ? 'reopened' : to,
          detail: { from: before.state, invoice: before.invoice, pro: before.pro, billed: before.billed },
        })
        return one(lineId)
      }),
  }
}
export type InvoiceStore = ReturnType<typeof invoiceStore>

const stateOf = (billed: number, expected: number | null): InvoiceState => (billed === expected ? 'agrees' : 'differs')
