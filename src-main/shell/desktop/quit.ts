interface QuittingApp {
  on(event: 'window-all-closed', listener: () => void): unknown
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
  exit(exitCode: number): void
}

/** The ledger is safe at every moment; longer than this, nothing is gained by waiting. */
const CLOSE_WITHIN_MS = 10_000

/** How the app ends: everything open is closed first, within a bound, once. */
export interface Ending {
  /** True from the moment that it ends: anything still opening stops. */
  hasBegun(): boolean
  /** Closed at the end, the last one given first. */
  closes(close: () => Promise<void>): void
  /** Closes everything and ends with this code; `last` runs after that, and sets `ends` when it ends the app. */
  end(code: number, last?: () => unknown): void
}

/**
 * Ends the app with its last window, on every system: a Waybill without a window would print and book unseen. Holds from
 * the start on, so that quitting while the station opens waits for it as well.
 */
export function quitCleanly(app: QuittingApp, withinMs = CLOSE_WITHIN_MS): Ending {
  const closers: (() => Promise<void>)[] = []
  let hasBegun = false

  async function closeAll(): Promise<boolean> {
    let isFine = true
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => {
        console.error(error)
        isFine = false
      })
    }
    return isFine
  }

  function end(code: number, last?: () => unknown): void {
    if (hasBegun) return
    hasBegun = true
    const bound = new Promise<true>((resolve) => setTimeout(() => resolve(true), withinMs))
    void Promise.race([closeAll(), bound]).then((isFine) => {
      if (last?.() === 'ends') return
      app.exit(isFine ? code : 1)
    })
  }

  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    end(0)
  })
  return {
    hasBegun: () => hasBegun,
    closes: (close) => void closers.push(close),
    end,
  }
}
