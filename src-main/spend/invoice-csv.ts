import { noValueOf } from '../../src-shared/station/no-value.ts'
import { money } from '../../src-shared/station/money.ts'
import {
  INVOICE_COLUMNS,
  type InvoiceColumn,
  type InvoiceImport,
  type InvoiceProblem,
} from '../../src-shared/station/spend/spend.ts'
import { headedRows, type HeadedRow, type Header } from '../imports/csv/headed-rows.ts'
import { readDay } from '../imports/rows/cells.ts'
import { ROUNDED } from '../imports/rows/row-problems.ts'
import type { BilledLine } from './invoices.rows.ts'

/** The columns of a file of invoices, by what carriers and their portals call them. */
const HEADER: Header<InvoiceColumn> = {
  columns: INVOICE_COLUMNS,
  needed: ['invoice', 'pro', 'amount'],
  names: {
    invoice: ['invoice number', 'invoice no', 'factura'],
    pro: ['pro number', 'pro no', 'guia'],
    amount: ['total', 'invoice amount', 'total amount', 'importe'],
    currency: ['moneda'],
    date: ['invoice date', 'fecha'],
    carrier: ['carrier name', 'transportista'],
    accessorials: ['accessorial charges', 'cargos adicionales'],
  },
  hint: 'An invoice file needs the columns invoice, pro, and amount.',
}

const MOST_PROBLEMS = 200
const MOST_TEXT = 120
const MOST_CHARGES = 50
/** Thousands may be set apart by commas; no invoice has ten digits. */
const AMOUNT = /^-?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,4})?$/
const CURRENCY = /^[A-Z]{3}$/

/**
 * The text for programs and the command line. A screen has its own text, by the kind and the parameters: a
 * kind that is added here needs a text there (`spend.fault.…`).
 */
const SENTENCES = {
  required: '{column} is required',
  'too-long': 'must be at most {most} characters',
  currency: 'must be a code of three letters, like USD',
  amount: '"{value}" must be an amount like 412.80',
  day: 'must be a day like 2026-11-21',
  number: '"{value}" was rounded by a spreadsheet; format the column as text and save the file again',
  'too-many': 'at most {most}',
  charge: '"{value}" must be CODE:amount',
  'other-amount': '{invoice} already has {pro} with a different amount',
} as const satisfies Record<string, string>
type FaultKind = keyof typeof SENTENCES
export const INVOICE_FAULT_KINDS = Object.keys(SENTENCES) as FaultKind[]

const MOST_SHOWN = 40
type Problem = Omit<InvoiceProblem, 'row'>

/** A cell's own text (`value`) is cut. */
function problem(column: InvoiceColumn, kind: FaultKind, params: Record<string, string | number> = {}): Problem {
  const { value } = params
  const shown = typeof value === 'string' ? { ...params, value: value.slice(0, MOST_SHOWN) } : params
  const message = SENTENCES[kind].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'column' ? column : (shown[name] ?? '')),
  )
  return { column, kind, params: shown, message }
}

/**
 * Takes invoices in from CSV text, one line a shipment. An invalid row is reported with its number and column; the
 * others are imported. `accessorials` is written CODE:amount, several with a semicolon between them.
 * @throws StationError UNREADABLE_FILE when it is no table or a needed column is not in its header
 */
export async function importInvoices(
  text: string,
  add: (line: BilledLine) => Promise<'added' | 'known' | 'other'>,
): Promise<InvoiceImport> {
  const result: InvoiceImport = { added: 0, known: 0, problems: [] }
  const note = (row: number, reported: Problem) => {
    if (result.problems.length < MOST_PROBLEMS) result.problems.push({ row, ...reported })
  }
  for await (const { row, text: cell } of headedRows(text, HEADER)) {
    const read = readLine(cell)
    if ('problems' in read) {
      for (const reported of read.problems) note(row, reported)
      continue
    }
    const outcome = await add(read.line)
    const { invoice, pro } = read.line
    if (outcome !== 'other') result[outcome] += 1
    else note(row, problem('amount', 'other-amount', { invoice, pro }))
  }
  return result
}

/** A credit as accounting writes it, `(35.00)` or `50.00-`, with its sign in front. */
const signInFront = (amount: string): string =>
  amount.replace(/^(\$?)\s*\((.+)\)$/, '-$1$2').replace(/^([^-]+?)\s*(?:-|CR)$/i, '-$1')

/** A day as carriers of the United States write it, MM/DD/YYYY, or YYYY-MM-DD; null: it is none. */
function dayOf(written: string): string | null {
  const read = readDay(written, 'mdy')
  return 'value' in read ? read.value : null
}

function readLine(text: HeadedRow<InvoiceColumn>['text']): { line: BilledLine } | { problems: Problem[] } {
  const problems: Problem[] = []
  const named = (column: InvoiceColumn, isNeeded: boolean) => {
    const value = text(column)
    if (isNeeded && value === '') problems.push(problem(column, 'required'))
    if (value.length > MOST_TEXT) problems.push(problem(column, 'too-long', { most: MOST_TEXT }))
    return value
  }
  const currency = text('currency').toUpperCase() || 'USD'
  if (!CURRENCY.test(currency)) problems.push(problem('currency', 'currency'))
  const amount = (column: InvoiceColumn, written: string) => {
    const bare = signInFront(written).replace(/^(-?)\s*\$\s*/, '$1')
    if (!AMOUNT.test(bare)) {
      problems.push(problem(column, 'amount', { value: written }))
      return 0
    }
    return CURRENCY.test(currency) ? money(Number(bare.replaceAll(',', '')), currency).minor : 0
  }
  const date = text('date') === '' ? null : dayOf(text('date'))
  if (date === null && text('date') !== '') problems.push(problem('date', 'day'))
  for (const column of ['invoice', 'pro'] as const) {
    const value = text(column)
    if (noValueOf(value) !== null || ROUNDED.test(value)) problems.push(problem(column, 'number', { value }))
  }
  const written = text('accessorials')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  if (written.length > MOST_CHARGES) problems.push(problem('accessorials', 'too-many', { most: MOST_CHARGES }))
  const charges = written.slice(0, MOST_CHARGES).map((part) => {
    const [, code = '', value = ''] = /^([^:]{1,60}):(.*)$/.exec(part) ?? []
    if (code === '') problems.push(problem('accessorials', 'charge', { value: part }))
    const plain = code
      .trim()
      .toUpperCase()
      .replaceAll(/[\s-]+/g, '_')
    return { code: plain, minor: code === '' ? 0 : amount('accessorials', value.trim()) }
  })
  const line: BilledLine = {
    invoice: named('invoice', true),
    pro: named('pro', true),
    carrier: named('carrier', false),
    invoicedOn: date,
    billed: { minor: amount('amount', text('amount')), currency },
    charges,
  }
  return problems.length > 0 ? { problems } : { line }
}
