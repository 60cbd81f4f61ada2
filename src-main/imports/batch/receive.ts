import { isReceiving, takesChunks } from '../../../src-shared/machine/batch.ts'
import type { BatchForm, BatchOpening } from '../../../src-shared/station/batch/batch.ts'
import type { Ids } from '../../kernel/ids.ts'
import { csvFormOf, type CsvForm } from '../csv/csv-read.ts'
import { examineFile } from '../csv/encoding.ts'
import { headerNames } from '../csv/header-names.ts'
import { headerRowOf } from '../rows/suggestion.ts'
import { isWorkbook } from '../sheets/file-start.ts'
import { unreadable } from '../sheets/refusal.ts'
import { csvFileRows } from '../sheets/rows-in-thread.ts'
import { isTypedTable, openTable, shownRows } from '../sheets/table-file.ts'
import { wrongChunk, type BatchStore, type LedgerBatch } from './batches.rows.ts'
import { asCsv, CSV_OF_SHEET } from './as-csv.ts'
import { sha256, type BatchFiles } from './files.ts'
import { openedBefore } from './refusals.ts'

const PREVIEW_ROWS = 20

/** Takes in a batch's file: in chunks from a screen, or whole from this machine. */
export function receiver({ batches, files, ids }: { batches: BatchStore; files: BatchFiles; ids: Ids }) {
  const begin = (name: string) => batches.begin(ids.next('bat'), name)

  /** Of a workbook, JSON or XML only the rows are kept: a person who asks to be forgotten is found in them as in any file. */
  async function writeAsCsv({ batchId, name, form }: LedgerBatch, withHidden: boolean): Promise<BatchForm['hidden']> {
    const original = await files.setOriginalAside(batchId)
    const table = await openTable(original, name)
    const hidden = { rows: 0, columns: 0 }
    // Read without it first, unless that was done before: the amount hidden is reported under either choice.
    if (!withHidden || form === null) {
      await files.writeWhole(files.input(batchId), asCsv(shownRows(table.rows('unsure'), hidden)))
    }
    if (withHidden) await files.writeWhole(files.input(batchId), asCsv(table.rows('unsure', true)))
    return form?.hidden ?? hidden
  }

  return {
    begin,

    /**
     * Writes one more chunk. The last one again changes nothing: its answer may have been lost on the way.
     * @throws StationError WRONG_STATE (details.expected) for a chunk out of its turn, TOO_LARGE
     */
    append: async (batchId: string, index: number, bytes: Uint8Array): Promise<LedgerBatch> => {
      const batch = await batches.get(batchId)
      const hash = sha256(bytes)
      if (index === batch.nextChunk - 1 && hash === batch.lastChunk) return batch
      if (!takesChunks(batch) || index !== batch.nextChunk) throw wrongChunk(batch)
      await files.writeChunk(batchId, batch.bytes, bytes)
      return batches.noteChunk(batchId, index, bytes.length, hash)
    },

    /** Looks at the whole file. Called again, for instance after a lost answer, it gives the same. */
    finish: async (batchId: string, opening: BatchOpening): Promise<LedgerBatch> => {
      const batch = await batches.get(batchId)
      const before = batch.form
      const asked = opening.headerRow ?? before?.headerRow
      // Of a file that hides nothing there is no other way to read it.
      const hidesNone = before !== null && before.hidden.rows + before.hidden.columns === 0
      const withHidden = (hidesNone ? undefined : opening.withHidden) ?? before?.withHidden ?? false
      if (before && before.headerRow === asked && before.withHidden === withHidden) return batch
      if (!isReceiving(batch)) throw openedBefore(batch)
      const path = files.input(batchId)
      const isTyped = before?.isTyped ?? (isTypedTable(batch.name) || (batch.bytes > 0 && (await isWorkbook(path))))
      const isSameSheet = before?.withHidden === withHidden
      const hidden =
        isTyped && batch.bytes > 0 && !isSameSheet
          ? await writeAsCsv(batch, withHidden)
          : (before?.hidden ?? { rows: 0, columns: 0 })
      const {
        encoding,
        isEncodingGuessed,
        sha256: hash,
        bytes,
      } = await examineFile(path).catch((cause: unknown) => {
        if (batch.bytes > 0) throw cause
        throw unreadable('The file is empty.', 'empty')
      })
      const form = isTyped
        ? { ...CSV_OF_SHEET, isEncodingGuessed: false }
        : { ...(await csvFormOf(path, encoding)), isEncodingGuessed }
      const headerRow = asked ?? headerRowOf(await firstRows(path, form))
      const [header, ...preview] = await firstRows(path, { ...form, headerRow })
      if (!header) throw unreadable('The file is empty.', 'empty')
      if (preview.length === 0) throw unreadable('The file has a header but no rows.', 'no rows')
      const headers = headerNames(header.cells)
      const full: BatchForm = { ...form, isTyped, headers, preview, headerRow: header.row, hidden, withHidden }
      const noted = await batches.noteForm(batchId, full, hash, bytes)
      // Kept until the check, in case the hidden part is wanted after all.
      if (hidden.rows + hidden.columns === 0) await files.dropOriginal(batchId)
      return noted
    },

    openFile: async (path: string, name: string): Promise<LedgerBatch> => {
      const batch = await begin(name)
      await files.copyIn(batch.batchId, path)
      return batch
    },
  }
}

async function firstRows(path: string, form: CsvForm) {
  const rows = []
  for await (const row of csvFileRows(path, form)) {
    rows.push({ row: row.row, cells: row.cells.map((cell) => cell.slice(0, 200)) })
    if (rows.length > PREVIEW_ROWS) break
  }
  return rows
}
