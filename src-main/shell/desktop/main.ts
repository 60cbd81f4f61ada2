import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, session, shell, utilityProcess } from 'electron'
import { openControl } from '../../control/server.ts'
import { createFilesPrivately } from '../../app/private-files.ts'
import { logProcess } from '../../log/process-log.ts'
import type { StationOptions } from '../../app/station-options.ts'
import { openStation } from '../../app/station.ts'
import { systemFiles } from '../../store/files.ts'
import { utilityLauncher } from '../embedded-launcher.ts'
import { dataDirArgument, ledgerArgument, logLevelArgument, stationOptions } from '../../app/host-options.ts'
import { openOrAsk } from '../ask-ledger.ts'
import { forwardEvents, serveCommands } from './ipc.ts'
import { menuTemplate } from './menu.ts'
import { guardNavigation } from './navigation.ts'
import { denyPermissions } from './permissions.ts'
import { registerAppScheme, serveRenderer } from './protocol.ts'
import { quitCleanly } from './quit.ts'
import { claimSingleInstance } from './single-instance.ts'
import { openWindow } from './window.ts'

/** The desktop shell: Electron's pieces handed to the files that know what to do with them. */

const builtPath = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

let window: BrowserWindow | undefined

async function open(options: ReturnType<typeof stationOptions> & Pick<StationOptions, 'logLevel'>): Promise<void> {
  await app.whenReady()
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)))
  denyPermissions(session.defaultSession)
  serveRenderer(protocol, builtPath('renderer'))

  const station = await openOrAsk(
    (ledgerAnswer) => openStation({ ...options, ledgerAnswer, launcher: utilityLauncher(utilityProcess) }),
    dialog,
    ledgerArgument(process.argv.slice(1)),
  )
  if (station === null) {
    app.exit(1)
    return
  }
  logProcess(station.log)
  const control = await openControl(station, options.dataDir)
  quitCleanly(app, async () => {
    await control?.close()
    await station.close()
  })
  serveCommands(ipcMain, station)
  window = await openWindow(BrowserWindow, builtPath('preload.cjs'), (opening) => {
    const stop = forwardEvents(station, opening.webContents)
    opening.once('closed', () => {
      stop()
      window = undefined
    })
  })
}

/** A station that cannot open (a newer version's data, a damaged disk) says so where a person sees it. */
function giveUp(error: unknown): void {
  console.error(error)
  dialog.showErrorBox('Waybill cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}

function main(): void {
  const args = process.argv.slice(1)
  const options = { ...stationOptions(dataDirArgument(args), process.env), logLevel: logLevelArgument(args) }
  // Chromium's own files lie beside ours, so that one folder is one Waybill, and the instance lock is this folder's.
  const windowDir = join(options.dataDir, 'window')
  systemFiles.makeFolder(windowDir)
  app.setPath('userData', windowDir)
  registerAppScheme(protocol)
  if (!claimSingleInstance(app, () => window)) {
    app.quit()
    return
  }
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, (url) => void shell.openExternal(url))
  })
  // Not awaited: Electron becomes ready only after this module has run to its end.
  open(options).catch(giveUp)
}

try {
  createFilesPrivately()
  main()
} catch (error) {
  giveUp(error)
}
