import { app, BrowserWindow, Menu, nativeImage, Notification, powerMonitor, Tray } from 'electron'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { after } from '../../../src-node/runtime/wait.ts'
import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import type { WindowScreen } from '../../../src-shared/station/app/desktop.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Desktop } from '../../app/desktop-port.ts'
import type { Station } from '../../app/station.ts'
import { underWay } from '../../app/under-way.ts'
import { LEDGER_MIGRATIONS } from '../../data/ledger/migrations.ts'
import { openAtLogin } from './at-login.ts'
import { wordsOf } from './failure.ts'
import { kioskOf } from './kiosk.ts'
import { notifyOnDesktop } from './notices.ts'
import { dockTemplate, setJumpList } from './jump-list.ts'
import type { Ending } from './quit.ts'
import { followStatus, type Status } from './status.ts'
import { lookOf, statusInWords, trayTemplate } from './tray.ts'
import { howInstalled } from './updates/installed.ts'
import { createUpdates, type Updates } from './updates/updates.ts'
import type { PendingRequests } from './pending-requests.ts'
import { shellWords, type ShellWords } from './words.ts'

/** The windows, as the desktop integration uses them. */
export interface Windows {
  first(): BrowserWindow | undefined
  all(): BrowserWindow[]
  openOwn(screen: WindowScreen): void
  closeOwn(): void
  watch(window: BrowserWindow): void
  /** Brings the first one to the front. */
  comeForward(): void
  report(event: StationEvent): void
  /** Called when a page navigated to another screen. */
  onMoved(listener: () => void): void
  /** Called when developer tools were opened. */
  onTools(listener: () => void): void
}

interface DesktopIntegrationNeeds {
  windows: Windows
  requests: PendingRequests
  windowDir: string
  /** The words that Waybill was started with, for starts that the system makes. */
  args: string[]
  isSafeMode: boolean
  iconFile(look: string): string
  ending: Ending
  /** Draws the menu again with these words. @param openTools null: not allowed */
  drawMenu(words: ShellWords, openTools: (() => void) | null): void
}

export type DesktopIntegration = ReturnType<typeof desktopIntegration>

/**
 * The desktop integration around the windows: tray, badge, jump list, start at login, kiosk, updates, developer
 * tools.
 */
export function desktopIntegration(needs: DesktopIntegrationNeeds) {
  const { windows, requests: pendingRequests, windowDir, args, isSafeMode, ending } = needs
  const installed = howInstalled(process.platform, process.env, process.execPath)
  let updates: Updates | null = null

  /** The desktop's functions for the station's commands. */
  const desktop: Desktop = {
    state: () => ({
      canOpenAtLogin: app.isPackaged,
      isSafeMode,
      updates: updates?.state() ?? { kind: 'off' },
    }),
    take: pendingRequests.take,
    openWindow: windows.openOwn,
    checkUpdates: async () => updates?.look(),
    installUpdate: async () => updates?.install(),
  }

  const go = (where: Parameters<PendingRequests['screen']>[0]) => (): void => {
    windows.comeForward()
    pendingRequests.screen(where)
  }
  const centre = {
    isSupported: () => Notification.isSupported(),
    create: (notice: { title: string; body: string }) => new Notification(notice),
  }

  /** From the open station to its end. */
  async function live(station: Station): Promise<void> {
    const showStatus = statusShown(needs, go)
    const follow = await followSettings(station, needs, showStatus.use)
    const stopStatus = followStatus(station, showStatus.show)
    const stopNotices = notifyOnDesktop(station, centre, go('inbox'))
    const made = createUpdates({
      updater: async () => {
        const { autoUpdater, DebUpdater } = (await import('electron-updater')).default
        // Without help the library recognizes a deb only by a file that is packed with a feed.
        return installed.kind === 'deb' ? new DebUpdater() : autoUpdater
      },
      folder: windowDir,
      version: app.getVersion(),
      platform: process.platform,
      arch: process.arch,
      installed,
      records: LEDGER_MIGRATIONS.length,
      settings: async () => (await station.services.settings.read()).updates,
      work: () => underWay(station.services),
      backUp: () => station.services.maintenance.backUp(),
      endWith: (last) => {
        // The new one starts before this one is quite gone.
        ending.end(0, () => {
          app.releaseSingleInstanceLock()
          // It is started without the words that this one was started with.
          process.env['WAYBILL_DATA'] = dirname(windowDir)
          return last()
        })
      },
      startAgain: () => app.relaunch({ args }),
      onChange: () => windows.report({ name: 'desktop.changed', payload: {} }),
      onReady: (version) => {
        const notice = centre.isSupported()
          ? centre.create({ title: 'Waybill', body: follow.words().updateReady(version) })
          : null
        notice?.on('click', go('settings'))
        notice?.show()
      },
    })
    updates = made
    made.start()
    ending.closes(async () => {
      made.stop()
      stopNotices()
      stopStatus()
      follow.stop()
      showStatus.end()
    })
  }
  return { desktop, live }
}

