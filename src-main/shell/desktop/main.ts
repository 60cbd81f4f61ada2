import * as http from 'node:http'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { ZodError } from 'zod'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { openControl } from '../../control/server.ts'
import { createFilesPrivately } from '../../app/private-files.ts'
import { logProcess } from '../../log/process-log.ts'
import type { StationOptions } from '../../app/station-options.ts'
import { openStation, type Station } from '../../app/station.ts'
import { isAnything, underWay } from '../../app/under-way.ts'
import { systemFiles } from '../../store/files.ts'
import { utilityLauncher } from '../embedded-launcher.ts'
import { dataDirArgument, ledgerArgument, logLevelArgument, stationOptions } from '../../app/host-options.ts'
import { openOrAsk } from '../ask-ledger.ts'
import { sayAndEnd, sayOfFolder } from './failure.ts'
import { askBeforeClosing } from './closing.ts'
import { endOnFault, lastFault } from './fault.ts'
import { forwardEvents, serveCommands, tellPage } from './ipc.ts'
import { contextTemplate, menuTemplate } from './menu.ts'
import { tellOnDesktop } from './notices.ts'
import { guardNavigation } from './navigation.ts'
import { mendPage } from './page-trouble.ts'
import { debuggerAsked, sessionFolder } from './packaged.ts'
import { denyPermissions } from './permissions.ts'
import { endWithSession, goOnAfterSleep } from './power.ts'
import { registerAppScheme, serveRenderer } from './protocol.ts'
import { quitCleanly, type Ending } from './quit.ts'
import { claimSingleInstance } from './single-instance.ts'
import { stationToCome } from './station-to-come.ts'
import { stayAwakeAtWork } from './wakefulness.ts'
import { windowPlaces } from './window-place.ts'
import { openWindow } from './window.ts'
import { shellWords, type ShellWords } from './words.ts'
import { proxyOfSystem, trustAsSystem } from '../system-network.ts'

/** The desktop shell: Electron's pieces handed to the files that know what to do with them. */

const builtPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

let window: BrowserWindow | undefined
let isWindowClosed = false
let words = shellWords('en')

async function open(options: StationOptions, windowDir: string, ending: Ending): Promise<void> {
  await app.whenReady()
  showMenu(words)
  denyPermissions(session.defaultSession)
  if (!trustAsSystem(tls)) console.error('This Node.js cannot trust the authorities of the system')
  serveRenderer(protocol, builtPath('renderer'))

  // The window is there at once, and waits with its screens for the station.
  const toCome = stationToCome(
    () => window?.webContents,
    (event) => window && tellPage(window.webContents, event),
  )
  serveCommands(ipcMain, toCome)
  showPage(windowDir, ending)
  const opening = openOrAsk(
    (ledgerAnswer) =>
      openStation({
        ...options,
        ledgerAnswer,
        launcher: utilityLauncher(utilityProcess),
        onOpening: (step) => toCome.announce(step),
      }),
    dialog,
    ledgerArgument(process.argv.slice(1)),
  )
  ending.closes(async () => (await opening.catch(() => null))?.close())
  const station = await opening
  if (station === null) {
    ending.end(1)
    return
  }
  if (ending.hasBegun()) return
  await serve(station, options, windowDir, ending)
  toCome.isHere(station)
}

/** What goes on around a station as long as it is open. */
async function serve(station: Station, { dataDir }: StationOptions, windowDir: string, ending: Ending): Promise<void> {
  followProxy(station)
  await followLanguage(station)
  goOnAfterSleep(powerMonitor, station.services)
  const fault = lastFault(windowDir)
  if (fault) station.tell(fault)
  logProcess(station.log)
  const control = await openControl(station, dataDir)
  ending.closes(async () => control?.close())
  const watch = stayAwakeAtWork(powerSaveBlocker, {
    isAtWork: async () => isAnything(await underWay(station.services)),
    subscribe: (listener) =>
      station.subscribe(({ name }) => {
        if (name === 'jobs.changed' || name === 'batches.changed' || name === 'bookings.changed') listener()
      }),
  })
  ending.closes(async () => watch.stop())
  if (!window) return
  forwardEvents(station, window.webContents)
  const stopTelling = tellOnDesktop(
    station,
    { isSupported: () => Notification.isSupported(), create: (notice) => new Notification(notice) },
    showInbox,
  )
  ending.closes(async () => stopTelling())
  askBeforeClosing(window, {
    isAtWork: () => watch.isAtWork(),
    work: () => underWay(station.services),
    words: () => words,
    ask,
  })
}

/** Brings the window to the front, on the inbox. */
function showInbox(): void {
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.focus()
  tellPage(window.webContents, { name: 'inbox.wanted', payload: {} })
}

