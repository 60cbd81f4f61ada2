import { open } from 'node:fs/promises'
import { StationError } from '../../src-shared/station/error.ts'
import type { CsvExport, ExportCsv } from '../../src-shared/station/shipment-list.ts'
import type { ShipmentBatch } from '../store/cache/shipments.ts'
import { csvLine, csvRow } from './csv.ts'

/** What is answered as text must fit a message to a screen; a whole number of batches. */
const MOST_TEXT_ROWS = 5_000
/** Lets spreadsheets see that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes shipments as CSV, a batch at a time, so that a million rows need no more memory than a few hundred.
 * @param batches newest first
 * @throws StationError INVALID_INPUT when the file exists or cannot be made
 */
export async function exportCsv(
  batches: AsyncIterable<ShipmentBatch>,
  { columns, path, after }: ExportCsv,
): Promise<CsvExport> {
  const head = after === undefined ? csvLine(columns) : ''
  if (path === undefined) return asText(batches, columns, head)
  const file = await open(path, 'wx').catch((cause: unknown) => {
    throw cannotWrite(path, cause)
  })
  let rows = 0
  try {
    await file.write(BYTE_ORDER_MARK + head)
    for await (const { shipments } of batches) {
      await file.write(shipments.map((shipment) => csvRow(shipment, columns)).join(''))
      rows += shipments.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { rows, isComplete: true, next: null, path, text: null }
}

async function asText(
  batches: AsyncIterable<ShipmentBatch>,
  columns: ExportCsv['columns'],
  head: string,
): Promise<CsvExport> {
  const lines: string[] = []
  let next: string | null = null
  for await (const batch of batches) {
    lines.push(...batch.shipments.map((shipment) => csvRow(shipment, columns)))
    next = batch.next
    if (lines.length >= MOST_TEXT_ROWS) break
  }
  return { rows: lines.length, isComplete: next === null, next, path: null, text: head + lines.join('') }
}

function cannotWrite(path: string, cause: unknown): StationError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  const message =
    reason === 'EEXIST' ? `path: there is a file at ${path} already` : `path: ${path} cannot be written (${reason})`
  return new StationError({ code: 'INVALID_INPUT', message, details: { issues: [{ path: 'path', message }] } })
}
