import { daySchema } from '../../src-shared/freight/scalar.ts'
import { cellOfExport } from '../../src-shared/csv.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { money } from '../../src-shared/station/money.ts'
import {
  INVOICE_COLUMNS,
  type InvoiceColumn,
  type InvoiceImport,
  type InvoiceProblem,
} from '../../src-shared/station/spend/spend.ts'
import { readCsvText } from '../csv/csv-read.ts'
import type { BilledLine } from '../store/ledger/spend/invoices.ts'

/** The columns of a file of invoices, by what carriers and their portals call them; capitals and signs do not count. */
const COLUMNS = {
  invoice: ['invoice', 'invoicenumber', 'invoiceno', 'factura'],
  pro: ['pro', 'pronumber', 'prono', 'guia'],
  amount: ['amount', 'total', 'invoiceamount', 'totalamount', 'importe'],
  currency: ['currency', 'moneda'],
  date: ['date', 'invoicedate', 'fecha'],
  carrier: ['carrier', 'carriername', 'transportista'],
  accessorials: ['accessorials', 'accessorialcharges', 'cargosadicionales'],
} as const satisfies Record<InvoiceColumn, readonly string[]>
const NEEDED = ['invoice', 'pro', 'amount'] as const satisfies readonly InvoiceColumn[]

const MOST_PROBLEMS = 200
const MOST_TEXT = 120
const MOST_CHARGES = 50
/** Thousands may be set apart by commas; nobody bills ten digits. */
const AMOUNT = /^-?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,4})?$/
const CURRENCY = /^[A-Z]{3}$/

/**
 * What a program and the command line are told. A screen says the same in its own words, by the kind and the parameters: a
 * kind that is added here needs a text there (`spend.fault.…`).
 */
const SENTENCES = {
  required: '{column} is required',
  'too-long': 'must be at most {most} characters',
  currency: 'must be a code of three letters, like USD',
  amount: '"{value}" must be an amount like 412.80',
  day: 'must be a day like 2026-11-21',
  'too-many': 'at most {most}',
  charge: '"{value}" must be CODE:amount',
  'other-amount': '{invoice} has {pro} already, with another amount',
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
 * Takes invoices in from CSV text, one line a shipment. A row that is not right is told with its number and column; the
 * others go in. `accessorials` is written CODE:amount, several with a semicolon between them.
 * @throws StationError UNREADABLE_FILE when it is no table or a needed column is not in its header
 */
export async function importInvoices(
  text: string,
  add: (line: BilledLine) => Promise<'added' | 'known' | 'other'>,
): Promise<InvoiceImport> {
  const result: InvoiceImport = { added: 0, known: 0, problems: [] }
  const note = (row: number, told: Problem) => {
    if (result.problems.length < MOST_PROBLEMS) result.problems.push({ row, ...told })
  }
  let columns: ReadonlyMap<InvoiceColumn, number> | null = null
  for await (const { row, cells } of readCsvText(text)) {
    if (!columns) {
      columns = columnsOf(cells)
      continue
    }
    const read = readLine(cells, columns)
    if ('problems' in read) {
      for (const told of read.problems) note(row, told)
      continue
    }
    const outcome = await add(read.line)
    const { invoice, pro } = read.line
    if (outcome !== 'other') result[outcome] += 1
    else note(row, problem('amount', 'other-amount', { invoice, pro }))
  }
  if (columns) return result
  throw new StationError({ code: 'UNREADABLE_FILE', message: 'The file is empty.', details: { row: 1, why: 'empty' } })
}

function columnsOf(header: readonly string[]): ReadonlyMap<InvoiceColumn, number> {
  const plain = header.map((cell) =>
    cell
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  const found = new Map<InvoiceColumn, number>()
  for (const column of INVOICE_COLUMNS) {
    const index = plain.findIndex((cell) => COLUMNS[column].some((name) => name === cell))
    if (index >= 0) found.set(column, index)
  }
  const missing = NEEDED.filter((column) => !found.has(column))
  if (missing.length === 0) return found
  throw new StationError({
    code: 'UNREADABLE_FILE',
    message: `The header has no column ${missing.join(', ')}. A file of invoices has invoice, pro and amount.`,
    details: { row: 1, why: 'columns', missing },
  })
}

function readLine(
  cells: readonly string[],
  columns: ReadonlyMap<InvoiceColumn, number>,
): { line: BilledLine } | { problems: Problem[] } {
  const problems: Problem[] = []
  const text = (column: InvoiceColumn) => cellOfExport((cells[columns.get(column) ?? -1] ?? '').trim())
  const named = (column: InvoiceColumn, isNeeded: boolean) => {
    const value = text(column)
    if (isNeeded && value === '') problems.push(problem(column, 'required'))
    if (value.length > MOST_TEXT) problems.push(problem(column, 'too-long', { most: MOST_TEXT }))
    return value
  }
  const currency = text('currency').toUpperCase() || 'USD'
  if (!CURRENCY.test(currency)) problems.push(problem('currency', 'currency'))
  const amount = (column: InvoiceColumn, written: string) => {
    const bare = written.replace(/^(-?)\s*\$\s*/, '$1')
    if (!AMOUNT.test(bare)) {
      problems.push(problem(column, 'amount', { value: written }))
      return 0
    }
    return CURRENCY.test(currency) ? money(Number(bare.replaceAll(',', '')), currency).minor : 0
  }
  const date = text('date')
  if (date !== '' && !daySchema.safeParse(date).success) problems.push(problem('date', 'day'))
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
    invoicedOn: date || null,
    billed: { minor: amount('amount', text('amount')), currency },
    charges,
  }
  return problems.length > 0 ? { problems } : { line }
}