function showMenu(said: ShellWords): void {
  words = said
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged, said)))
}

/** The menu speaks the language of the station, also when another is set. */
async function followLanguage({ services, subscribe }: Station): Promise<void> {
  const follow = async () => {
    const said = shellWords((await services.settings.read()).language)
    if (said !== words) showMenu(said)
  }
  subscribe(({ name }) => {
    if (name === 'station.changed') follow().catch((error: unknown) => console.error(error))
  })
  await follow()
}

/** Asks a person in a box, and resolves with the button's number. */
async function ask(question: { message: string; detail: string; buttons: string[] }): Promise<number> {
  return (await dialog.showMessageBox({ type: 'warning', title: 'Waybill', noLink: true, ...question })).response
}

function showPage(windowDir: string, ending: Ending): void {
  const places = windowPlaces(join(windowDir, 'place.json'), screen)
  const opened = openWindow(BrowserWindow, {
    preload: builtPath('preload.cjs'),
    place: places.next(),
    isDark: nativeTheme.shouldUseDarkColors,
    hasDeveloperTools: !app.isPackaged,
    onFailed: (error) => {
      void sayAndEnd({ app: { whenReady: () => app.whenReady(), exit: (code) => ending.end(code) }, dialog }, error)
    },
  })
  window = opened
  opened.once('closed', () => {
    window = undefined
    isWindowClosed = true
  })
  places.keep(opened)
  endWithSession(opened, (code) => ending.end(code))
  opened.webContents.on('context-menu', (_event, place) => {
    const template = contextTemplate(place, words)
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window: opened })
  })
  mendPage(opened.webContents, {
    now: () => performance.now(),
    ask,
    quit: () => app.quit(),
  })
}

/** Asked again whenever the station tells of a change: another service may be in use. */
function followProxy({ services, subscribe }: Station): void {
  const proxy = proxyOfSystem({
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    setProxy: 'setGlobalProxyFromEnv' in http ? (environment) => http.setGlobalProxyFromEnv(environment) : undefined,
    environment: process.env,
  })
  const follow = () => {
    const { kind, baseUrl } = services.environments.link().environment()
    proxy.follow(kind === 'service' ? baseUrl : null).catch((error: unknown) => console.error(error))
  }
  follow()
  subscribe(({ name }) => {
    if (name === 'station.changed') follow()
  })
}

/** A station that cannot open (a newer version's data, a damaged disk) says so where a person sees it. */
function giveUp(error: unknown, ending: Ending): void {
  // What breaks off because the app ends is no news.
  if (ending.hasBegun()) return
  void sayOfFolder({ app, dialog }, error, process.argv.slice(1))
}

function main(): void {
  const asked = debuggerAsked(app)
  if (asked !== null) {
    console.error(`An installed Waybill does not start with --${asked}.`)
    app.exit(1)
    return
  }
  const args = process.argv.slice(1)
  const options = { ...stationOptions(dataDirArgument(args), process.env), logLevel: logLevelArgument(args) }
  // Chromium's own files lie beside ours, so that one folder is one Waybill, and the instance lock is this folder's.
  const windowDir = join(options.dataDir, 'window')
  systemFiles.makeFolder(windowDir)
  app.setPath('userData', windowDir)
  app.setPath('sessionData', sessionFolder(process.platform, process.env, windowDir))
  // The id of the installed app (electron-builder.yml): Windows groups windows and notifications by it.
  app.setAppUserModelId('app.waybill.desktop')
  registerAppScheme(protocol)
  const ending = quitCleanly(app)
  const first = {
    window: () => window,
    // The last window is a moment earlier gone than the app begins to end.
    isEnding: () => ending.hasBegun() || isWindowClosed,
    startAgain: () => app.relaunch({ args }),
  }
  if (!claimSingleInstance(app, first)) {
    app.exit(0)
    return
  }
  endOnFault({
    program: process,
    ending,
    folder: windowDir,
    args,
    relaunch: (how) => app.relaunch(how),
    say: (title, text) => dialog.showErrorBox(title, text),
  })
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, (url) => void shell.openExternal(url))
  })
  app.on('child-process-gone', (_event, { type, reason, name, exitCode }) => {
    // Chromium starts its own again, the holder of the embedded service that one; what is left is to know why.
    if (reason !== 'clean-exit') console.error(`A process is gone: ${name ?? type}, ${reason}, code ${exitCode}`)
  })
  // Not awaited: Electron becomes ready only after this module has run to its end.
  open(options, windowDir, ending).catch((error: unknown) => giveUp(error, ending))
}

createFilesPrivately()
try {
  main()
} catch (error) {
  if (error instanceof ZodError) void sayAndEnd({ app, dialog }, error)
  else void sayOfFolder({ app, dialog }, error, process.argv.slice(1))
}
