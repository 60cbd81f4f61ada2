import { z } from 'zod'
import { ENCODINGS } from '../../../src-shared/station/batch/batch.ts'
import { NUMBER_FORMS, type NumberForm } from '../../../src-shared/station/batch/batch-field.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { MOST_COLUMNS } from '../csv/header-names.ts'
import { flatRows } from './flat-record.ts'
import { jsonRecords } from './json-records.ts'
import { unreadable } from './refusal.ts'
import { readXlsx } from './xlsx-read.ts'
import { xmlRecords } from './xml-records.ts'

/** A file whose cells have types, and how its numbers are to be written. */
export const typedTableSchema = z.object({
  path: z.string(),
  kind: z.enum(['xlsx', 'json', 'xml']),
  encoding: z.enum(ENCODINGS),
  numbers: z.enum(NUMBER_FORMS),
  /** Hidden rows of a sheet are read like the rest. */
  withHidden: z.boolean().default(false),
})
export type TypedTable = z.input<typeof typedTableSchema>

/**
 * Its rows, the header first, one at a time, with the numbers that a spreadsheet shows beside them.
 * @throws StationError UNREADABLE_FILE, TOO_LARGE
 */
export function typedRows({ path, kind, encoding, numbers, withHidden = false }: TypedTable): AsyncGenerator<CsvRow> {
  if (kind === 'xlsx') return readXlsx(path, numbers, withHidden)
  return rowsOfRecords(() => (kind === 'xml' ? xmlRecords(path, encoding) : jsonRecords(path, encoding)), numbers)
}

/** Records as rows under all the headers that any of them has; numbered as in a spreadsheet. */
async function* rowsOfRecords(records: () => AsyncGenerator, numbers: NumberForm): AsyncGenerator<CsvRow> {
  const names = new Set<string>()
  for await (const record of records()) {
    for (const { cells } of flatRows(record, numbers)) for (const name of cells.keys()) names.add(name)
    if (names.size > MOST_COLUMNS) throw unreadable(`The records have more than ${MOST_COLUMNS} fields.`, 'columns')
  }
  const headers = [...names].filter((name) => name !== '')
  yield { row: 1, cells: headers }
  let row = 1
  for await (const record of records()) {
    for (const { cells, repeated } of flatRows(record, numbers)) {
      row += 1
      const above = new Set(repeated)
      yield {
        row,
        cells: headers.map((name) => cells.get(name) ?? ''),
        ...(above.size > 0 && { repeated: headers.flatMap((name, column) => (above.has(name) ? column : [])) }),
      }
    }
  }
}
