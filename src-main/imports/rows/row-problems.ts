import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import type { z } from 'zod'
import { MOST_CELL_CHARACTERS, type CellFault } from '../../../src-shared/station/batch/batch.ts'
import { BATCH_FIELDS, type BatchField } from '../../../src-shared/station/batch/batch-field.ts'
import { noValueOf } from '../../../src-shared/station/no-value.ts'
import { onceEncoded } from '../../../src-shared/twice-encoded.ts'
import { plainText } from '../../../src-shared/station/plain-text.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import type { RowGroup } from './groups.ts'
import { fault, issueFault } from './problems.ts'

// Line breaks and tabs are blanks; the other control characters have no business in an address.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** How spreadsheets write a number that is too long for them: the digits behind are gone. */
export const ROUNDED = /^\s*[-+]?\d{1,3}(?:[.,]\d*)?E\+\d+\s*$/i

/** Notes a problem of a cell; the row is the one being read when none is given. */
export type Refuse = (field: BatchField | null, what: CellFault, row?: number) => void

/**
 * Values that no cell may have, and cells behind the last header, which belong to no column: mostly a delimiter inside a
 * cell.
 */
export function checkCells(
  row: CsvRow,
  headers: readonly string[],
  columnOf: ReadonlyMap<BatchField, number>,
  refuse: Refuse,
) {
  if (row.isOpenEnded && row.cells.length < headers.length) {
    refuse(null, fault('half-row', { cells: row.cells.length, headers: headers.length }), row.row)
  }
  if (row.cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    refuse(null, fault('too-many-cells', { cells: row.cells.length, headers: headers.length }), row.row)
  }
  for (const [field, column] of columnOf) {
    const cell = row.cells[column]
    if (cell === undefined) continue
    if (cell.length > MOST_CELL_CHARACTERS) refuse(field, fault('too-long', { most: MOST_CELL_CHARACTERS }), row.row)
    const none = noValueOf(cell)
    if (none) refuse(field, fault(none, { value: cell.trim() }), row.row)
    const once = onceEncoded(cell)
    if (once !== null) refuse(field, fault('twice-encoded', { value: cell, right: once.slice(0, 40) }), row.row)
    if (ROUNDED.test(cell)) refuse(field, fault('rounded', { value: cell.trim() }), row.row)
    if (CONTROL.test(cell)) refuse(field, fault('control'), row.row)
    if (cell.includes('\ufffd')) refuse(field, fault('unreadable'), row.row)
  }
}

const OF_BOOKING: readonly BatchField[] = [
  'pickupDate',
  'provider',
  'service',
  'rateRule',
  'accessorials',
  ...ACCESSORIALS.map((code) => `accessorial.${code}` as const),
]

/**
 * A booking's day and carrier, and the charged services: given in any of its rows. A blank cell of a party counts as
 * a value. `isTotalOfOrder`: so is its total weight.
 */
export const isSaidInAnyRow = (field: BatchField, isTotalOfOrder: boolean): boolean =>
  OF_BOOKING.includes(field) || (isTotalOfOrder && field === 'cargo.totalWeight')

/**
 * Rows that are one booking's cargo must agree in everything that a booking has once; a cell left blank below the first row
 * agrees. The first cell that differs is a problem: two orders under one shortened number would else go to one address.
 */
export function checkJoined(
  rows: RowGroup,
  columnOf: ReadonlyMap<BatchField, number>,
  isTotalOfOrder: boolean,
  refuse: Refuse,
): void {
  const [first, ...others] = rows
  const isAnywhere = (field: BatchField) => isSaidInAnyRow(field, isTotalOfOrder)
  const isOnce = (field: BatchField) => isAnywhere(field) || /^(shipper|consignee)\./.test(field)
  const columns = [...columnOf].filter(([field]) => isOnce(field)).toSorted(([, a], [, b]) => a - b)
  for (const { row, cells } of others) {
    for (const [field, column] of columns) {
      const isFilled = ({ cells: of }: CsvRow) => plainText(of[column] ?? '') !== ''
      const from = isAnywhere(field) ? (rows.find(isFilled) ?? first) : first
      const [value, before] = [cells[column] ?? '', from.cells[column] ?? '']
      if (plainText(value) === '' || plainText(value) === plainText(before)) continue
      return refuse(field, fault('differs', { value: value.trim(), first: before.trim(), row: from.row }), row)
    }
  }
}

const FIELDS = new Set<string>(BATCH_FIELDS)

/** The schema's issues as problems of cells. */
export function addIssues(error: z.ZodError, rows: readonly CsvRow[], refuse: Refuse): void {
  for (const issue of error.issues) {
    const { path } = issue
    // A shipper that is not in the address book was already reported.
    if (path.length === 1 && path[0] === 'originAddress') continue
    const line = path[0] === 'cargo' && typeof path[1] === 'number' ? path[1] : 0
    const row = rows[line]?.row
    const field = fieldOf(path.map(String))
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
