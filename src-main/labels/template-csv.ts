import { nextTurn } from '../../src-node/runtime/wait.ts'
import { cellOfExport } from '../../src-shared/csv.ts'
import { StationError } from '../../src-shared/station/error.ts'
import {
  fieldsOf,
  MOST_CSV_LABELS,
  type LabelTemplate,
  type TemplateCsvInput,
  type TemplateRowProblem,
} from '../../src-shared/station/printing/label-template.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import { csvText } from '../imports/csv/csv-read.ts'
import { csvTextRows } from '../imports/sheets/rows-in-thread.ts'
import { composedLabel } from './compose-template.ts'

/** So many rows are composed before everything else has its turn. */
const ROWS_A_TURN = 10

/** A file of labels, composed. */
export interface ComposedRows {
  headers: string[]
  columns: Record<string, string | null>
  labels: Uint8Array[]
  problems: TemplateRowProblem[]
}

/**
 * Composes a label for each row of a CSV file. A field takes the column of its name, or the one that is named for it.
 * @throws StationError UNREADABLE_FILE when it is no table, INVALID_INPUT for a column that the file has not, TOO_LARGE
 */
export async function composeRows(
  { rows: template }: Pick<LabelTemplate, 'rows'>,
  { base64, columns: named }: Pick<TemplateCsvInput, 'base64' | 'columns'>,
  printer: Pick<Printer, 'language' | 'dpi' | 'media'>,
): Promise<ComposedRows> {
  const composed: ComposedRows = { headers: [], columns: {}, labels: [], problems: [] }
  let places: { field: string; header: string; index: number }[] | null = null
  let count = 0
  for await (const { row, cells } of csvTextRows(csvText(Buffer.from(base64, 'base64')))) {
    if (!places) {
      composed.headers = cells.map((cell) => cell.trim())
      composed.columns = columnsOf(template, composed.headers, named)
      places = Object.entries(composed.columns).flatMap(([field, header]) =>
        header === null ? [] : [{ field, header, index: composed.headers.indexOf(header) }],
      )
      continue
    }
    count += 1
    if (count > MOST_CSV_LABELS) {
      const message = `The file has more than ${MOST_CSV_LABELS} rows; split it.`
      throw new StationError({ code: 'TOO_LARGE', message, details: { most: MOST_CSV_LABELS } })
    }
    const values = Object.fromEntries(
      places.map(({ field, index }) => [field, cellOfExport((cells[index] ?? '').trim())]),
    )
    const label = await composedLabel(template, values, printer)
    if ('bytes' in label) composed.labels.push(label.bytes)
    else {
      for (const { fields, message } of label.problems) {
        const headers = fields.map((field) => composed.columns[field] ?? field)
        composed.problems.push({ row, column: headers.length > 0 ? headers.join(', ') : null, message })
      }
    }
    if (count % ROWS_A_TURN === 0) await nextTurn()
  }
  if (count === 0) {
    throw new StationError({
      code: 'UNREADABLE_FILE',
      message: places ? 'The file has a header and no rows.' : 'The file is empty.',
      details: { row: 1, why: 'empty' },
    })
  }
  return composed
}

function columnsOf(
  template: LabelTemplate['rows'],
  headers: readonly string[],
  named: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const columns: Record<string, string | null> = {}
  for (const { name } of fieldsOf(template)) {
    const wanted = Object.hasOwn(named, name) ? named[name] : undefined
    if (wanted !== undefined && wanted !== '' && !headers.includes(wanted)) {
      throw new StationError({
        code: 'INVALID_INPUT',
        message: `The file has no column "${wanted}"; it has ${headers.join(', ')}.`.slice(0, 500),
        details: { issues: [{ path: `columns.${name}`, message: 'is not a column in the file' }] },
      })
    }
    columns[name] =
      wanted === undefined ? (headers.find((header) => plain(header) === plain(name)) ?? null) : wanted || null
  }
  return columns
}
