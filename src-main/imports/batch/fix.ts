import { takesFixes } from '../../../src-shared/machine/batch.ts'
import { MOST_FILLED, type BatchFix, type BatchRowFix, type RowCell } from '../../../src-shared/station/batch/batch.ts'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import { otherFieldsOf } from '../../../src-shared/station/batch/named-cells.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { BatchFixStore, CellFix, FixedCells, WrongRow } from './batch-fixes.rows.ts'
import type { CheckedRow } from './batch.rows.ts'
import type { LedgerBatch } from './batches.rows.ts'
import { bookingsOf, checkedRow } from './check.ts'
import { batchInWrongState, formOf } from './refusals.ts'
import type { RowGroup } from '../rows/groups.ts'
import { rowReader, type RowContext } from '../rows/row.ts'
import { fieldOf } from '../rows/row-problems.ts'

export interface FixTools {
  path: string
  fixes: BatchFixStore
  contextOf: (headers: readonly string[], map: ColumnMap) => Promise<RowContext>
  /** Does a shipment that was not booked here carry this reference? */
  isUsed: (reference: string) => Promise<boolean>
  /** A batch that was done is paused: its fixed rows need another run. */
  reopen: (batch: LedgerBatch) => Promise<unknown>
}

/**
 * Fixes a cell of a row with an error, and optionally the cells below that have an error in the same column, and checks
 * their rows again. The file stays as it was uploaded.
 * @throws StationError WRONG_STATE, INVALID_INPUT (details.row, details.column)
 */
export async function fixCells(batch: LedgerBatch, wanted: BatchFix, tools: FixTools): Promise<void> {
  const { batchId } = batch
  const { row, column, value, isFilledDown } = wanted
  const map = mapToFix(batch)
  const isReference = map.columns.some((one) => one.header === column && one.field === 'reference')
  if (isReference && (map.cargoLines === 'by-reference' || isFilledDown)) {
    throw refused(
      wanted,
      `The reference groups rows into bookings, so it cannot be fixed here. Correct it in the file.`,
    )
  }
  const { headers } = formOf(batch)
  const index = headers.indexOf(column)
  const found = await tools.fixes.wrong(batchId, { row, column }, isFilledDown ? MOST_FILLED + 1 : 1)
  if (found.length > MOST_FILLED) {
    throw refused(
      wanted,
      `More than ${MOST_FILLED} rows have an error in ${column}. Correct the file and upload it again.`,
    )
  }
  if (index < 0 || !found[0]?.lines.includes(row)) {
    throw refused(wanted, `Row ${row} has no error in ${column} that can be fixed.`)
  }
  const meant = isFilledDown ? found : [{ row: found[0].row, lines: [row] }]
  const cells = meant.flatMap(({ lines }) => lines.map((line) => ({ row: line, column: index, value })))
  await store(batch, map, meant, cells, { row, column, value, cells: cells.length }, tools)
}

/**
 * The cells of a row that failed or was refused, each column that has a field; of one booked by reference, all its lines.
 * @throws StationError WRONG_STATE, INVALID_INPUT (details.row)
 */
export async function cellsToFix(batch: LedgerBatch, row: number, tools: FixTools): Promise<RowCell[]> {
  const map = mapToFix(batch)
  const { headers } = formOf(batch)
  const { problems, error } = await mustBeFixable(batch, row, tools)
  const field = typeof error?.details['field'] === 'string' ? fieldOf(error.details['field'].split('.')) : null
  const group = await groupAt(batch, row, await tools.contextOf(headers, map), tools.path)
  const isNamed = (line: number, { header, field: own }: ColumnMap['columns'][number]) =>
    problems.some((problem) => {
      const isOwn = problem.column === header || otherFieldsOf(problem).some((other) => other === own)
      return problem.row === line && isOwn
    })
  return group.flatMap((line) =>
    columnsToFix(map, headers).map((one) => ({
      row: line.row,
      column: one.header,
      field: one.field,
      value: line.cells[headers.indexOf(one.header)] ?? '',
      isWrong: one.field === field || isNamed(line.row, one),
    })),
  )
}

