import * as http from 'node:http'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { ZodError } from 'zod'
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { after } from '../../../src-node/runtime/wait.ts'
import { openControl } from '../../control/server.ts'
import { createFilesPrivately } from '../../app/private-files.ts'
import { logProcess } from '../../kernel/log/process-log.ts'
import type { StationOptions } from '../../app/station-options.ts'
import { openStation, type Station } from '../../app/station.ts'
import { isAnything, underWay } from '../../app/under-way.ts'
import { systemFiles } from '../../kernel/sqlite/files.ts'
import { utilityLauncher } from '../embedded-launcher.ts'
import {
  dataDirArgument,
  ledgerArgument,
  logLevelArgument,
  stationOptions,
  withoutLedgerAnswer,
} from '../../app/host-options.ts'
import { openOrAsk } from '../ask-ledger.ts'
import { sayAndEnd, sayOfFolder } from './failure.ts'
import { allWindows } from './all-windows.ts'
import { desktopIntegration, type DesktopIntegration, type Windows } from './desktop-integration.ts'
import { askBeforeClosing, type Agreed } from './closing.ts'
import { keepCrashes } from './crashes.ts'
import { endOnFault, lastFault } from './fault.ts'
import { askBeforeLosing } from './half-filled.ts'
import { serveCommands, notifyPage } from './ipc.ts'
import { contextTemplate, menuTemplate } from './menu.ts'
import { guardNavigation } from './navigation.ts'
import { mendPage } from './page-trouble.ts'
import { debuggerAsked, sessionFolder } from './packaged.ts'
import { denyPermissions } from './permissions.ts'
import { endWithSession, goOnAfterSleep } from './power.ts'
import { registerAppScheme, serveRenderer } from './protocol.ts'
import { quitCleanly, type Ending } from './quit.ts'
import { isSafeStart, safeModeNotice, startSafely } from './safe-mode.ts'
import { claimSingleInstance } from './single-instance.ts'
import { countStart, type Starts } from './crash-count.ts'
import { stationToCome } from './station-to-come.ts'
import { hearSystem } from './system-asks.ts'
import { askBack, backNotice, goBack } from './updates/go-back.ts'
import { updateIsUp, type BackQuestion } from './updates/rollback.ts'
import { trackingAt } from './tracking-at.ts'
import { stayAwakeAtWork } from './wakefulness.ts'
import { windowPlaces } from './window-place.ts'
import { openWindow } from './window.ts'
import { createPendingRequests, type PendingRequests } from './pending-requests.ts'
import { shellWords, systemWords, type ShellWords } from './words.ts'
import { proxyOfSystem, trustAsSystem } from '../system-network.ts'

/** The desktop shell: wires Electron's parts to the files that use them. */

const builtPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

let window: BrowserWindow | undefined
let isWindowClosed = false
/** Of the first window. */
const agreed: Agreed = new Set()
let words = shellWords('en')

/** After this long, a crash no longer counts as a failed start. */
const UP_AFTER_MS = 5 * 60_000

/** What every part of the start needs. */
interface Start {
  options: StationOptions
  windowDir: string
  ending: Ending
  starts: Starts
  /** The question about a new version that did not start. */
  back: BackQuestion | null
  isSafeMode: boolean
  windows: Windows
  requests: PendingRequests
}

