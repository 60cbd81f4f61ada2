import type { Station } from '../../../station.ts'
import { fromBase64 } from '../../../base64.ts'

/** The results file of a batch, put together from its pieces. `onProgress` hears the share that is here, 0 to 1. */
export async function fetchResults(
  station: Station,
  batchId: string,
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
    return station.invoke('batches.resultsChunk', { batchId, offset: from, ...(of ? { snapshot: of } : {}) })
  }
}

/** "orders.csv" -> "orders-results.csv". */
export function resultsName(name: string): string {
  return `${name.replace(/\.(csv|tsv|txt|xlsx|json|ndjson|jsonl|xml)$/i, '')}-results.csv`
}
