import { open } from 'node:fs/promises'
import { StationError } from '../../src-shared/station/error.ts'
import type { Shipment } from '../../src-shared/station/shipment.ts'
import type { CsvExport, ExportCsv } from '../../src-shared/station/shipment-list.ts'
import { csvLine, csvRow } from './csv.ts'

/** What is answered as text must fit a message to a screen. */
const MOST_TEXT_ROWS = 5_000
/** Lets spreadsheets see that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes shipments as CSV, a batch at a time, so that a million rows need no more memory than a few hundred.
 * @param batches newest first
 * @throws StationError INVALID_INPUT when the file exists or cannot be made
 */
export async function exportCsv(batches: AsyncIterable<Shipment[]>, { columns, path }: ExportCsv): Promise<CsvExport> {
  const head = csvLine(columns)
  if (path === undefined) return asText(batches, columns, head)
  const file = await open(path, 'wx').catch((cause: unknown) => {
    throw cannotWrite(path, cause)
  })
  let rows = 0
  try {
    await file.write(BYTE_ORDER_MARK + head)
    for await (const batch of batches) {
      await file.write(batch.map((shipment) => csvRow(shipment, columns)).join(''))
      rows += batch.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { rows, isComplete: true, path, text: null }
}

async function asText(
  batches: AsyncIterable<Shipment[]>,
  columns: ExportCsv['columns'],
  head: string,
): Promise<CsvExport> {
  const lines: string[] = []
  for await (const batch of batches) {
    lines.push(...batch.map((shipment) => csvRow(shipment, columns)))
    if (lines.length > MOST_TEXT_ROWS) break
  }
  const shown = lines.slice(0, MOST_TEXT_ROWS)
  return { rows: shown.length, isComplete: shown.length === lines.length, path: null, text: head + shown.join('') }
}

function cannotWrite(path: string, cause: unknown): StationError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  const message =
    reason === 'EEXIST' ? `path: there is a file at ${path} already` : `path: ${path} cannot be written (${reason})`
  return new StationError({ code: 'INVALID_INPUT', message, details: { issues: [{ path: 'path', message }] } })
}
