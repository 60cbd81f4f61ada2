import { takesFixes } from '../../../src-shared/machine/batch.ts'
import { MOST_FILLED, type BatchFix } from '../../../src-shared/station/batch/batch.ts'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { BatchFixStore, FixedCells, WrongRow } from './batch-fixes.rows.ts'
import type { CheckedRow } from './batch.rows.ts'
import type { LedgerBatch } from './batches.rows.ts'
import { bookingsOf, checkedRow } from './check.ts'
import { batchInWrongState, formOf } from './refusals.ts'
import { rowReader, type RowContext } from '../rows/row.ts'

interface FixTools {
  path: string
  fixes: BatchFixStore
  contextOf: (headers: readonly string[], map: ColumnMap) => Promise<RowContext>
  /** Does a shipment that was not booked here carry this reference? */
  isUsed: (reference: string) => Promise<boolean>
}

/**
 * Fixes a cell of a row with an error, and optionally the cells below that have an error in the same column, and checks
 * their rows again. The file stays as it was uploaded.
 * @throws StationError WRONG_STATE, INVALID_INPUT (details.row, details.column)
 */
export async function fixCells(batch: LedgerBatch, wanted: BatchFix, tools: FixTools): Promise<void> {
  const { batchId, name, map } = batch
  const { row, column, value, isFilledDown } = wanted
  if (!map || !takesFixes(batch)) {
    throw batchInWrongState(batch, `Batch ${name} is ${batch.state}; only a checked or paused one can be fixed.`)
  }
  const isReference = map.columns.some((one) => one.header === column && one.field === 'reference')
  if (isReference && (map.cargoLines === 'by-reference' || isFilledDown)) {
    throw refused(
      wanted,
      `The reference says which rows are one booking, and no two have the same. Correct it in the file.`,
    )
  }
  const { headers } = formOf(batch)
  const index = headers.indexOf(column)
  const { fixes, path, isUsed } = tools
  const found = await fixes.wrong(batchId, { row, column }, isFilledDown ? MOST_FILLED + 1 : 1)
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
  const context = await tools.contextOf(headers, map)
  const fixed = withFixes(context.fixed, cells)
  const checked = await checkAgain(batch, meant, { path, isUsed, context: { ...context, fixed } })
  await fixes.put(batchId, cells, checked, { row, column, value, cells: cells.length })
}

function refused({ batchId, row, column }: BatchFix, message: string): StationError {
  return new StationError({ code: 'INVALID_INPUT', message, details: { batchId, row, column } })
}

function withFixes(
  before: FixedCells | undefined,
  cells: readonly { row: number; column: number; value: string }[],
): FixedCells {
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
