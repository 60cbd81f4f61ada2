import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { desktopCommands as rows } from '../../src-shared/station/commands/desktop.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Desktop } from './desktop-port.ts'
import type { Services } from './services.ts'

/** How long developer tools may be opened after a supervisor allowed it. */
const TOOLS_MS = 60 * 60_000

/** The commands of the desktop app around the station. */
export function desktopCommands(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  desktop: Desktop | null,
): Pick<CommandHandlers, keyof typeof rows> {
  const here = (): Desktop => {
    if (desktop !== null) return desktop
    throw new StationError({ code: 'NOT_ON_DESKTOP', message: 'This is available only in the installed desktop app.' })
  }
  return {
    'desktop.state': async () => ({ desktop: desktop?.state() ?? null }),
    'desktop.take': async () => desktop?.take() ?? [],
    'desktop.openWindow': async ({ screen }) => {
      here().openWindow(screen)
      return { isOpen: true }
    },
    'desktop.allowTools': async () => {
      here()
      return settings.update({ toolsUntil: new Date(clock.now().getTime() + TOOLS_MS).toISOString() })
    },
    'desktop.checkUpdates': async () => {
      await here().checkUpdates()
      return { desktop: here().state() }
    },
    'desktop.installUpdate': async () => {
      await here().installUpdate()
      return { desktop: here().state() }
    },
  }
}
