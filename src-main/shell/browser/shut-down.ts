/** Longer than this, a person presses Ctrl-C again. */
const CLOSE_WITHIN_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ends the process cleanly at the first Ctrl-C (or SIGTERM, or when its terminal closes), and at once at the second.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  const end = () => {
    if (isClosing) process.exit(130)
    isClosing = true
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, end)
}