async function open(start: Start): Promise<void> {
  const { options, windowDir, ending, starts, back, windows, requests: pendingRequests } = start
  await app.whenReady()
  words = systemWords(app.getLocale())
  const leaving = { app, windowDir, dataDir: options.dataDir, starts, args: process.argv.slice(1) }
  if (back !== null && (await askBack(leaving, back, dialog))) return
  showMenu(windows, words, null)
  denyPermissions(session.defaultSession)
  if (!trustAsSystem(tls)) console.error('This Node.js cannot trust the authorities of the system')
  serveRenderer(protocol, builtPath('renderer'))

  // The window is there at once, and waits with its screens for the station.
  const toCome = stationToCome(
    () => window?.webContents,
    (event) => window && notifyPage(window.webContents, event),
  )
  serveCommands(ipcMain, toCome)
  showPage(start)
  const integration = desktopIntegration({
    windows,
    requests: pendingRequests,
    windowDir,
    args: process.argv.slice(1),
    isSafeMode: start.isSafeMode,
    iconFile: (look) => builtPath(`../resources/tray/${look}.png`),
    ending,
    drawMenu: (said, openTools) => showMenu(windows, said, openTools),
  })
  const opening = openOrAsk(
    (ledgerAnswer) =>
      openStation({
        ...options,
        ledgerAnswer,
        launcher: utilityLauncher(utilityProcess),
        onOpening: (step) => toCome.announce(step),
        desktop: integration.desktop,
      }),
    dialog,
    words,
    ledgerArgument(process.argv.slice(1)),
  )
  ending.closes(async () => (await opening.catch(() => null))?.close())
  const station = await opening
  if (station === null) {
    ending.end(1)
    return
  }
  if (ending.hasBegun()) return
  await serve(station, start, integration)
  toCome.isHere(station)
  const isUp = () => {
    starts.isUp()
    updateIsUp(windowDir, app.getVersion())
  }
  after(UP_AFTER_MS, isUp, { isBackground: true })
}

/** Services that run around a station as long as it is open. */
async function serve(station: Station, start: Start, integration: DesktopIntegration): Promise<void> {
  const { options, windowDir, ending, windows, requests: pendingRequests } = start
  followProxy(station)
  goOnAfterSleep(powerMonitor, station)
  const fault = lastFault(windowDir)
  if (fault) station.report(fault)
  if (start.isSafeMode) station.report(safeModeNotice())
  const takenBack = backNotice(windowDir)
  if (takenBack) station.report(takenBack)
  pendingRequests.showTrouble((error) => station.report(error))
  logProcess(station.log)
  const control = await openControl(station, options.dataDir)
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
  ending.closes(async () => stopForwarding())
  const stopForwarding = station.subscribe((event) => windows.report(event))
  await integration.live(station)
  askBeforeClosing(window, {
    isAtWork: () => watch.isAtWork(),
    work: () => underWay(station.services),
    words: () => words,
    ask,
    agreed,
  })
}

function showMenu(windows: Windows, said: ShellWords, openTools: (() => void) | null): void {
  words = said
  const ways = { openWindow: windows.openOwn, openTools }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged, said, ways)))
}

/** Asks a person in a box, and resolves with the button's number. */
async function ask(question: { message: string; detail: string; buttons: string[] }): Promise<number> {
  return (await dialog.showMessageBox({ type: 'warning', title: 'Waybill', noLink: true, ...question })).response
}

/** The first window, with which the app ends. */
function showPage({ windowDir, ending, windows }: Start): void {
  const opened = pageWindow(
    join(windowDir, 'place.json'),
    '',
    (error) => {
      const closing = {
        whenReady: () => app.whenReady(),
        getLocale: () => app.getLocale(),
        exit: (code: number) => ending.end(code),
      }
      void sayAndEnd({ app: closing, dialog }, error)
    },
    agreed,
  )
  window = opened
  opened.once('closed', () => {
    window = undefined
    isWindowClosed = true
    windows.closeOwn()
  })
  endWithSession(opened, (code) => ending.end(code))
  windows.watch(opened)
}

/** A window with our page in it, where it was the last time. */
function pageWindow(
  placeFile: string,
  route: string,
  onFailed: (error: unknown) => void,
  agreed?: Agreed,
): BrowserWindow {
  const places = windowPlaces(placeFile, screen)
  const opened = openWindow(BrowserWindow, {
    preload: builtPath('preload.cjs'),
    place: places.next(),
    isDark: nativeTheme.shouldUseDarkColors,
    route,
    onFailed,
  })
  places.keep(opened)
  opened.webContents.on('context-menu', (_event, place) => {
    showContextMenu(opened, place).catch((error: unknown) => console.error(error))
  })
  askBeforeLosing(opened, { words: () => words, ask, ...(agreed && { agreed }) })
  mendPage(opened.webContents, {
    now: () => performance.now(),
    ask,
    quit: () => app.quit(),
    words: () => words,
  })
  return opened
}

