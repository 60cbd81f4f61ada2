import { monotonic } from '../../src-node/runtime/wait.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import type { Clock } from '../clock.ts'
import type { Overdue } from '../store/ledger/overdue.ts'

/** Workers that are watched together. */
export interface Watched {
  overdue: () => Promise<Overdue[]>
  /** Nothing of theirs is on its way or held back. */
  isIdle: () => boolean
  /** Has them look again. */
  wake: () => Promise<void>
}

export interface WatchdogOptions {
  watched: readonly Watched[]
  onFault: (error: unknown) => void
  clock: Clock
}

/** The clock was set, or the machine slept: due times are only true again when workers have looked. */
const CLOCK_SET_MS = 5_000
const CALM_MS = 10 * 60_000

export type Watchdog = ReturnType<typeof createWatchdog>

/**
 * Wakes what is due and that its own worker has forgotten: seen at two looks in a row, the same row due since the same moment,
 * with nobody at work. Every such waking is a fault of ours, which is why they are counted: a chaos run or a simulated world
 * with one has failed.
 */
export function createWatchdog({ watched, onFault, clock }: WatchdogOptions) {
  const seen = new Map<Watched, Set<string>>()
  let woken = 0
  let offset = clock.now().getTime() - monotonic()
  let calmUntil = -Infinity
  let looking: Promise<void> | undefined

  function isClockTrue(): boolean {
    const before = offset
    offset = clock.now().getTime() - monotonic()
    if (Math.abs(offset - before) > CLOCK_SET_MS) calmUntil = monotonic() + CALM_MS
    return monotonic() >= calmUntil
  }

  async function look(): Promise<void> {
    const isTrue = isClockTrue()
    for (const workers of watched) await lookAt(workers, isTrue)
  }

  async function lookAt(workers: Watched, isTrue: boolean): Promise<void> {
    const rows = isTrue && workers.isIdle() ? await workers.overdue() : []
    const before = seen.get(workers)
    const forgotten = rows.filter((row) => before?.has(nameOf(row)))
    seen.set(workers, new Set(rows.map(nameOf)))
    if (forgotten.length === 0) return
    woken += forgotten.length
    for (const { kind, id, state } of forgotten)
      runtime().log.warn('woken by the watchdog', { ...idOf(kind, id), state })
    await workers.wake()
  }

  return {
    /** One look; a call while one is under way does nothing. */
    tick: (): void => {
      looking ??= look()
        .catch(onFault)
        .finally(() => {
          looking = undefined
        })
    },

    /** Rows that it had to wake since the start. */
    woken: (): number => woken,

    close: async (): Promise<void> => looking,
  }
}

const nameOf = ({ kind, id, state, due }: Overdue) => `${kind} ${id} ${state} ${due}`

/** The log has a field for each kind; a change goes under the name of the event. */
function idOf(kind: Overdue['kind'], id: string): { bookingId?: string; jobId?: string; event?: string } {
  if (kind === 'booking') return { bookingId: id }
  return kind === 'print job' ? { jobId: id } : { event: id }
}