/**
 * Fixes cells of a row that failed or was refused, and checks it again: it waits for the next run.
 * @throws StationError WRONG_STATE, INVALID_INPUT (details.row, details.column)
 */
export async function fixRow(batch: LedgerBatch, { row, cells }: BatchRowFix, tools: FixTools): Promise<void> {
  const map = mapToFix(batch)
  const { lastRow } = await mustBeFixable(batch, row, tools)
  const { headers } = formOf(batch)
  const columns = columnsToFix(map, headers)
  const changed = cells.map((cell) => {
    if (cell.row >= row && cell.row <= lastRow && columns.some(({ header }) => header === cell.column)) {
      return { row: cell.row, column: headers.indexOf(cell.column), value: cell.value }
    }
    throw refused(
      { batchId: batch.batchId, ...cell },
      `Row ${cell.row} has no cell in ${cell.column} that can be fixed.`,
    )
  })
  await store(
    batch,
    map,
    [{ row, lines: [] }],
    changed,
    { row, cells: cells.map(({ value: _, ...cell }) => cell) },
    tools,
  )
}

function mapToFix(batch: LedgerBatch): ColumnMap {
  const { name, state, map } = batch
  if (map && takesFixes(batch)) return map
  throw batchInWrongState(batch, `Batch ${name} is ${state}; only a checked, paused or done one can be fixed.`)
}

/** @throws StationError INVALID_INPUT (details.row) */
async function mustBeFixable({ batchId }: LedgerBatch, row: number, { fixes }: FixTools) {
  const refusal = await fixes.refusal(batchId, row)
  if (refusal) return refusal
  throw refused({ batchId, row }, `Row ${row} has nothing that can be fixed.`)
}

/** What joins rows to one booking is the file's. */
const columnsToFix = ({ columns, cargoLines }: ColumnMap, headers: readonly string[]) =>
  columns.filter(
    ({ header, field }) => headers.includes(header) && !(field === 'reference' && cargoLines === 'by-reference'),
  )

async function store(
  batch: LedgerBatch,
  map: ColumnMap,
  rows: readonly WrongRow[],
  cells: readonly CellFix[],
  detail: Record<string, unknown>,
  { path, isUsed, fixes, contextOf, reopen }: FixTools,
): Promise<void> {
  const context = await contextOf(formOf(batch).headers, map)
  const fixed = withFixes(context.fixed, cells)
  const checked = await checkAgain(batch, rows, { path, isUsed, context: { ...context, fixed } })
  // In one turn, and so in one commit.
  await Promise.all([fixes.put(batch.batchId, cells, checked, detail), reopen(batch)])
}

function refused(
  { batchId, row, column }: { batchId: string; row: number; column?: string },
  message: string,
): StationError {
  return new StationError({ code: 'INVALID_INPUT', message, details: { batchId, row, ...(column && { column }) } })
}

async function groupAt(batch: LedgerBatch, row: number, context: RowContext, path: string): Promise<RowGroup | []> {
  for await (const group of bookingsOf(path, formOf(batch), context)) if (group[0].row === row) return group
  return []
}

function withFixes(before: FixedCells | undefined, cells: readonly CellFix[]): FixedCells {
  const after = new Map(before)
  for (const { row, column, value } of cells) after.set(row, new Map(after.get(row)).set(column, value))
  return after
}

/** Reads the file up to the last of these rows. */
async function checkAgain(
  batch: LedgerBatch,
  rows: readonly WrongRow[],
  { path, context, isUsed }: Pick<FixTools, 'path' | 'isUsed'> & { context: RowContext },
): Promise<CheckedRow[]> {
  const wanted = new Set(rows.map(({ row }) => row))
  const read = rowReader(context)
  const checked: CheckedRow[] = []
  for await (const group of bookingsOf(path, formOf(batch), context)) {
    if (!wanted.delete(group[0].row)) continue
    checked.push(await checkedRow(read(group), isUsed))
    if (wanted.size === 0) break
  }
  return checked
}
