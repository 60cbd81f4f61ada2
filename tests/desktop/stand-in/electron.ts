import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename } from 'node:path'
import { fork } from 'node:child_process'
import { app as standInApp, dock } from './app.ts'
import { BrowserWindow as Window } from './browser-window.ts'
import { labelsOf, type MenuItem } from './menu-items.ts'
import { nextPress, obeyTest, systemPower } from './obey.ts'
import { strict } from './strict.ts'
import { reportTest } from './talk.ts'
import { chromium, handlers, ipcHandlers, setup } from './world.ts'

/**
 * Stands in for `electron`, which this machine may have no program of: the same names, what Electron's documentation says
 * of them as far as Waybill uses it, over real Chromium pages. What it has not throws by name.
 */

export const app = strict('app', standInApp)
export const BrowserWindow = Window

/** Kept by Chromium where it is told; here nobody crashes that badly. */
export const crashReporter = strict('crashReporter', {
  start: (options: { uploadToServer: boolean }) => reportTest({ kind: 'told', what: 'crashReporter', value: options }),
})

/** Requests of Chromium's network stack; each is Node's own here. Only the library of updates makes any. */
export const net = strict('net', {
  request: (options: http.RequestOptions & { redirect?: string; session?: unknown }) => {
    const { session: _, redirect: __, ...rest } = options
    return (rest.protocol === 'https:' ? https : http).request(rest)
  },
})
/** Squirrel's, of which the library tells that it ends the app. */
export const autoUpdater = strict('autoUpdater', new EventEmitter())

class StandInTray extends EventEmitter {
  constructor(icon: string) {
    super()
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`)
    current.tray = this
  }
  setImage(icon: string): void {
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`)
    reportTest({ kind: 'told', what: 'tray image', value: basename(icon) })
  }
  setToolTip(text: string): void {
    reportTest({ kind: 'told', what: 'tray', value: text })
  }
  setContextMenu(menu: { items: MenuItem[] } | null): void {
    current.trayMenu = menu?.items ?? []
  }
  destroy(): void {
    reportTest({ kind: 'told', what: 'tray is gone' })
  }
}
export const Tray = StandInTray
export const nativeImage = strict('nativeImage', {
  /** Of a file that is not there it is empty, and nobody is told. */
  createFromPath: (path: string) => ({ name: basename(path), isEmpty: () => !existsSync(path) }),
})

export const ipcMain = strict('ipcMain', {
  handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) => {
    if (ipcHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    ipcHandlers.set(channel, handler)
  },
  removeHandler: (channel: string) => void ipcHandlers.delete(channel),
})

let schemes: string[] = []
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (given: { scheme: string }[]) => {
    if (standInApp.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    schemes = given.map(({ scheme }) => scheme)
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => {
    if (!standInApp.isReady()) throw new Error('protocol.handle can only be used once app is ready')
    if (!schemes.includes(scheme)) throw new Error(`${scheme} is no scheme that pages may have`)
    handlers.set(scheme, handler)
  },
})

export const session = strict('session', {
  /** A profile that is kept in memory; nothing of it is asked. */
  fromPartition: (name: string) => strict(`session ${name}`, {}),
  get defaultSession() {
    if (!standInApp.isReady()) throw new Error('Session can only be received when app is ready')
    return defaultSession
  },
})
const defaultSession = strict('defaultSession', {
  setPermissionRequestHandler: () => undefined,
  setPermissionCheckHandler: () => undefined,
  setDevicePermissionHandler: () => undefined,
  // A device is chosen nowhere here: listeners are taken, and not told of any.
  on: (event: string, listener: () => void) => new EventEmitter().on(event, listener),
  resolveProxy: async () => 'DIRECT',
})

interface BoxOptions {
  title?: string
  message: string
  detail?: string
  buttons?: string[]
  defaultId?: number
  cancelId?: number
}

export const dialog = strict('dialog', {
  showMessageBox: async (...given: [BoxOptions] | [unknown, BoxOptions]) => {
    const options = given.length === 1 ? given[0] : given[1]
    const text = [options.message, options.detail ?? ''].join('\n').trim()
    const buttons = options.buttons ?? ['OK']
    const answer = setup.answers.find((one) => text.includes(one.text))
    const report = (button: string | null) => reportTest({ kind: 'box', title: options.title ?? '', text, button })
    if (answer?.button === null) report(null)
    const pressed = answer?.button === null ? await nextPress() : (answer?.button ?? buttons[0] ?? '')
    const response = buttons.indexOf(pressed)
    if (response < 0) throw new Error(`the box has no button ${pressed}, but ${buttons.join(', ')}`)
    report(pressed)
    return { response, checkboxChecked: false }
  },
  showOpenDialog: async () => {
    reportTest({ kind: 'told', what: 'open dialog', value: setup.chosenFolder ?? null })
    return setup.chosenFolder === undefined
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [setup.chosenFolder] }
  },
  showErrorBox: (title: string, text: string) => {
    // Before the app is ready Linux has no box: it is one line on stderr.
    if (standInApp.isReady()) reportTest({ kind: 'box', title, text, button: null })
    else console.error(`${title}\n${text}`)
  },
})