type Go = (where: Parameters<PendingRequests['screen']>[0]) => () => void

/** Tray, badge and progress. */
function statusShown({ windows, iconFile }: DesktopIntegrationNeeds, go: Go) {
  // Some desktops have no tray.
  const tray = trayOf(iconFile('ok'))
  tray?.on('click', windows.comeForward)
  let words = shellWords('en')
  let status: Status | null = null
  const ways = {
    show: windows.comeForward,
    quote: go('quote'),
    pack: go('pack'),
    inbox: go('inbox'),
    quit: () => app.quit(),
  }

  const show = (now: Status): void => {
    status = now
    tray?.setImage(iconFile(lookOf(now)))
    tray?.setToolTip(['Waybill', ...statusInWords(now, words)].join('\n'))
    tray?.setContextMenu(Menu.buildFromTemplate(trayTemplate(now, words, ways)))
    const first = windows.first()
    if (process.platform === 'win32') {
      const look = lookOf(now)
      const icon = look === 'ok' ? null : nativeImage.createFromPath(iconFile(`overlay-${look}`))
      first?.setOverlayIcon(icon, icon === null ? '' : statusInWords(now, words).join('\n'))
    } else {
      app.setBadgeCount(now.inbox)
    }
    // Below 0: there is none.
    first?.setProgressBar(now.progress ?? -1)
  }
  return {
    show,
    use: (said: ShellWords) => {
      words = said
      if (status) show(status)
    },
    end: () => tray?.destroy(),
  }
}

function trayOf(icon: string): Tray | null {
  try {
    return new Tray(icon)
  } catch (error) {
    console.error(error)
    return null
  }
}

function loginUnset(error: unknown): StationError {
  const reason = wordsOf(error)
  return new StationError({
    code: 'FILE_NOT_OPENED',
    message: `Waybill cannot set whether it opens at login: ${reason}.`,
    details: { reason },
  })
}

/** Settings that the desktop applies; on every change, also while the app runs. */
async function followSettings(
  station: Station,
  { windows, requests: pendingRequests, args, drawMenu }: DesktopIntegrationNeeds,
  use: (words: ShellWords) => void,
) {
  const kept = args.filter((arg, at) => arg.startsWith('--data') || args[at - 1] === '--data')
  const first = windows.first()
  const kiosk = first ? kioskOf(first) : null
  // The system goes down, and is not held up.
  powerMonitor.on('shutdown', () => kiosk?.letGo())
  let words = shellWords('en')
  let settings: Settings | null = null
  let before: string | null = null
  let toolsEnd: Timer | null = null

  const areToolsAllowed = () =>
    !app.isPackaged || Date.parse(settings?.toolsUntil ?? '') > station.services.clock.now().getTime()
  const openTools = () => BrowserWindow.getFocusedWindow()?.webContents.openDevTools()
  const keepOnTop = () => {
    for (const window of windows.all()) {
      const showsPack = window.webContents.getURL().includes('#/pack')
      window.setAlwaysOnTop(settings?.desktop?.isPackOnTop === true && showsPack)
    }
  }
  const draw = () => {
    drawMenu(words, app.isPackaged && areToolsAllowed() ? openTools : null)
    use(words)
    if (process.platform === 'win32') setJumpList(app, process.execPath, kept, words)
    const open = (screen: 'quote' | 'pack') => {
      windows.comeForward()
      pendingRequests.screen(screen)
    }
    app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(words, open)))
  }
  const closeTools = () => {
    if (areToolsAllowed()) return
    for (const window of windows.all()) window.webContents.closeDevTools()
    draw()
  }
  const follow = async () => {
    const now = await station.services.settings.read()
    const isKiosk = now.desktop?.isKiosk === true && station.services.people.rules().isOn
    const wanted = JSON.stringify([now.language, now.desktop, now.toolsUntil, isKiosk])
    if (wanted === before) return
    before = wanted
    settings = now
    words = shellWords(now.language)
    kiosk?.set(isKiosk)
    keepOnTop()
    if (now.desktop !== undefined) {
      const login = { app, platform: process.platform, environment: process.env, home: homedir() }
      try {
        openAtLogin({ ...login, program: process.execPath, args: kept }, now.desktop.opensAtLogin)
      } catch (error) {
        station.report(loginUnset(error))
      }
    }
    toolsEnd?.cancel()
    const left = Date.parse(now.toolsUntil ?? '') - station.services.clock.now().getTime()
    if (left > 0) toolsEnd = after(left, closeTools, { isBackground: true })
    draw()
  }
  const stop = station.subscribe(({ name }) => {
    if (name === 'station.changed') follow().catch((error: unknown) => console.error(error))
  })
  await follow()
  windows.onMoved(keepOnTop)
  windows.onTools(closeTools)
  return {
    words: () => words,
    stop: () => {
      stop()
      toolsEnd?.cancel()
    },
  }
}
