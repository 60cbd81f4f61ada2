import type { BatchForm, BatchRules } from '../../../src-shared/station/batch/batch.ts'
import { fieldsNotGiven, type BatchField, type ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { CsvForm, CsvRow } from '../csv/csv-read.ts'
import { csvFileRows } from '../sheets/rows-in-thread.ts'
import type { BatchRowStore, CheckedRow } from './batch.rows.ts'
import { withFixed } from './fixed-rows.ts'
import { groupRows, type RowGroup } from '../rows/groups.ts'
import { factsOf, referenceColumn, rowReader, type ReadRow, type RowContext } from '../rows/row.ts'

/** How many bookings are looked at between two commits; the memory a check takes is theirs, however long the file. */
const WINDOW = 500

/** The bookings of a file as it was fixed, without its header. */
export const bookingsOf = (path: string, form: CsvForm, context: RowContext): AsyncGenerator<RowGroup> =>
  bookingsAmong(withFixed(csvFileRows(path, form), context.fixed), context)

/** The bookings of rows of which the first is the header. */
export async function* bookingsAmong(rows: AsyncIterable<CsvRow>, context: RowContext): AsyncGenerator<RowGroup> {
  const column = context.map.cargoLines === 'by-reference' ? referenceColumn(context) : -1
  yield* groupRows(withoutHeader(rows), column)
}

/** A list of several pages has the header at the top of each. */
async function* withoutHeader(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  let header: readonly string[] | null = null
  for await (const row of rows) {
    if (header === null) header = row.cells
    else if (row.cells.join('\0') !== header.join('\0')) yield row
  }
}

interface CheckTools {
  add: (rows: Parameters<BatchRowStore['add']>[1]) => Promise<void>
  /** Does a shipment that was not booked here carry this reference? */
  isUsed: (reference: string) => Promise<boolean>
  onProgress: (rows: number) => boolean
}

/**
 * The dry run: reads every row and records its problems; nothing is sent. `onProgress` gets how many were
 * checked and returns whether to continue.
 */
export async function checkRows(
  path: string,
  form: CsvForm,
  context: RowContext,
  { add, isUsed, onProgress }: CheckTools,
): Promise<number> {
  const read = rowReader(context)
  let waiting: CheckedRow[] = []
  let count = 0
  for await (const group of bookingsOf(path, form, context)) {
    waiting.push(await checkedRow(read(group), isUsed))
    count += 1
    if (waiting.length < WINDOW) continue
    await add(waiting)
    waiting = []
    if (!onProgress(count)) return count
  }
  if (waiting.length > 0) await add(waiting)
  onProgress(count)
  return count
}

/** A row that was read, as it is kept. */
export async function checkedRow(
  { booking, ...row }: ReadRow,
  isUsed: (reference: string) => Promise<boolean>,
): Promise<CheckedRow> {
  const isUsedElsewhere = row.reference !== '' && (await isUsed(row.reference))
  return { ...row, facts: booking && factsOf(booking), isUsedElsewhere }
}

/**
 * Refuses a map with which no row could be booked, once, instead of in every row.
 * @throws StationError MAP_INCOMPLETE (details.fields, details.headers)
 */
export function checkMap(
  map: ColumnMap,
  { headers }: Pick<BatchForm, 'headers'>,
  { isForOrders = false }: Pick<BatchRules, 'isForOrders'> = {},
): void {
  const missingHeaders = map.columns.map(({ header }) => header).filter((header) => !headers.includes(header))
  const has = (field: BatchField) => map.columns.some((column) => column.field === field)
  const { defaults } = map
  const missing = fieldsNotGiven(has)
  if (defaults.pickupDate !== undefined) remove(missing, 'pickupDate')
  if (!has('consignee.country') && defaults.country === undefined) missing.push('consignee.country')
  const hasShipper = has('shipper.addressId') || defaults.shipperAddressId !== undefined || has('shipper.address1')
  if (!hasShipper) missing.push('shipper.addressId')
  if (!has('rateRule') && !has('provider') && defaults.rateRule === undefined) missing.push('rateRule')
  if ((isForOrders || map.cargoLines === 'by-reference') && !has('reference')) missing.push('reference')
  if (missing.length === 0 && missingHeaders.length === 0) return
  const parts = [
    ...(missing.length > 0 ? [`No column or default is set for ${missing.join(', ')}.`] : []),
    ...(missingHeaders.length > 0
      ? [`The file has no column ${missingHeaders.map((name) => `"${name}"`).join(', ')}.`]
      : []),
  ]
  throw new StationError({
    code: 'MAP_INCOMPLETE',
    message: parts.join(' '),
    details: { fields: missing, headers: missingHeaders },
  })
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}
