import { CSV_MARK, safeCsvLine } from '../../src-shared/csv.ts'
import type { CsvExport, ExportCsv } from '../../src-shared/station/tracking/shipment-list.ts'
import type { ShipmentBatch } from './shipments.rows.ts'
import { csvRow } from './csv.ts'
import type { ExportPlace } from './export-place.ts'

/** An answer must fit a message to a screen; a whole number of batches. */
const MOST_TEXT_ROWS = 5_000

/**
 * Writes shipments as CSV, a batch at a time, so that a million rows need no more memory than a few hundred.
 * @param batches newest first
 * @throws StationError INVALID_INPUT when the file must not or cannot be made
 */
export async function exportCsv(
  batches: AsyncIterable<ShipmentBatch>,
  { columns, path, after }: ExportCsv,
  place: ExportPlace,
): Promise<CsvExport> {
  const head = after === undefined ? safeCsvLine(columns) : ''
  if (path === undefined) return asText(batches, columns, head)
  const file = await place.create(path)
  let rows = 0
  try {
    await file.write(CSV_MARK + head)
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
