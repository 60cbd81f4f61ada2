import type { DesktopState, DesktopRequest, WindowScreen } from '../../src-shared/station/app/desktop.ts'

/** The desktop app around a station, as far as commands ask for it. */
export interface Desktop {
  state(): DesktopState
  /** The requests from outside the window, each once. */
  take(): DesktopRequest[]
  openWindow(screen: WindowScreen): void
  checkUpdates(): Promise<void>
  /** @throws StationError STATION_BUSY, NO_UPDATE */
  installUpdate(): Promise<void>
}
