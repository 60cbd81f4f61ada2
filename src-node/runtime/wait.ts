import { runtime } from './runtime.ts'
import type { Timer } from './timers.ts'

/** As `TimerPort.after`, in the runtime of the caller. */
export function after(ms: number, run: () => void, options?: { isBackground?: boolean }): Timer {
  return runtime().timers.after(ms, run, options)
}

/** The reason of the abort, as given. */
function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** Resolves after this many milliseconds. Rejects with the signal's reason when that comes first. */
export function sleep(
  ms: number,
  { signal, isBackground }: { signal?: AbortSignal | undefined; isBackground?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      timer.cancel()
      reject(reasonOf(signal))
    }
    const timer = after(
      ms,
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      isBackground === undefined ? {} : { isBackground },
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Resolves after current work and pending reads. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => runtime().timers.soon(resolve))

/** Milliseconds of a clock that only goes forward. */
export const monotonic = (): number => runtime().timers.monotonic()

/** Aborts with a TimeoutError after this many milliseconds; it keeps no process alive. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  after(ms, end, { isBackground: true })
  return controller.signal
}

/** Runs repeatedly, at this interval in milliseconds. */
export function every(ms: number, run: () => void, options?: { isBackground?: boolean }): Timer {
  let timer: Timer
  const next = () => {
    timer = after(
      ms,
      () => {
        next()
        run()
      },
      options,
    )
  }
  next()
  return { cancel: () => timer.cancel() }
}
