interface InstanceLock {
  requestSingleInstanceLock(): boolean
  on(event: 'second-instance', listener: (event: unknown, argv: readonly string[], folder: string) => void): unknown
  on(event: 'activate', listener: () => void): unknown
}

interface Focusable {
  isMinimized(): boolean
  restore(): void
  focus(): void
}

/** The state that a later start finds: the window, or that this Waybill is ending. */
interface First {
  window(): Focusable | undefined
  isEnding(): boolean
  /** The request of a later start: a file, a link, a screen. */
  hear(args: readonly string[], folder: string): void
  /** Starts again when this one has ended. */
  startAgain(): void
}

/**
 * True when this is the only Waybill on this data folder. A later one ends, and brings the window of this one to the
 * front instead; where this one is just ending, it starts again after that, so that the person who clicked gets a window.
 */
export function claimSingleInstance(app: InstanceLock, first: First): boolean {
  if (!app.requestSingleInstanceLock()) return false
  let startsAgain = false
  const comeForward = () => {
    if (first.isEnding()) {
      if (!startsAgain) first.startAgain()
      startsAgain = true
      return
    }
    const window = first.window()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  }
  app.on('second-instance', (_event, argv, folder) => {
    // The program's path comes first.
    if (!first.isEnding()) first.hear(argv?.slice(1) ?? [], folder)
    comeForward()
  })
  // A click in the dock of macOS, which starts no second one.
  app.on('activate', comeForward)
  return true
}
