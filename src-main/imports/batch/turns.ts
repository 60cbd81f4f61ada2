import type { LedgerBatch } from './batches.rows.ts'
import { batchInWrongState } from './refusals.ts'

/** One piece of work on a batch. */
export interface Turn {
  /** Rows looked at so far by a check; null when this is none. */
  checking: number | null
  /** Rows whose price was asked for so far; null when this gets no prices. */
  quoting: number | null
  /** A stop was requested; it ends between two rows. */
  isStopped: boolean
}

/** Keeps work on one batch from crossing other work on it: a second chunk, check or run is refused meanwhile. */
export function createTurns() {
  const busy = new Map<string, { turn: Turn; ended: Promise<unknown> }>()
  let isClosed = false

  function assertIdle(batch: Pick<LedgerBatch, 'batchId' | 'name' | 'state'>): void {
    if (!busy.has(batch.batchId) && !isClosed) return
    throw batchInWrongState(batch, `Batch ${batch.name} is in progress. Wait, or pause it first.`)
  }

  return {
    assertIdle,

    /** Runs the work with all other kept off. @throws StationError WRONG_STATE while there is other work */
    alone: async <T>(batch: LedgerBatch, work: (turn: Turn) => Promise<T>): Promise<T> => {
      assertIdle(batch)
      const turn: Turn = { checking: null, quoting: null, isStopped: false }
      const working = work(turn).finally(() => busy.delete(batch.batchId))
      busy.set(batch.batchId, { turn, ended: working.catch(() => undefined) })
      return working
    },

    checking: (batchId: string): number | null => busy.get(batchId)?.turn.checking ?? null,
    quoting: (batchId: string): number | null => busy.get(batchId)?.turn.quoting ?? null,

    /** Asks what works on this batch to end, and waits until it has. */
    stop: async (batchId: string): Promise<void> => {
      const mine = busy.get(batchId)
      if (!mine) return
      mine.turn.isStopped = true
      await mine.ended
    },

    close: async (): Promise<void> => {
      isClosed = true
      const all = [...busy.values()]
      for (const { turn } of all) turn.isStopped = true
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
