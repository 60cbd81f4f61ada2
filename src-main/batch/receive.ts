import { takesChunks } from '../../src-shared/machine/batch.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { BatchForm } from '../../src-shared/station/batch/batch.ts'
import type { Ids } from '../ids.ts'
import { csvFormOf, readCsvFile, type CsvForm } from '../csv/csv-read.ts'
import { examineFile } from '../csv/encoding.ts'
import { wrongChunk, type BatchStore, type LedgerBatch } from '../store/ledger/batch/batches.ts'
import { sha256, type BatchFiles } from './files.ts'

const PREVIEW_ROWS = 20
const MOST_COLUMNS = 500

/** Takes in a batch's file: in chunks from a screen, or whole from this machine. */
export function receiver({ batches, files, ids }: { batches: BatchStore; files: BatchFiles; ids: Ids }) {
  const begin = (name: string) => batches.begin(ids.next('bat'), name)

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
    finish: async (batchId: string): Promise<LedgerBatch> => {
      const batch = await batches.get(batchId)
      if (batch.form) return batch
      const path = files.input(batchId)
      const {
        encoding,
        isEncodingGuessed,
        sha256: hash,
        bytes,
      } = await examineFile(path).catch((cause: unknown) => {
        if (batch.bytes > 0) throw cause
        throw unreadable('The file is empty.', 'empty')
      })
      const form = { ...(await csvFormOf(path, encoding)), isEncodingGuessed }
      const [header, ...preview] = await firstRows(path, form)
      if (!header) throw unreadable('The file is empty.', 'empty')
      if (preview.length === 0) throw unreadable('The file has a header and no row behind it.', 'no rows')
      if (header.cells.length > MOST_COLUMNS) {
        throw unreadable(`The file has ${header.cells.length} columns; at most ${MOST_COLUMNS} are read.`, 'columns')
      }
      const full: BatchForm = { ...form, headers: headerNames(header.cells), preview }
      return batches.noteForm(batchId, full, hash, bytes)
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
  for await (const row of readCsvFile(path, form)) {
    rows.push({ row: row.row, cells: row.cells.map((cell) => cell.slice(0, 200)) })
    if (rows.length > PREVIEW_ROWS) break
  }
  return rows
}

/** A name for each column: an empty header gets the column's number, a repeated one its count. */
function headerNames(cells: readonly string[]): string[] {
  const names: string[] = []
  cells.forEach((cell, index) => {
    const bare = cell.trim().replaceAll(/\s+/g, ' ').slice(0, 180) || `Column ${index + 1}`
    let name = bare
    for (let copy = 2; names.includes(name); copy++) name = `${bare} (${copy})`
    names.push(name)
  })
  return names
}

function unreadable(message: string, why: string): StationError {
  return new StationError({ code: 'UNREADABLE_FILE', message, details: { row: 1, why } })
}
