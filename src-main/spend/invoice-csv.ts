import { daySchema } from '../../src-shared/freight/scalar.ts'
import { cellOfExport } from '../../src-shared/csv.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { money } from '../../src-shared/station/money.ts'
import type { InvoiceImport } from '../../src-shared/station/spend/spend.ts'
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
} as const
type Column = keyof typeof COLUMNS
const COLUMN_NAMES = ['invoice', 'pro', 'amount', 'currency', 'date', 'carrier', 'accessorials'] as const
const NEEDED = ['invoice', 'pro', 'amount'] as const satisfies readonly Column[]

const MOST_PROBLEMS = 200
const MOST_TEXT = 120
const MOST_CHARGES = 50
/** Thousands may be set apart by commas; nobody bills ten digits. */
const AMOUNT = /^-?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,4})?$/
const CURRENCY = /^[A-Z]{3}$/

interface Problem {
  column: string | null
  message: string
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
  const note = (row: number, problem: Problem) => {
    if (result.problems.length < MOST_PROBLEMS) result.problems.push({ row, ...problem })
  }
  let columns: ReadonlyMap<Column, number> | null = null
  for await (const { row, cells } of readCsvText(text)) {
    if (!columns) {
      columns = columnsOf(cells)
      continue
    }
    const read = readLine(cells, columns)
    if ('problems' in read) {
      for (const problem of read.problems) note(row, problem)
      continue
    }
    const outcome = await add(read.line)
    if (outcome !== 'other') result[outcome] += 1
    else
      note(row, { column: 'amount', message: `${read.line.invoice} has ${read.line.pro} already, with another amount` })
  }
  if (columns) return result
  throw new StationError({ code: 'UNREADABLE_FILE', message: 'The file is empty.', details: { row: 1, why: 'empty' } })
}

function columnsOf(header: readonly string[]): ReadonlyMap<Column, number> {
  const plain = header.map((cell) =>
    cell
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  const found = new Map<Column, number>()
  for (const column of COLUMN_NAMES) {
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
  columns: ReadonlyMap<Column, number>,
): { line: BilledLine } | { problems: Problem[] } {
  const problems: Problem[] = []
  const text = (column: Column) => cellOfExport((cells[columns.get(column) ?? -1] ?? '').trim())
  const named = (column: Column, isNeeded: boolean) => {
    const value = text(column)
    if (isNeeded && value === '') problems.push({ column, message: `${column} is required` })
    if (value.length > MOST_TEXT) problems.push({ column, message: `must be at most ${MOST_TEXT} characters` })
    return value
  }
  const currency = text('currency').toUpperCase() || 'USD'
  if (!CURRENCY.test(currency))
    problems.push({ column: 'currency', message: 'must be a code of three letters, like USD' })
  const amount = (column: Column, written: string) => {
    const bare = written.replace(/^(-?)\s*\$\s*/, '$1')
    if (!AMOUNT.test(bare)) {
      problems.push({ column, message: `"${written.slice(0, 40)}" must be an amount like 412.80` })
      return 0
    }
    return CURRENCY.test(currency) ? money(Number(bare.replaceAll(',', '')), currency).minor : 0
  }
  const date = text('date')
  if (date !== '' && !daySchema.safeParse(date).success) {
    problems.push({ column: 'date', message: 'must be a day like 2026-11-21' })
  }
  const written = text('accessorials')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  if (written.length > MOST_CHARGES) problems.push({ column: 'accessorials', message: `at most ${MOST_CHARGES}` })
  const charges = written.slice(0, MOST_CHARGES).map((part) => {
    const [, code = '', value = ''] = /^([^:]{1,60}):(.*)$/.exec(part) ?? []
    if (code === '') problems.push({ column: 'accessorials', message: `"${part.slice(0, 40)}" must be CODE:amount` })
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
