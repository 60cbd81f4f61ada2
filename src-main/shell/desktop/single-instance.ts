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

/** What a later start finds: the window, or that this Waybill is ending. */
interface First {
  window(): Focusable | undefined
  isEnding(): boolean
  /** What a later start was asked for: a file, a link, a screen. */
  hear(args: readonly string[], folder: string): void
  /** Starts again when this one has ended. */
  startAgain(): void
}

/**
 * True when this is the only Waybill on this data folder. A later one gives up, and brings the window of this one to the
 * front instead; where this one is just ending, it starts once more after that, so that whoever clicked gets a window.
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
    // The program itself comes first.
    if (!first.isEnding()) first.hear(argv?.slice(1) ?? [], folder)
    comeForward()
  })
  // A click in the dock of macOS, which starts no second one.
  app.on('activate', comeForward)
  return true
}
