import { after, nextTurn } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { BookingStore } from './bookings.rows.ts'

/** What changes in this time is written together: it costs a fraction, and no booking waits for it. */
const GATHER_MS = 2_000

export interface WordIndexPorts {
  bookings: Pick<BookingStore, 'indexWords'>
  onFault: (error: unknown) => void
}

/**
 * Keeps the index of bookings' search texts up to date, a little behind. A search reads what is not in it yet
 * directly, so that nothing is missed meanwhile.
 */
export function createWordIndex({ bookings, onFault }: WordIndexPorts) {
  let timer: Timer | null = null
  let isClosed = false

  const write = oneAtATime(async () => {
    while (!isClosed && (await bookings.indexWords())) await nextTurn()
  })

  return {
    /** Bookings have changed, or may have before this run. */
    kick: (): void => {
      if (timer !== null || isClosed) return
      timer = after(
        GATHER_MS,
        () => {
          timer = null
          write().catch(onFault)
        },
        { isBackground: true },
      )
    },

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await write()
    },
  }
}
