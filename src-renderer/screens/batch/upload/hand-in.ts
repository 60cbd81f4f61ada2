import { MOST_BATCH_BYTES, MOST_CHUNK_BYTES, type Batch } from '../../../../src-shared/station/batch/batch.ts'
import type { Station } from '../../../station.ts'
import { toBase64 } from '../../../base64.ts'

/** The files that the system's dialog offers. */
export const TABLE_FILES =
  '.csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.xml,text/csv,text/plain,text/tab-separated-values'

/** Why a file is not taken at all, known before a byte of it is sent. */
export type FileRefusal = 'empty' | 'tooLarge' | 'spreadsheet'

const SPREADSHEET = /\.(xls|xlsm|xlsb|ods|numbers)$/i

export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): FileRefusal | null {
  if (SPREADSHEET.test(name)) return 'spreadsheet'
  if (size === 0) return 'empty'
  return size > MOST_BATCH_BYTES ? 'tooLarge' : null
}

export interface HandInOptions {
  /** Called after each piece: the batch, and the share that is over, 0 to 1. */
  onProgress: (batch: Batch, share: number) => void
  mayGoOn: () => boolean
}

/**
 * Uploads a file piece by piece. Given a batch that an interruption left behind, it continues with the next piece.
 * @returns the batch whose file is complete, or null when it was canceled.
 */
export async function handIn(
  station: Station,
  file: Blob & { name: string },
  { onProgress, mayGoOn }: HandInOptions,
  begun: Batch | null = null,
): Promise<Batch | null> {
  let batch = begun ?? (await station.invoke('batches.begin', { name: file.name }))
  const chunks = Math.ceil(file.size / MOST_CHUNK_BYTES)
  for (let index = batch.nextChunk; index < chunks; index++) {
    onProgress(batch, index / chunks)
    if (!mayGoOn()) return null
    const piece = file.slice(index * MOST_CHUNK_BYTES, (index + 1) * MOST_CHUNK_BYTES)
    const base64 = toBase64(new Uint8Array(await piece.arrayBuffer()))
    batch = await station.invoke('batches.append', { batchId: batch.batchId, index, base64 })
  }
  onProgress(batch, 1)
  return batch
}
