import type { ResultsFormat } from '../../../../src-shared/station/batch/batch.ts'
import type { Station } from '../../../station.ts'
import { fromBase64 } from '../../../base64.ts'

/** The results file of a batch, put together from its pieces. `onProgress` hears the share that is here, 0 to 1. */
export async function fetchResults(
  station: Station,
  { batchId, format }: { batchId: string; format: ResultsFormat },
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let offset: number | null = 0
  let snapshot: string | undefined
  while (offset !== null) {
    const piece: Awaited<ReturnType<typeof ask>> = await ask(offset, snapshot)
    pieces.push(fromBase64(piece.base64))
    snapshot = piece.snapshot
    offset = piece.nextOffset
    onProgress(offset === null ? 1 : offset / piece.size)
  }
  return pieces

  function ask(from: number, of: string | undefined) {
    return station.invoke('batches.resultsChunk', { batchId, format, offset: from, ...(of ? { snapshot: of } : {}) })
  }
}

const TABLE_END = /\.(csv|tsv|txt|xlsx|json|ndjson|jsonl|xml)$/i

/** "orders.csv" -> "orders-results.csv". */
export function resultsName(name: string, format: ResultsFormat): string {
  return `${name.replace(TABLE_END, '')}-results.${format}`
}

export const RESULTS_TYPES: Record<ResultsFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
