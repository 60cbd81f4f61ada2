interface InstanceLock {
  requestSingleInstanceLock(): boolean
  on(event: 'second-instance', listener: () => void): unknown
}

interface Focusable {
  isMinimized(): boolean
  restore(): void
  focus(): void
}

/**
 * True when this is the only Waybill on this data folder. A later one gives up, and brings the window of this one to the
 * front instead.
 */
export function claimSingleInstance(app: InstanceLock, currentWindow: () => Focusable | undefined): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', () => {
    const window = currentWindow()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  return true
}