/** Told to the test; what the person does with it, the test emits. */
class StandInNotification extends EventEmitter {
  readonly #options: { title: string; body: string }
  constructor(options: { title: string; body: string }) {
    super()
    if (!standInApp.isReady()) throw new Error('Cannot create Notification before app is ready')
    this.#options = options
    current.notification = this
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    if (setup.system === 'win32' && !standInApp.hasUserModelId) return
    reportTest({ kind: 'told', what: 'notification', value: this.#options })
    this.emit('show')
  }
  close(): void {
    this.emit('close')
  }
}
export const Notification = StandInNotification

export const Menu = strict('Menu', {
  buildFromTemplate: (template: MenuItem[]) => ({
    items: template,
    popup: () => {
      current.contextMenu = template
      reportTest({ kind: 'told', what: 'context menu', value: labelsOf(template) })
    },
  }),
  setApplicationMenu: (menu: { items: MenuItem[] } | null) => {
    reportTest({ kind: 'told', what: 'menu', value: labelsOf(menu?.items ?? []) })
    current.menu = menu?.items ?? []
  },
})
const current: {
  menu: MenuItem[]
  trayMenu: MenuItem[]
  contextMenu: MenuItem[]
  notification: EventEmitter | null
  tray: EventEmitter | null
} = { menu: [], trayMenu: [], contextMenu: [], notification: null, tray: null }

/** `resume` and the like come when the test says so. */
export const powerMonitor = strict('powerMonitor', systemPower)

let blockers = 0
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type: 'prevent-app-suspension' | 'prevent-display-sleep'): number => {
    blockers += 1
    reportTest({ kind: 'told', what: 'powerSaveBlocker.start', value: [blockers, type] })
    return blockers
  },
  stop: (id: number): boolean => {
    reportTest({ kind: 'told', what: 'powerSaveBlocker.stop', value: id })
    return true
  },
})

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const displays = setup.displays.map((workArea, at) => ({ id: at + 1, workArea }))
const [primary] = displays
/** How much two rectangles share, in square points. */
const shared = (one: Area, other: Area): number => {
  const along = (from: number, size: number, otherFrom: number, otherSize: number) =>
    Math.max(0, Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom))
  return along(one.x, one.width, other.x, other.width) * along(one.y, one.height, other.y, other.height)
}
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays,
    getPrimaryDisplay: () => primary,
    getDisplayMatching: (area: Area) =>
      displays.toSorted((one, other) => shared(area, other.workArea) - shared(area, one.workArea))[0],
  }),
)

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

export const clipboard = strict('clipboard', {
  writeText: (text: string) => reportTest({ kind: 'told', what: 'clipboard', value: text }),
})

export const shell = strict('shell', {
  openPath: async (path: string) => {
    reportTest({ kind: 'told', what: 'opened path', value: path })
    return ''
  },
  openExternal: async (url: string) => reportTest({ kind: 'opened outside', url }),
})

interface ForkOptions {
  env: NodeJS.ProcessEnv
}

export const utilityProcess = strict('utilityProcess', {
  /** A child that is one node process; its pid is there once it runs, and it ends with this program. */
  fork: (entry: string, args: string[], { env }: ForkOptions) => {
    if (!standInApp.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
    const child = fork(entry, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const utility = new EventEmitter()
    const { stdout, stderr } = child
    child.once('spawn', () => utility.emit('spawn'))
    child.once('exit', (code, signal) => utility.emit('exit', code ?? (signal === null ? 0 : 15)))
    child.on('error', (error) => console.error(error))
    return Object.assign(utility, {
      stdout,
      stderr,
      kill: () => child.kill(),
      get pid() {
        return child.exitCode === null ? child.pid : undefined
      },
    })
  },
})

/** Called once the main module has run: what waits for the app goes on. */
export async function becomeReady(): Promise<void> {
  // Electron's own, while the program has none: a box, and on it goes.
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return
    reportTest({
      kind: 'box',
      title: 'A JavaScript error occurred in the main process',
      text: error.message,
      button: null,
    })
  })
  obeyTest(
    () => [...current.menu, ...current.trayMenu, ...current.contextMenu, ...dock.items],
    () => current.notification,
    () => current.tray,
  )
  await chromium()
  standInApp.becomeReady()
}
