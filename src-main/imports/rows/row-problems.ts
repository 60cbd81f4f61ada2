import type { z } from 'zod'
import { MOST_CELL_CHARACTERS, type CellFault, type CellProblem } from '../../../src-shared/station/batch/batch.ts'
import { BATCH_FIELDS, type BatchField } from '../../../src-shared/station/batch/batch-field.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { fault, issueFault } from './problems.ts'

// Line breaks and tabs are blanks; the other control characters have no business in an address.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** How spreadsheets write a number that is too long for them: the digits behind are gone. */
const ROUNDED = /^\s*[-+]?\d(?:[.,]\d+)?E\+\d+\s*$/i

/** Notes a problem of a cell; the row is the one being read when none is given. */
export type Refuse = (field: BatchField | null, what: CellFault, row?: number) => void

/** What no cell may be, and cells behind the last header, which belong to nobody: mostly a delimiter inside a cell. */
export function checkCells(
  row: CsvRow,
  headers: readonly string[],
  columnOf: ReadonlyMap<BatchField, number>,
  refuse: Refuse,
) {
  if (row.cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    refuse(null, fault('too-many-cells', { cells: row.cells.length, headers: headers.length }), row.row)
  }
  for (const [field, column] of columnOf) {
    const cell = row.cells[column]
    if (cell === undefined) continue
    if (cell.length > MOST_CELL_CHARACTERS) refuse(field, fault('too-long', { most: MOST_CELL_CHARACTERS }), row.row)
    if (ROUNDED.test(cell)) refuse(field, fault('rounded', { value: cell.trim() }), row.row)
    if (CONTROL.test(cell)) refuse(field, fault('control'), row.row)
    if (cell.includes('\ufffd')) refuse(field, fault('unreadable'), row.row)
  }
}

const FIELDS = new Set<string>(BATCH_FIELDS)

/** The schema's issues as problems of cells. A cell that has one already says no more. */
export function addIssues(
  error: z.ZodError,
  rows: readonly CsvRow[],
  problems: readonly CellProblem[],
  refuse: Refuse,
): void {
  for (const issue of error.issues) {
    const { path } = issue
    // The shipper that is not in the address book was told already.
    if (path.length === 1 && path[0] === 'originAddress') continue
    const line = path[0] === 'cargo' && typeof path[1] === 'number' ? path[1] : 0
    const row = rows[line]?.row
    const field = fieldOf(path.map(String))
    if (!problems.some((problem) => problem.row === row && problem.field === field))
      refuse(field, issueFault(issue), row)
  }
}

/** The column a path of the wire body came from: destinationAddress.city is consignee.city. */
export function fieldOf(path: readonly string[]): BatchField | null {
  const [root = '', ...rest] = path
  const party = {
    originAddress: 'shipper',
    destinationAddress: 'consignee',
    shipperInfo: 'shipper',
    consigneeInfo: 'consignee',
  }[root]
  const last = rest.at(-1) ?? ''
  const name =
    party !== undefined
      ? `${party}.${last}`
      : root === 'cargo'
        ? `cargo.${last}`
        : root === 'service'
          ? last
          : root === 'shipDate'
            ? 'pickupDate'
            : root
  return FIELDS.has(name) ? (BATCH_FIELDS.find((field) => field === name) ?? null) : null
}