async function showContextMenu(of: BrowserWindow, place: Electron.ContextMenuParams): Promise<void> {
  const tracking = await trackingAt(of.webContents, place)
  const copy = (text: string) => void clipboard.writeText(text)
  const template = contextTemplate(place, words, { tracking, copy })
  if (template.length > 0 && !of.isDestroyed()) Menu.buildFromTemplate(template).popup({ window: of })
}

/** Asked again whenever the station reports a change: another service may be in use. */
function followProxy(station: Station): void {
  const proxy = proxyOfSystem({
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    setProxy: 'setGlobalProxyFromEnv' in http ? (environment) => http.setGlobalProxyFromEnv(environment) : undefined,
    environment: process.env,
  })
  const follow = () => {
    const { kind, baseUrl } = station.services.environments.link().environment()
    proxy.follow(kind === 'service' ? baseUrl : null).catch((error: unknown) => console.error(error))
  }
  follow()
  station.subscribe(({ name }) => {
    if (name === 'station.changed') follow()
  })
}

/** A station that cannot open (a newer version's data, a damaged disk) says so where a person sees it. */
function giveUp(error: unknown, ending: Ending): void {
  // What breaks off because the app ends is no news.
  if (ending.hasBegun()) return
  void sayOfFolder({ app, dialog, shell }, error, process.argv.slice(1))
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
  const pendingRequests = createPendingRequests(
    () => window && notifyPage(window.webContents, { name: 'desktop.wanted', payload: {} }),
  )
  const windows = allWindows({
    first: () => window,
    open: (screen) =>
      pageWindow(join(windowDir, `place-${screen}.json`), `#/${screen}`, (error) => console.error(error)),
  })
  const first = {
    hear: pendingRequests.hear,
    window: () => window,
    // The last window is a moment earlier gone than the app begins to end.
    isEnding: () => ending.hasBegun() || isWindowClosed,
    startAgain: () => app.relaunch({ args: withoutLedgerAnswer(args) }),
  }
  if (!claimSingleInstance(app, first)) {
    app.exit(0)
    return
  }
  // Counted from here on: a second start is none.
  const starts = countStart(windowDir)
  app.on('quit', (_event, code) => {
    if (code === 0) starts.endsWell()
  })
  const back = goBack({ app, windowDir, dataDir: options.dataDir, starts, args })
  if (back === 'gone') return
  const isSafeMode = isSafeStart(args, starts.crashes)
  if (isSafeMode) startSafely(app)
  keepCrashes({ app, crashReporter }, options.dataDir)
  pendingRequests.hear(args, process.cwd())
  hearSystem(app, pendingRequests, windows.comeForward)
  endOnFault({
    program: process,
    ending,
    folder: windowDir,
    args: withoutLedgerAnswer(args),
    relaunch: (how) => app.relaunch(how),
    say: (title, text) => dialog.showErrorBox(title, text),
    words: () => words,
  })
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, (url) => void shell.openExternal(url))
  })
  app.on('child-process-gone', (_event, { type, reason, name, exitCode }) => {
    // Chromium restarts its own processes, and the owner of the embedded service restarts that; only the reason is
    // recorded.
    if (reason !== 'clean-exit') console.error(`A process is gone: ${name ?? type}, ${reason}, code ${exitCode}`)
  })
  // Not awaited: Electron becomes ready only after this module has run to its end.
  open({ options, windowDir, ending, starts, back, isSafeMode, windows, requests: pendingRequests }).catch(
    (error: unknown) => giveUp(error, ending),
  )
}

createFilesPrivately()
try {
  main()
} catch (error) {
  if (error instanceof ZodError) void sayAndEnd({ app, dialog }, error)
  else void sayOfFolder({ app, dialog, shell }, error, process.argv.slice(1))
}
