import { z } from 'zod'
import { WINDOW_SCREENS, type DesktopAnswer, type DesktopRequest } from '../app/desktop.ts'
import type { Settings } from '../app/state.ts'
import { atStation, nothing, returns } from '../command.ts'

/** The rows of the command table about the desktop app around the station. NOT_ON_DESKTOP: it runs without one. */
export const desktopCommands = {
  'desktop.state': returns<DesktopAnswer>()(nothing, atStation.packer),
  /** Requests from outside the window, each once. */
  'desktop.take': returns<DesktopRequest[]>()(nothing, atStation.packer),
  /** A window of its own for a screen; one that is open comes to the front. */
  'desktop.openWindow': returns<{ isOpen: true }>()(
    z.object({ screen: z.enum(WINDOW_SCREENS, `screen must be one of ${WINDOW_SCREENS.join(', ')}`) }),
    atStation.packer,
  ),
  /** Developer tools for an hour, for support. */
  'desktop.allowTools': returns<Settings>()(nothing, atStation.supervisor),
  'desktop.checkUpdates': returns<DesktopAnswer>()(nothing, atStation.supervisor),
  /** Ends Waybill and starts the newer version. STATION_BUSY: bookings, labels or batches are under way. */
  'desktop.installUpdate': returns<DesktopAnswer>()(nothing, atStation.supervisor),
} as const
