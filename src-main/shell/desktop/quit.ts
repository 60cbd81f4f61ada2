interface QuittingApp {
  on(event: 'window-all-closed', listener: () => void): unknown
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
  exit(exitCode: number): void
}

/** The ledger is safe at every moment; longer than this, nothing is gained by waiting. */
const CLOSE_WITHIN_MS = 10_000

/**
 * Ends the app with its last window, on every system: a Waybill without a window would print and book unseen. The station
 * is closed first, within a bound.
 */
export function quitCleanly(app: QuittingApp, closeStation: () => Promise<void>, withinMs = CLOSE_WITHIN_MS): void {
  let isClosing = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    const bound = new Promise<void>((resolve) => setTimeout(resolve, withinMs))
    Promise.race([closeStation(), bound]).then(
      () => app.exit(0),
      (error: unknown) => {
        console.error(error)
        app.exit(1)
      },
    )
  })
}
